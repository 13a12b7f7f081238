//! A failure as the control block's flag holds it: who and why, but no words.

use collective::{FailureReason, PeerFailure};
use shm::{Death, Reason};

pub(crate) fn of(failure: &PeerFailure) -> Death {
    let reason = match failure.reason {
        FailureReason::Failed | FailureReason::Ended(_) => Reason::Failed,
        FailureReason::Panicked => Reason::Panicked,
        FailureReason::Terminated => Reason::Terminated,
        FailureReason::Cancelled => Reason::Cancelled,
        FailureReason::NotStarted => Reason::NotStarted,
    };
    Death { rank: Some(failure.rank), reason }
}

/// `me`: who is told, and named where no rank is to blame.
pub(crate) fn to_failure(death: Death, me: usize) -> PeerFailure {
    let reason = match death.reason {
        Reason::Failed | Reason::Corrupt => FailureReason::Failed,
        Reason::Panicked => FailureReason::Panicked,
        Reason::Terminated => FailureReason::Terminated,
        Reason::Cancelled => FailureReason::Cancelled,
        Reason::NotStarted => FailureReason::NotStarted,
    };
    PeerFailure { rank: death.rank.unwrap_or(me), reason, message: String::new() }
}
