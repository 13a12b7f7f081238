use collective::{Context, FailureReason, PeerFailure};
use lessons::{Failure, RankRecord};

/// Ends a run whose job cannot be done.
pub fn refuse(context: &Context, code: &str, message: String) -> RankRecord {
    let (rank, reason) = (context.rank(), FailureReason::Failed);
    context.announce(&PeerFailure { rank, reason, message: message.clone() });
    let (code, ranks) = (code.to_owned(), Vec::new());
    let failure = Some(Failure { rank, code, message, ranks });
    RankRecord { rank, failure, ..RankRecord::default() }
}
