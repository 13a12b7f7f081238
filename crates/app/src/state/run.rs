use lessons::Failure;

use fabric::TransportKind;

/// Where the page stands between a click on Run and the last check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum RunState {
    /// Nothing has been run.
    #[default]
    Idle,
    /// The settings cannot be.
    Refused {
        /// How many of them.
        wrong: usize,
    },
    /// Workers are being started.
    Starting {
        /// Workers that are ready.
        ready: usize,
        /// Workers there must be.
        of: usize,
    },
    /// The ranks run.
    Running {
        /// Ranks that are done.
        done: usize,
        /// Ranks there are.
        of: usize,
    },
    /// The run came to its end.
    Done {
        /// Checks that held.
        passed: usize,
        /// Checks there were.
        checks: usize,
        /// How frames travelled.
        transport: TransportKind,
        /// From the click to the last check, in tenths of a millisecond.
        tenths_ms: u32,
    },
    /// The run ended early, or did not begin.
    Failed(RunError),
    /// The reader ended it.
    Cancelled,
}

impl RunState {
    /// Whether a run is under way.
    pub fn is_active(&self) -> bool {
        matches!(self, RunState::Starting { .. } | RunState::Running { .. })
    }

    /// How far it is: so many of so many.
    pub fn progress(&self) -> Option<(usize, usize)> {
        match self {
            RunState::Starting { ready, of } => Some((*ready, *of)),
            RunState::Running { done, of } => Some((*done, *of)),
            _ => None,
        }
    }
}

/// Why a run ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunError {
    /// A rank's program ended with an error, or a rank was lost.
    Rank(Failure),
    /// No rank was started.
    NotBegun {
        /// The error's kind.
        code: &'static str,
        /// One sentence, in English.
        message: String,
        /// The rank it is about, if it is about one.
        rank: Option<usize>,
        /// What the browser said, if it said something.
        why: Option<String>,
    },
}
