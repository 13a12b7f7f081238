//! How a rank, or the way to it, is lost.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Breakage, ErrorKind, Nonsense};

/// Why a rank is no longer there.
///
/// ```
/// # use collective::FailureReason;
/// assert_eq!(FailureReason::Panicked.to_string(), "it panicked");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureReason {
    /// Its program ended with an error.
    Failed,
    /// Its program ended with an error of this kind.
    Ended(ErrorKind),
    /// It panicked.
    Panicked,
    /// Its worker or thread ended from outside.
    Terminated,
    /// The run was cancelled.
    Cancelled,
    /// It never became ready.
    NotStarted,
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailureReason::Ended(kind) => {
                return write!(f, "its program ended with an error ({})", kind.code());
            }
            FailureReason::Failed => "its program ended with an error",
            FailureReason::Panicked => "it panicked",
            FailureReason::Terminated => "it was terminated",
            FailureReason::Cancelled => "the run was cancelled",
            FailureReason::NotStarted => "it did not start",
        })
    }
}

/// A rank that ended a run for all.
///
/// ```
/// # use collective::{FailureReason, PeerFailure};
/// let failure = PeerFailure { rank: 2, reason: FailureReason::Cancelled, message: String::new() };
/// assert_eq!(failure.to_string(), "rank 2 failed: the run was cancelled");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerFailure {
    /// The rank that failed.
    pub rank: usize,
    /// Why.
    pub reason: FailureReason,
    /// What it said, where it could; may be empty.
    pub message: String,
}

impl fmt::Display for PeerFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} failed: {}", self.rank, self.reason)?;
        if !self.message.is_empty() {
            write!(f, " ({})", self.message)?;
        }
        Ok(())
    }
}

impl TransportError {
    /// Says that what arrived from `peer` makes no sense.
    ///
    /// ```
    /// # use collective::{Nonsense, TransportError};
    /// let error = TransportError::corrupt(1, Nonsense::NoHeader);
    /// assert_eq!(error.to_string(), "corrupt traffic from rank 1: a frame without a header");
    /// ```
    #[cold]
    #[inline(never)]
    pub fn corrupt(peer: usize, what: Nonsense) -> Box<Self> {
        Box::new(TransportError::Corrupt { peer, what })
    }
}

impl From<PeerFailure> for Box<TransportError> {
    fn from(failure: PeerFailure) -> Self {
        Box::new(TransportError::PeerFailed(failure))
    }
}

/// What a transport may report instead of a frame.
///
/// ```
/// # use collective::{CollectiveError, Nonsense, TransportError};
/// let error: Box<CollectiveError> = TransportError::corrupt(1, Nonsense::NoHeader).into();
/// assert_eq!(error.code(), "transport");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TransportError {
    /// A rank ended the run.
    #[error("{0}")]
    PeerFailed(PeerFailure),
    /// No rank can go on (only a transport that sees all ranks can know).
    #[error("deadlock: every rank that has not finished waits for another")]
    Deadlock {
        /// Ranks whose programs are over.
        finished: Vec<usize>,
    },
    /// The bytes that arrived make no sense.
    #[error("corrupt traffic from rank {peer}: {what}")]
    Corrupt {
        /// Who sent it.
        peer: usize,
        /// What was wrong.
        what: Nonsense,
    },
    /// The platform refused.
    #[error("the transport to rank {peer} broke: {what}")]
    Broken {
        /// The other end.
        peer: usize,
        /// Why.
        what: Breakage,
    },
}
