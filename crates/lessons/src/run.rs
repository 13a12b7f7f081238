use collective::trace::Trace;
use collective::{Context, Result};

use crate::config::{Config, Part};
use crate::lesson::Lesson;
use crate::programs;
use crate::rank::Rank;
use crate::record::RankRecord;

/// Runs the configured lessons on one rank, one after the other, and hands over its record and its trace.
pub async fn run(context: Context, config: &Config) -> (RankRecord, Trace) {
    let part = config.part(context.rank());
    match run_part(context.clone(), &part, programs::every).await {
        Some((record, trace)) => (record.explained(), trace),
        None => {
            let why = "a program given as data is no lesson: run it by run_program".to_owned();
            (RankRecord::empty(context.rank(), "no_lesson", why), context.take_trace())
        }
    }
}

/// How a lesson's program begins on a rank; `None` where it is not among them.
///
/// Which of them there are is up to whoever runs them: what a worker does not name, its reader does not download.
pub type Programs =
    for<'a> fn(Lesson, &'a Rank, &'a Part) -> Option<collective::Program<'a, Result<()>>>;

/// As [`run`], with what `context`'s rank is asked for, and an error stays as it is in the record, for whoever deserialises
/// that to put into words. `None` where `programs` lack a lesson that is asked for: whoever runs them refuses.
pub async fn run_part(
    context: Context,
    part: &Part,
    programs: Programs,
) -> Option<(RankRecord, Trace)> {
    let rank = Rank::new(context.clone());
    let result = run_lessons(&rank, part, programs).await?;
    let record = rank.finish(result).await;
    Some((record, context.take_trace()))
}

async fn run_lessons(rank: &Rank, part: &Part, programs: Programs) -> Option<Result<()>> {
    for &lesson in part.lessons() {
        rank.enter(lesson);
        // Each on its own: all together in one future would be twice the code.
        if let Err(error) = programs(lesson, rank, part)?.await {
            return Some(Err(error));
        }
    }
    Some(Ok(()))
}
