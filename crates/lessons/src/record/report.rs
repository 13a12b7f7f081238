use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Check, Failure, LogLine, Number, RankRecord, Value};
use crate::config::Config;

/// One run, whole: the document that the command line prints, the page downloads and `window.rankscope.run` gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// "shared", "message", "threads" or "one-thread".
    pub transport: String,
    /// Where all ranks took turns on one thread: the seed of their order, by which it comes again.
    pub schedule_seed: Option<u64>,
    /// What was asked for.
    pub config: Config,
    /// By rank.
    pub ranks: Vec<RankRecord>,
    /// What ended the run early, if anything did.
    pub failure: Option<Failure>,
}

impl Report {
    /// Puts the ranks' records together. The run's failure is the first one that a rank does not owe to another.
    pub fn new(transport: impl Into<String>, config: Config, ranks: Vec<RankRecord>) -> Self {
        let failures = || ranks.iter().filter_map(|rank| rank.failure.as_ref());
        let own = failures().find(|failure| failure.code != "peer_failed");
        let failure = own.or_else(|| failures().next()).cloned();
        Self { transport: transport.into(), schedule_seed: None, config, ranks, failure }
    }

    /// Every rank's checks, by rank.
    pub fn checks(&self) -> impl Iterator<Item = &Check> {
        self.ranks.iter().flat_map(|rank| &rank.checks)
    }

    /// Whether the run came to its end and every check held.
    pub fn passed(&self) -> bool {
        self.failure.is_none() && self.checks().all(|check| check.passed)
    }

    /// Every rank's words, by rank.
    pub fn log(&self) -> impl Iterator<Item = &LogLine> {
        self.ranks.iter().flat_map(|rank| &rank.log)
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rankscope", env!("CARGO_PKG_VERSION"))?;
        map.serialize_entry("transport", &self.transport)?;
        if let Some(seed) = self.schedule_seed {
            map.serialize_entry("schedule_seed", &Number(seed.into()))?;
        }
        map.serialize_entry("config", &self.config.document())?;
        map.serialize_entry("ranks", &self.ranks.iter().map(Ranks).collect::<Vec<_>>())?;
        map.serialize_entry("checks", &self.checks().map(Checked).collect::<Vec<_>>())?;
        let log = self.log().map(|line| format!("[R{}] {line}", line.rank));
        map.serialize_entry("log", &log.collect::<Vec<_>>())?;
        map.serialize_entry("traffic", &self.ranks.iter().map(Sent).collect::<Vec<_>>())?;
        map.serialize_entry("error", &self.failure)?;
        map.end()
    }
}

/// A rank's named values: lessons by name, then values by name.
struct Ranks<'a>(&'a RankRecord);

impl Serialize for Ranks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sections = &self.0.sections;
        serializer.collect_map(sections.iter().map(|s| (s.lesson.id(), Named(&s.values))))
    }
}

struct Named<'a>(&'a [(String, Value)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value.document())))
    }
}

struct Checked<'a>(&'a Check);

impl Serialize for Checked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let check = self.0;
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("lesson", check.lesson.id())?;
        map.serialize_entry("name", &check.name)?;
        map.serialize_entry("rank", &check.rank)?;
        map.serialize_entry("passed", &check.passed)?;
        map.serialize_entry("expected", &check.expected.document())?;
        map.serialize_entry("actual", &check.actual.document())?;
        map.end()
    }
}

/// A rank's traffic: in sum, then by peer.
struct Sent<'a>(&'a RankRecord);

impl Serialize for Sent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let traffic = &self.0.traffic;
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("rank", &self.0.rank)?;
        map.serialize_entry("sent_bytes", &traffic.sent_bytes())?;
        map.serialize_entry("received_bytes", &traffic.received_bytes())?;
        map.serialize_entry("peers", &traffic.peers)?;
        map.end()
    }
}
