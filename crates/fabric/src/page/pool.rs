use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

use super::locks::Locks;
use super::run::Run;
use super::worker::{Happening, LISTENERS, RankWorker};
use super::{FabricError, Job, Progress, RunOutcome, Stats, WorkerFiles, isolation};
use crate::TransportKind;
use crate::timer::{Timer, now};

/// How patient a pool is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoolOptions {
    /// Seconds after a run in which its workers wait for another.
    pub idle_seconds: f64,
    /// Seconds in which all workers of a run must be ready.
    pub ready_seconds: f64,
    /// Seconds a run may take once its ranks are started.
    pub run_seconds: f64,
    /// Seconds in which ranks may still hand over what they have after one has failed.
    pub grace_seconds: f64,
}

impl Default for PoolOptions {
    fn default() -> Self {
        Self { idle_seconds: 30.0, ready_seconds: 20.0, run_seconds: 120.0, grace_seconds: 1.0 }
    }
}

/// Workers, kept from one run to the next: at rest those of the last run and no more, none after a while, none after a
/// run that failed or was cancelled. Clones are the same pool; with the last of them the workers end.
#[derive(Clone)]
pub struct Pool {
    inner: Rc<Inner>,
}

impl Pool {
    /// A pool without workers.
    pub fn new(files: WorkerFiles, options: PoolOptions) -> Self {
        let inner = Rc::new_cyclic(|this: &Weak<Inner>| Inner {
            files,
            options,
            locks: Locks::new(this.clone()),
            this: this.clone(),
            state: RefCell::new(State::default()),
        });
        Self { inner }
    }

    /// Runs `job` on as many workers as it has ranks, and tells `on_progress` how far it is. A second call while a
    /// run is under way is refused. Dropping the future cancels the run.
    ///
    /// A rank that fails does not make this an error: the others' records are still wanted.
    ///
    /// # Errors
    /// When no rank was started, or the run was cancelled.
    pub async fn run(
        &self,
        job: Job,
        mut on_progress: impl FnMut(Progress),
    ) -> Result<RunOutcome, FabricError> {
        let inner = &*self.inner;
        job.layout()?;
        if job.kind == TransportKind::Shared && !isolation() {
            return Err(FabricError::NotIsolated);
        }
        let busy = inner.begin()?;
        inner.start_workers(job.world_size, &mut on_progress).await?;
        let mut run = Run::start(inner, &job)?;
        let outcome = run.finish(&mut on_progress).await?;
        if run.may_keep_workers() {
            busy.keep_workers();
        }
        Ok(outcome)
    }

    /// Runs `job` on workers of its own, which end with it, and forgets what came of it. What a browser does once (it
    /// compiles a function when that is first called, and keeps scripts it has seen) is then done before a reader
    /// waits for it: the first run comes to its end in about half the time. Two ranks touch everything.
    pub async fn rehearse(&self, job: Job) {
        let stage = Pool::new(self.inner.files.clone(), self.inner.options);
        // If it fails, so will the first run, and that says why.
        drop(stage.run(job, |_| ()).await);
    }

    /// Ends all workers. A run under way ends with [`FabricError::Cancelled`].
    pub fn cancel(&self) {
        self.inner.end_workers();
    }

    /// Ends all workers for good. A run under way ends with [`FabricError::Cancelled`].
    pub fn close(&self) {
        self.inner.state.borrow_mut().closed = true;
        self.inner.end_workers();
    }

    /// What there is, and what has been.
    pub fn stats(&self) -> Stats {
        let state = self.inner.state.borrow();
        Stats {
            workers: state.workers.len(),
            listeners: state.workers.len() * LISTENERS,
            timers: usize::from(state.idle.is_some()) + usize::from(state.alarm.is_some()),
            ..state.stats
        }
    }
}

pub(super) struct Inner {
    pub(super) files: WorkerFiles,
    pub(super) options: PoolOptions,
    pub(super) locks: Locks,
    pub(super) this: Weak<Inner>,
    pub(super) state: RefCell<State>,
}

#[derive(Default)]
pub(super) struct State {
    /// By rank of the next run.
    pub(super) workers: Vec<RankWorker>,
    pub(super) stats: Stats,
    pub(super) next_worker: u32,
    happenings: VecDeque<(u32, Happening)>,
    waker: Option<Waker>,
    running: bool,
    cancelled: bool,
    closed: bool,
    idle: Option<Timer>,
    /// When the run wants to be woken if nothing happens, in milliseconds since 1970.
    alarm: Option<(f64, Timer)>,
}

impl Inner {
    fn begin(&self) -> Result<Busy<'_>, FabricError> {
        let mut state = self.state.borrow_mut();
        if state.closed {
            return Err(FabricError::Closed);
        }
        if state.running {
            return Err(FabricError::Busy);
        }
        state.running = true;
        state.cancelled = false;
        state.idle = None;
        state.stats.runs += 1;
        Ok(Busy { inner: self, keep: false })
    }

    /// A listener's word, to be acted on by the run under way.
    pub(super) fn happened(&self, worker: u32, what: Happening) {
        let mut state = self.state.borrow_mut();
        if !state.running {
            state.forget_lost(worker, &what);
            return;
        }
        state.happenings.push_back((worker, what));
        state.wake();
    }

    /// The next thing that happens, or `None` when it is `deadline` (milliseconds since 1970).
    pub(super) async fn next(
        &self,
        deadline: f64,
    ) -> Result<Option<(u32, Happening)>, FabricError> {
        poll_fn(|context| {
            let mut state = self.state.borrow_mut();
            if state.cancelled {
                return Poll::Ready(Err(FabricError::Cancelled));
            }
            if let Some(happening) = state.happenings.pop_front() {
                return Poll::Ready(Ok(Some(happening)));
            }
            let left = deadline - now();
            if left <= 0.0 {
                return Poll::Ready(Ok(None));
            }
            state.waker = Some(context.waker().clone());
            if state.alarm.as_ref().is_none_or(|(at, _)| *at != deadline) {
                let this = self.this.clone();
                let ring = move || {
                    if let Some(inner) = this.upgrade() {
                        let mut state = inner.state.borrow_mut();
                        // It may ring a moment early; then it is set anew.
                        state.alarm = None;
                        state.wake();
                    }
                };
                state.alarm = Some((deadline, Timer::after(left.ceil(), ring)));
            }
            Poll::Pending
        })
        .await
    }

    fn end_workers(&self) {
        let workers = {
            let mut state = self.state.borrow_mut();
            state.cancelled = true;
            state.happenings.clear();
            state.idle = None;
            state.wake();
            std::mem::take(&mut state.workers)
        };
        drop(workers);
    }

    fn end_idle_workers(&self) {
        let mut state = self.state.borrow_mut();
        state.idle = None;
        if !state.running {
            state.workers.clear();
        }
    }
}

impl State {
    /// Between runs a worker has nothing to say; if it breaks or goes, the next run gets another.
    fn forget_lost(&mut self, worker: u32, what: &Happening) {
        if !matches!(what, Happening::Ready { .. } | Happening::Said(..)) {
            self.workers.retain(|known| known.id != worker);
        }
    }

    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

/// A run is under way while this lives. However the run ends, it leaves no worker behind that was not meant to stay.
struct Busy<'a> {
    inner: &'a Inner,
    keep: bool,
}

impl Busy<'_> {
    fn keep_workers(mut self) {
        self.keep = true;
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut state = self.inner.state.borrow_mut();
        state.running = false;
        state.alarm = None;
        state.waker = None;
        for (worker, what) in std::mem::take(&mut state.happenings) {
            state.forget_lost(worker, &what);
        }
        if self.keep && !state.cancelled {
            let this = self.inner.this.clone();
            let end = move || {
                if let Some(inner) = this.upgrade() {
                    inner.end_idle_workers();
                }
            };
            state.idle = Some(Timer::after(self.inner.options.idle_seconds * 1000.0, end));
        } else {
            state.workers.clear();
        }
    }
}
