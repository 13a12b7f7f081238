use collective::{Context, PeerFailure, simulator, threads};
use lessons::{RankRecord, Report};

use crate::arguments::{Run, Transport};

/// Runs the lessons, or the program, on every rank.
pub fn execute(run: &Run) -> Report {
    let config = &run.config;
    let settings = config.run_settings();
    let program = async |context: Context| match &run.program {
        Some(program) => lessons::run_program(context, program).await.0,
        None => lessons::run(context, config).await.0,
    };
    let (transport, ranks) = match run.transport {
        Transport::Threads => {
            let options = threads::Options { settings, ..Default::default() };
            ("threads", threads::run(config.world_size(), options, program))
        }
        Transport::OneThread => {
            let options =
                simulator::Options { settings, seed: run.schedule_seed, ..Default::default() };
            ("one-thread", simulator::run(config.world_size(), options, program))
        }
    };
    let record = |(rank, handed): (usize, Result<RankRecord, PeerFailure>)| {
        handed.unwrap_or_else(|failure| RankRecord::lost(rank, &failure))
    };
    Report::new(transport, config.clone(), ranks.into_iter().enumerate().map(record).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use collective::FailureReason;

    #[test]
    fn a_lost_rank_has_the_code_of_its_reason_and_the_others_name_it() {
        let message = "out of memory".to_owned();
        let failure = PeerFailure { rank: 1, reason: FailureReason::Panicked, message };
        let told = |rank| RankRecord::lost(rank, &failure).failure.map(|f| (f.code, f.ranks));
        assert_eq!(told(1), Some(("panicked".to_owned(), Vec::new())));
        assert_eq!(told(2), Some(("peer_failed".to_owned(), vec![1])));
    }
}
