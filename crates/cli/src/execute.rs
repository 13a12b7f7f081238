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
    let (transport, schedule_seed, ranks) = match run.transport {
        Transport::Threads => {
            let options = threads::Options { settings, ..Default::default() };
            ("threads", None, threads::run(config.world_size(), options, program))
        }
        Transport::OneThread => {
            let seed = run.schedule_seed;
            let options = simulator::Options { settings, seed, ..Default::default() };
            ("one-thread", Some(seed), simulator::run(config.world_size(), options, program))
        }
    };
    let record = |(rank, handed): (usize, Result<RankRecord, PeerFailure>)| {
        handed.unwrap_or_else(|failure| RankRecord::lost(rank, &failure))
    };
    let ranks = ranks.into_iter().enumerate().map(record).collect();
    Report { schedule_seed, ..Report::new(transport, config.clone(), ranks) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collective::FailureReason;

    #[test]
    fn a_report_has_the_seed_that_its_order_came_from() {
        let seed = |words: &str| {
            let words = format!("rankscope run --lesson send_recv {words}");
            let words = words.split_whitespace().map(std::ffi::OsString::from);
            let run = crate::arguments::parse(words).expect("words that can be followed");
            let report = serde_json::to_value(execute(&run)).expect("a report");
            report.get("schedule_seed").cloned()
        };
        assert_eq!(seed("--transport one-thread --schedule-seed 7"), Some(7.into()));
        assert_eq!(seed("--transport one-thread"), Some(0.into()));
        let large = u64::MAX.to_string();
        let words = format!("--transport one-thread --schedule-seed {large}");
        assert_eq!(seed(&words), Some(large.into()));
        assert_eq!(seed(""), None);
    }

    #[test]
    fn a_lost_rank_has_the_code_of_its_reason_and_the_others_name_it() {
        let message = "out of memory".to_owned();
        let failure = PeerFailure { rank: 1, reason: FailureReason::Panicked, message };
        let told = |rank| RankRecord::lost(rank, &failure).failure.map(|f| (f.code, f.ranks));
        assert_eq!(told(1), Some(("panicked".to_owned(), Vec::new())));
        assert_eq!(told(2), Some(("peer_failed".to_owned(), vec![1])));
    }
}
