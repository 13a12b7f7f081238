use collective::trace::Trace;
use collective::{Context, Result};

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
        match lesson {
            Lesson::SendRecv => programs::send_recv(rank).await?,
            Lesson::Root => programs::root(rank).await?,
            Lesson::AllMembers => programs::all_members(rank).await?,
            Lesson::Moe => programs::moe(rank, config).await?,
            Lesson::Groups => programs::groups(rank, config).await?,
            Lesson::DdpZero2 => programs::ddp_zero2(rank, config).await?,
        }
    }
    Ok(())
}
