//! A failure as the control block's flag holds it: who and why, but no words.

use collective::{ErrorKind, FailureReason, PeerFailure};
use shm::{Death, Reason};

pub(crate) fn of(failure: &PeerFailure) -> Death {
    let reason = match failure.reason {
        FailureReason::Failed => Reason::Failed(0),
        FailureReason::Ended(kind) => Reason::Failed(kind as u8 + 1),
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
        Reason::Failed(kind) => {
            let kind = usize::from(kind).checked_sub(1).and_then(|kind| ErrorKind::ALL.get(kind));
            kind.map_or(FailureReason::Failed, |&kind| FailureReason::Ended(kind))
        }
        Reason::Corrupt => FailureReason::Failed,
        Reason::Panicked => FailureReason::Panicked,
        Reason::Terminated => FailureReason::Terminated,
        Reason::Cancelled => FailureReason::Cancelled,
        Reason::NotStarted => FailureReason::NotStarted,
    };
    PeerFailure { rank: death.rank.unwrap_or(me), reason, message: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told_hears_what_kind_of_error_it_was() {
        let reasons = ErrorKind::ALL.into_iter().map(FailureReason::Ended);
        for reason in reasons.chain([FailureReason::Failed, FailureReason::Cancelled]) {
            let failure = PeerFailure { rank: 3, reason, message: String::new() };
            assert_eq!(to_failure(of(&failure), 0), failure);
        }
        // A number that stands for nothing is an error all the same.
        let strange = Death { rank: Some(3), reason: Reason::Failed(255) };
        assert_eq!(to_failure(strange, 0).reason, FailureReason::Failed);
    }
}
