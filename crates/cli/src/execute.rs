use collective::{Context, PeerFailure, simulator, threads};
use lessons::{Failure, RankRecord, Report};

use crate::arguments::{Run, Transport};

/// Runs the lessons on every rank.
pub fn execute(run: &Run) -> Report {
    let config = &run.config;
    let program = async |context: Context| lessons::run(context, config).await.0;
    let (transport, ranks) = match run.transport {
        Transport::Threads => {
            ("threads", threads::run(config.world_size(), threads::Options::default(), program))
        }
        Transport::OneThread => {
            let options = simulator::Options { seed: run.schedule_seed, ..Default::default() };
            ("one-thread", simulator::run(config.world_size(), options, program))
        }
    };
    let ranks = ranks.into_iter().map(|rank| rank.unwrap_or_else(lost));
    Report::new(transport, config.clone(), ranks.collect())
}

/// The record of a rank that left none.
fn lost(failure: PeerFailure) -> RankRecord {
    let (rank, message) = (failure.rank, failure.to_string());
    let failure = Failure { rank, code: "lost".to_owned(), message, ranks: Vec::new() };
    RankRecord { rank, failure: Some(failure), ..RankRecord::default() }
}
