//! Runs ranks: the pool of workers, and what its answers mean to the page.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use crate::reactive::State;
use collective::{PeerFailure, wire};
use fabric::page::{Counters, FabricError, Job, Pool, Progress, RankOutcome, Stats, isolation};
use lessons::Config;

use crate::browser;
use crate::rehearsal::Rehearsal;
use crate::state::{Carried, Outcome, RunError, RunState, TransportChoice};
use crate::workers::Workers;

/// How a run ended: what to show.
pub struct Ended {
    /// Where the page stands now.
    pub state: RunState,
    /// What the ranks left behind, if they were started.
    pub outcome: Option<Arc<Outcome>>,
}

/// Runs ranks, one run at a time.
pub struct Runner {
    lessons: Workers,
    further: Workers,
    programs: Workers,
    rehearsal: Rehearsal,
    running: Cell<bool>,
    cancelled: Cell<bool>,
    latest: RefCell<Option<Arc<Outcome>>>,
}

/// The right to a run: from here on there is one under way.
pub struct Turn {
    runner: Rc<Runner>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.runner.running.set(false);
    }
}

impl Turn {
    /// Runs `config` on every rank, and tells `progress` how far it is.
    pub async fn run(
        self,
        progress: State<RunState>,
        config: Config,
        transport: TransportChoice,
    ) -> Ended {
        let begun = browser::now();
        let (state, outcome) = match self.runner.outcome(progress, config, transport).await {
            Ok(outcome) => (state(&outcome, browser::now() - begun), Some(Arc::new(outcome))),
            Err(FabricError::Cancelled) => (RunState::Cancelled, None),
            Err(error) => (RunState::Failed(not_begun(&error)), None),
        };
        Ended { state, outcome }
    }
}

impl Runner {
    /// Begins to load the workers' files, so that the first run need not wait for them, and then rehearses it: a page
    /// that holds this one starts two workers once, for a moment, whether or not anything is ever run.
    pub fn new() -> Self {
        let lessons = Workers::new("rank");
        Self {
            rehearsal: Rehearsal::begin(lessons.load()),
            lessons,
            further: Workers::new("further"),
            programs: Workers::new("program"),
            running: Cell::new(false),
            cancelled: Cell::new(false),
            latest: RefCell::new(None),
        }
    }

    /// Begins a run; `None` if one is under way already.
    pub fn begin(self: Rc<Self>) -> Option<Turn> {
        if self.running.replace(true) {
            return None;
        }
        self.rehearsal.give_up();
        self.cancelled.set(false);
        Some(Turn { runner: self })
    }

    /// Whether a run is under way.
    pub fn is_running(&self) -> bool {
        self.running.get()
    }

    /// Takes note of a run that is to be shown, if it started its ranks.
    pub fn note(&self, ended: &Ended) {
        if ended.outcome.is_some() {
            self.latest.replace(ended.outcome.clone());
        }
    }

    /// What the last run to be shown that started its ranks left behind.
    pub fn latest(&self) -> Option<Arc<Outcome>> {
        self.latest.borrow().clone()
    }

    /// Ends the run under way, and the workers with it.
    pub fn cancel(&self) {
        self.cancelled.set(true);
        for pool in self.loaded() {
            pool.cancel();
        }
    }

    /// Whether the rehearsal of the first run is still to come or under way.
    pub fn is_rehearsing(&self) -> bool {
        !self.rehearsal.is_over()
    }

    /// What the pool has and has done; `None` while the workers' files are on their way.
    pub fn stats(&self) -> Option<Stats> {
        self.loaded().map(|pool| pool.stats()).reduce(|one, other| one + other)
    }

    async fn outcome(
        &self,
        progress: State<RunState>,
        config: Config,
        transport: TransportChoice,
    ) -> Result<Outcome, FabricError> {
        let kind = transport.resolve(isolation()).ok_or(FabricError::NotIsolated)?;
        let of = config.world_size();
        progress.set(RunState::Starting { ready: 0, of });
        let of_program = config.program();
        let workers = match of_program {
            Some(_) => &self.programs,
            None if config.is_of_six() => &self.lessons,
            None => &self.further,
        };
        // At rest there are the last run's workers and no others.
        for others in self.kinds().into_iter().filter(|&kind| !std::ptr::eq(kind, workers)) {
            if let Some(idle) = others.loaded() {
                idle.cancel();
            }
        }
        let pool = workers.load().await?;
        if self.cancelled.get() {
            return Err(FabricError::Cancelled);
        }
        let bytes = match of_program {
            None => config.parts().map(|part| wire::encode(&part)).collect(),
            Some(text) => vec![text.as_bytes().to_vec(); of],
        };
        let job = Job { settings: config.run_settings(), ..Job::new(bytes, kind) };
        let tell = |now: Progress| {
            let now = match now {
                Progress::Starting { ready, of } => RunState::Starting { ready, of },
                Progress::Running { done, of } => RunState::Running { done, of },
            };
            if progress.get_untracked() != now {
                progress.set(now);
            }
        };
        let ended = pool.run(job, tell).await?;
        let handed = |rank: Result<RankOutcome, PeerFailure>| {
            rank.map(|outcome| (outcome.record, outcome.trace))
        };
        let ranks = ended.ranks.into_iter().map(handed).collect();
        Ok(Outcome::new(kind, config, ranks, carried(&ended.counters)))
    }

    fn kinds(&self) -> [&Workers; 3] {
        [&self.lessons, &self.further, &self.programs]
    }

    fn loaded(&self) -> impl Iterator<Item = Pool> {
        self.kinds().into_iter().filter_map(Workers::loaded)
    }
}

fn carried(counters: &Counters) -> Carried {
    Carried {
        ring_bytes: counters.shared_sent_bytes,
        port_bytes: counters.port_sent_bytes,
        page_messages: counters.page_messages,
        page_bytes: counters.page_bytes,
    }
}

fn state(outcome: &Outcome, millis: f64) -> RunState {
    match &outcome.report.failure {
        Some(failure) => RunState::Failed(RunError::Rank(failure.clone())),
        None => {
            let (passed, checks) = outcome.tally(None);
            let tenths_ms = (millis * 10.0).round() as u32;
            RunState::Done { passed, checks, transport: outcome.transport, tenths_ms }
        }
    }
}

fn not_begun(error: &FabricError) -> RunError {
    let (rank, why) = match error {
        FabricError::NotStarted { rank, why } => (Some(*rank), Some(why.clone())),
        FabricError::Load { url, why } => (None, Some(format!("{url}: {why}"))),
        FabricError::Browser { why } => (None, Some(why.clone())),
        _ => (None, None),
    };
    RunError::NotBegun { code: error.code(), message: error.to_string(), rank, why }
}
