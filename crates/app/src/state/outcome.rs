use collective::{PeerFailure, wire};
use fabric::TransportKind;
use lessons::{Config, Lesson, RankRecord, Report};

/// What a run left behind.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Every rank's values, checks and words.
    pub report: Report,
    /// How frames travelled.
    pub transport: TransportKind,
    /// Every rank's trace as it was handed over; empty for a rank that was lost.
    pub traces: Vec<Vec<u8>>,
    /// What went where.
    pub carried: Carried,
}

/// What went where during a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Carried {
    /// Payload bytes through rings in shared memory.
    pub ring_bytes: u64,
    /// Payload bytes through message ports, from rank to rank.
    pub port_bytes: u64,
    /// Messages between the page and its ranks, none of them with payload.
    pub page_messages: u64,
    /// Bytes in these, the ranks' records and traces not counted.
    pub page_bytes: u64,
}

/// A rank's record and trace, or why there are none.
pub type Handed = Result<(Vec<u8>, Vec<u8>), PeerFailure>;

impl Outcome {
    /// Reads the ranks' records. A rank that was lost, or whose record cannot be read, has an empty one that says so.
    pub fn new(
        transport: TransportKind,
        config: Config,
        ranks: Vec<Handed>,
        carried: Carried,
    ) -> Self {
        let mut records = Vec::with_capacity(ranks.len());
        let mut traces = Vec::with_capacity(ranks.len());
        for (rank, handed) in ranks.into_iter().enumerate() {
            let (record, trace) = match handed {
                Ok((record, trace)) => (read(rank, &record), trace),
                Err(failure) => (RankRecord::lost(rank, &failure), Vec::new()),
            };
            records.push(record);
            traces.push(trace);
        }
        Self { report: Report::new(transport.id(), config, records), transport, traces, carried }
    }

    /// Whether the run ran `lesson`, on some rank at least.
    pub fn has(&self, lesson: Lesson) -> bool {
        let mut sections = self.report.ranks.iter().flat_map(|rank| &rank.sections);
        sections.any(|section| section.lesson == lesson)
    }

    /// How many checks held, and how many there were: in one lesson, or in all.
    pub fn tally(&self, lesson: Option<Lesson>) -> (usize, usize) {
        let of = self.report.checks().filter(|check| lesson.is_none_or(|l| l == check.lesson));
        of.fold((0, 0), |(passed, all), check| (passed + usize::from(check.passed), all + 1))
    }
}

fn read(rank: usize, bytes: &[u8]) -> RankRecord {
    wire::decode(bytes).unwrap_or_else(|| {
        let message = format!("what rank {rank} handed over cannot be read: load the page again");
        RankRecord::empty(rank, "unreadable_record", message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use collective::FailureReason;

    fn lost_to(rank: usize, reason: FailureReason) -> PeerFailure {
        PeerFailure { rank, reason, message: "out of memory".to_owned() }
    }

    fn outcome(ranks: Vec<Handed>) -> Outcome {
        Outcome::new(TransportKind::Shared, Config::default(), ranks, Carried::default())
    }

    #[test]
    fn a_lost_rank_is_named_with_its_reason() {
        let record = wire::encode(&RankRecord::default());
        let ranks = vec![Ok((record, vec![1])), Err(lost_to(1, FailureReason::Panicked))];
        let outcome = outcome(ranks);
        let failure = outcome.report.failure.unwrap();
        assert_eq!((failure.rank, failure.code.as_str()), (1, "panicked"));
        assert_eq!(failure.message, "rank 1 failed: it panicked (out of memory)");
        assert_eq!(outcome.traces, [vec![1], vec![]]);
    }

    #[test]
    fn the_rank_that_failed_first_is_the_runs_failure() {
        let by_one = lost_to(1, FailureReason::Terminated);
        let outcome = outcome(vec![Err(by_one.clone()), Err(by_one)]);
        assert_eq!(outcome.report.failure.map(|failure| failure.rank), Some(1));
    }

    #[test]
    fn an_unreadable_record_is_an_error_and_not_a_panic() {
        let outcome = outcome(vec![Ok((vec![255; 40], Vec::new()))]);
        assert_eq!(
            outcome.report.failure.map(|failure| failure.code).as_deref(),
            Some("unreadable_record")
        );
    }
}
