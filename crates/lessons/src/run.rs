use collective::trace::Trace;
use collective::{Context, Program, Result};

use crate::config::Config;
use crate::lesson::Lesson;
use crate::programs;
use crate::rank::Rank;
use crate::record::RankRecord;

/// Runs the configured lessons on one rank, one after the other, and hands over its record and its trace.
pub async fn run(context: Context, config: &Config) -> (RankRecord, Trace) {
    let (record, trace) = run_unexplained(context, config).await;
    (record.explained(), trace)
}

/// As [`run`], but an error stays as it is in the record, for whoever deserialises that to put into words.
pub async fn run_unexplained(context: Context, config: &Config) -> (RankRecord, Trace) {
    let rank = Rank::new(context.clone());
    let result = run_lessons(&rank, config).await;
    let record = rank.finish(result).await;
    (record, context.take_trace())
}

async fn run_lessons(rank: &Rank, config: &Config) -> Result<()> {
    for &lesson in config.lessons() {
        rank.enter(lesson);
        // Each on its own: all together in one future would be twice the code.
        let program: Program<'_, Result<()>> = match lesson {
            Lesson::SendRecv => Box::pin(programs::send_recv(rank)),
            Lesson::Root => Box::pin(programs::root(rank)),
            Lesson::AllMembers => Box::pin(programs::all_members(rank)),
            Lesson::Moe => Box::pin(programs::moe(rank, config)),
            Lesson::Groups => Box::pin(programs::groups(rank, config)),
            Lesson::DdpZero2 => Box::pin(programs::ddp_zero2(rank, config)),
        };
        program.await?;
    }
    Ok(())
}
