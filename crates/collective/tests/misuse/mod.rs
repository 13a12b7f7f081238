//! Runs one misused program everywhere, as a rank's program ends in a lesson, and compares how it ends on each rank.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::cell::RefCell;

use collective::{CollectiveError, Context, FailureReason, PeerFailure};
use tensor::Tensor;

use crate::worlds::everywhere;

pub type Outcome = collective::Result<Vec<f64>>;

/// How a rank is to end.
#[derive(Debug, Clone, Copy)]
pub enum End<'a> {
    /// Well, with these values.
    Has(&'a [f64]),
    /// Well, with these values, unless it hears first that one of these ranks ended with an error.
    Either(&'a [f64], &'a [usize]),
    /// With an argument error whose message begins so.
    Says(&'a str),
    /// Because this rank ended with an error.
    Loses(usize),
    /// With a mismatch that names two of these, with this in its message, unless one of them was told first.
    Disagrees(&'a [usize], &'a str),
    /// When its time is up, with a message that begins so.
    Waits(&'a str),
    /// In a deadlock, with a message that has this in it.
    Hangs(&'a str),
}

/// What a program gave, and the end that every rank makes of it.
async fn finish(context: &Context, result: Outcome) -> Outcome {
    let ended = match result {
        Ok(values) => context.flush().await.map(|()| values),
        failed => failed,
    };
    if let Err(error) = &ended
        && !matches!(**error, CollectiveError::PeerFailed(_) | CollectiveError::Deadlock { .. })
    {
        let (rank, message) = (context.rank(), error.code().to_owned());
        context.announce(&PeerFailure { rank, reason: FailureReason::Failed, message });
    }
    ended
}

/// Runs `program` on as many ranks as there are `ends`.
pub fn ends(name: &str, ends: &[End<'_>], program: impl AsyncFn(&Context) -> Outcome + Sync) {
    let run = async |context: Context| -> Outcome {
        let result = program(&context).await;
        finish(&context, result).await
    };
    // Of ranks that disagree, one may find out after the other has ended the run.
    let told = RefCell::new(Vec::new());
    everywhere(ends.len(), run, |rank, got| {
        let text = got.as_ref().map_err(ToString::to_string);
        let title = format!("{name}, rank {rank}: {text:?}");
        match (ends[rank], got.as_ref().map_err(Box::as_ref)) {
            (End::Has(values), Ok(got)) => assert_eq!(got, values, "{title}"),
            (End::Either(values, _), Ok(got)) => assert_eq!(got, values, "{title}"),
            (End::Either(_, ranks), Err(CollectiveError::PeerFailed(failure))) => {
                assert!(ranks.contains(&failure.rank), "{title}");
            }
            (End::Says(_), Err(CollectiveError::PeerFailed(failure))) => {
                assert!(matches!(ends[failure.rank], End::Says(_)), "{title}");
            }
            (End::Says(begin), Err(error)) => {
                assert!(error.is_argument_error(), "{title}");
                assert!(error.to_string().starts_with(begin), "{title}");
            }
            (End::Loses(lost), Err(CollectiveError::PeerFailed(failure))) => {
                assert_eq!(failure.rank, lost, "{title}");
            }
            (
                End::Disagrees(named, part),
                Err(error @ CollectiveError::Mismatch { rank, peer, .. }),
            ) => {
                assert!(named.contains(rank) && named.contains(peer), "{title}");
                assert!(error.to_string().contains(part), "{title}");
                told.borrow_mut().push(*rank);
            }
            (End::Disagrees(named, _), Err(CollectiveError::PeerFailed(failure))) => {
                assert!(named.contains(&failure.rank), "{title}");
                assert_eq!(failure.message, "mismatch", "{title}");
            }
            (End::Waits(begin), Err(error @ CollectiveError::Timeout { .. })) => {
                assert!(error.to_string().starts_with(begin), "{title}");
            }
            (End::Hangs(part), Err(error @ CollectiveError::Deadlock { .. })) => {
                assert!(error.to_string().contains(part), "{title}");
            }
            (end, _) => panic!("{title}, not {end:?}"),
        }
        if rank + 1 == ends.len() {
            let disagree = ends.iter().any(|end| matches!(end, End::Disagrees(..)));
            assert_eq!(disagree, !told.take().is_empty(), "{name}: nobody was told");
        }
    });
}

/// A float32 tensor of one dimension.
pub fn f(values: &[f32]) -> Tensor {
    Tensor::from_slice(values)
}

/// The values of tensors, one after the other.
pub fn values(tensors: &[&Tensor]) -> Outcome {
    let mut all = Vec::new();
    for tensor in tensors {
        all.extend(tensor.to(tensor::DType::Float64)?.to_vec::<f64>()?);
    }
    Ok(all)
}
