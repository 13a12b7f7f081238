//! What a rank does that runs lessons, whichever.

use collective::{Context, Program, wire};
use fabric::rank::Finished;
use lessons::{Part, Programs};

use crate::refusal::refuse;

const BAD_JOB: &str = "the job is not for this rank of this world: load the page again";

/// A job is the postcard form of a [`Part`]; a record that of a [`lessons::RankRecord`]; a trace that of a
/// [`collective::trace::Trace`].
pub fn run(context: Context, job: Vec<u8>, programs: Programs) -> Program<'static, Finished> {
    Box::pin(async move {
        let done = match wire::decode::<Part>(&job) {
            Some(part) if part.is_for(context.rank(), context.world_size()) => {
                lessons::run_part(context.clone(), &part, programs).await
            }
            _ => None,
        };
        // A lesson that this worker does not have is no job for it either.
        let (record, trace) = match done {
            Some(done) => done,
            None => (refuse(&context, "bad_job", BAD_JOB.to_owned()), context.take_trace()),
        };
        Finished {
            failed: record.failed(),
            record: wire::encode(&record),
            trace: wire::encode(&trace),
        }
    })
}
