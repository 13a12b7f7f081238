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
    let (record, trace) = run_part(context, &part).await;
    (record.explained(), trace)
}

/// As [`run`], with what `context`'s rank is asked for, and an error stays as it is in the record, for whoever deserialises
/// that to put into words.
pub async fn run_part(context: Context, part: &Part) -> (RankRecord, Trace) {
    let rank = Rank::new(context.clone());
    let result = run_lessons(&rank, part).await;
    let record = rank.finish(result).await;
    (record, context.take_trace())
}

async fn run_lessons(rank: &Rank, part: &Part) -> Result<()> {
    for &lesson in part.lessons() {
        rank.enter(lesson);
        // Each on its own: all together in one future would be twice the code.
        let program: collective::Program<'_, Result<()>> = match lesson {
            Lesson::SendRecv => Box::pin(programs::send_recv(rank)),
            Lesson::Root => Box::pin(programs::root(rank)),
            Lesson::AllMembers => Box::pin(programs::all_members(rank)),
            Lesson::Moe => Box::pin(programs::moe(rank, part)),
            Lesson::Groups => Box::pin(programs::groups(rank, part)),
            Lesson::DdpZero2 => Box::pin(programs::ddp_zero2(rank, part)),
            // Not among a configuration's lessons.
            Lesson::Program => Box::pin(async { Ok(()) }),
        };
        program.await?;
    }
    Ok(())
}
