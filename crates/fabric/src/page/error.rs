use shm::ShmError;

use crate::MIN_CAPACITY;

/// Why a run gave no outcome at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FabricError {
    /// Shared memory was asked for on a page that is not isolated.
    #[error(
        "transport = shared needs a cross-origin isolated page, and this one is not: serve it with the headers \
         Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or choose auto or message"
    )]
    NotIsolated,
    /// A world size or a ring capacity that cannot be.
    #[error("{0}")]
    Layout(#[from] ShmError),
    /// Rings that could not hold the largest header.
    #[error("ring capacity {given} is too small: choose a multiple of 8, at least {MIN_CAPACITY}")]
    RingTooSmall {
        /// What was asked for, in bytes.
        given: usize,
    },
    /// One of the worker's files could not be had.
    #[error(
        "{url} could not be loaded ({why}): see that it lies where the page expects it, then load the page again"
    )]
    Load {
        /// Which file.
        url: String,
        /// What the browser said.
        why: String,
    },
    /// The pool has a run under way.
    #[error("a run is under way: wait for its end, or cancel it")]
    Busy,
    /// The pool has been closed.
    #[error("the pool of workers is closed: make a new one")]
    Closed,
    /// The run was cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// A worker did not become a rank, so no rank was started.
    #[error("rank {rank} did not start: {why}")]
    NotStarted {
        /// The rank that was missing; the lowest, if several were.
        rank: usize,
        /// What the browser said, or how long it was waited for.
        why: String,
    },
    /// The browser refused something else.
    #[error("the browser refused: {why}")]
    Browser {
        /// What it said.
        why: String,
    },
}

impl FabricError {
    /// The error's kind: stable, for programs and for translations.
    pub fn code(&self) -> &'static str {
        match self {
            FabricError::NotIsolated => "not_isolated",
            FabricError::Layout(_) => "layout",
            FabricError::RingTooSmall { .. } => "ring_too_small",
            FabricError::Load { .. } => "load",
            FabricError::Busy => "busy",
            FabricError::Closed => "closed",
            FabricError::Cancelled => "cancelled",
            FabricError::NotStarted { .. } => "not_started",
            FabricError::Browser { .. } => "browser",
        }
    }
}
