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
    let (record, trace) = run_part(context, &part, programs::every).await;
    (record.explained(), trace)
}

/// How a lesson's program begins on a rank.
///
/// Which of them there are is up to whoever runs them: what a worker does not name, its reader does not download.
pub type Programs = for<'a> fn(Lesson, &'a Rank, &'a Part) -> collective::Program<'a, Result<()>>;

/// As [`run`], with what `context`'s rank is asked for, and an error stays as it is in the record, for whoever deserialises
/// that to put into words.
pub async fn run_part(context: Context, part: &Part, programs: Programs) -> (RankRecord, Trace) {
    let rank = Rank::new(context.clone());
    let result = run_lessons(&rank, part, programs).await;
    let record = rank.finish(result).await;
    (record, context.take_trace())
}

async fn run_lessons(rank: &Rank, part: &Part, programs: Programs) -> Result<()> {
    for &lesson in part.lessons() {
        rank.enter(lesson);
        // Each on its own: all together in one future would be twice the code.
        programs(lesson, rank, part).await?;
    }
    Ok(())
}
