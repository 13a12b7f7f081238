//! What a rank hands over when its program is done.

mod check;
mod log;
mod report;
mod value;

pub use check::Check;
pub use log::LogLine;
pub use report::Report;
pub use value::{Number, Value};

use collective::{CollectiveError, FailureReason, PeerFailure, Traffic};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lesson::Lesson;

/// One lesson's named values on one rank, in the order in which the program kept them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Which lesson.
    pub lesson: Lesson,
    /// Names and values.
    pub values: Vec<(String, Value)>,
}

/// Why a rank's program ended early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The rank that reports it.
    pub rank: usize,
    /// The error's kind.
    pub code: String,
    /// One sentence.
    pub message: String,
    /// The other ranks that the error names.
    pub ranks: Vec<usize>,
}

/// What one rank has to show: its values, its checks, its words, its traffic, and its failure if it has one.
///
/// (A rank in a browser leaves it to the page to put an error into words: they would be a tenth of what a rank
/// downloads. Its record has the `error`, and whoever reads the record finds the `failure` in it. So it is with the
/// values in the lines of the log, which the record has already.)
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct RankRecord {
    /// Whose it is.
    pub rank: usize,
    /// By lesson.
    pub sections: Vec<Section>,
    /// Every assertion, in order.
    pub checks: Vec<Check>,
    /// What the program said.
    pub log: Vec<LogLine>,
    /// Bytes and messages, by peer.
    pub traffic: Traffic,
    /// Why it ended early.
    pub failure: Option<Failure>,
    /// The error it ended with.
    pub error: Option<Box<CollectiveError>>,
}

impl Serialize for RankRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RankRecord::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for RankRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RankRecord::deserialize(deserializer).map(RankRecord::explained)
    }
}

impl RankRecord {
    /// The record of `rank`, which left none, because of `failure`: its own or another rank's.
    pub fn lost(rank: usize, failure: &PeerFailure) -> Self {
        let code = match failure.reason {
            _ if failure.rank != rank => "peer_failed",
            FailureReason::Failed | FailureReason::Ended(_) => "failed",
            FailureReason::Panicked => "panicked",
            FailureReason::Terminated => "terminated",
            FailureReason::Cancelled => "cancelled",
            FailureReason::NotStarted => "not_started",
        };
        let mut record = Self::empty(rank, code, failure.to_string());
        if let Some(told) = record.failure.as_mut().filter(|_| failure.rank != rank) {
            told.ranks.push(failure.rank);
        }
        record
    }

    /// The record of `rank`, of which there is nothing but a failure: its code, and one sentence.
    pub fn empty(rank: usize, code: &str, message: String) -> Self {
        let failure = Failure { rank, code: code.to_owned(), message, ranks: Vec::new() };
        Self { rank, failure: Some(failure), ..Self::default() }
    }

    /// Puts the `error` into words, as the `failure`, and gives each line of the log the values its lesson kept.
    pub(crate) fn explained(mut self) -> Self {
        for line in &mut self.log {
            let section = self.sections.iter().find(|section| section.lesson == line.lesson);
            line.figures.extend(section.into_iter().flat_map(|section| section.values.clone()));
        }
        if let Some(error) = &self.error {
            self.failure = Some(Failure {
                rank: self.rank,
                code: error.code().to_owned(),
                message: error.to_string(),
                ranks: error.named_ranks(),
            });
        }
        self
    }

    /// Whether the program ended early.
    pub fn failed(&self) -> bool {
        self.failure.is_some() || self.error.is_some()
    }

    /// The value that lesson `lesson` kept as `name`.
    pub fn value(&self, lesson: Lesson, name: &str) -> Option<&Value> {
        let section = self.sections.iter().find(|section| section.lesson == lesson)?;
        section.values.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}
