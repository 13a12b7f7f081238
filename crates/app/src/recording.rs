use std::sync::{Arc, Mutex, PoisonError};

use crate::state::{Outcome, Playback};

/// A run, decoded. A copy is the same one.
#[derive(Clone)]
pub struct Recording {
    of: Arc<Outcome>,
    playback: Arc<Mutex<Playback>>,
}

impl PartialEq for Recording {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.playback, &other.playback)
    }
}

impl Recording {
    /// Decodes a run's traces, and replays them once.
    pub fn decode(of: Arc<Outcome>) -> Self {
        let playback = Playback::decode(&of.traces, of.report.config.lessons());
        Self { of, playback: Arc::new(Mutex::new(playback)) }
    }

    /// The run that it was decoded from.
    pub fn outcome(&self) -> &Outcome {
        &self.of
    }

    /// Whether it is of this run.
    pub fn is_of(&self, outcome: &Arc<Outcome>) -> bool {
        Arc::ptr_eq(&self.of, outcome)
    }

    /// Asks the playback something.
    pub fn ask<T>(&self, question: impl FnOnce(&mut Playback) -> T) -> T {
        question(&mut self.playback.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
