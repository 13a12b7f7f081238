//! What all groups of one rank share: its endpoint, its operations under way and its trace.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tensor::Tensor;

use crate::call::Collective;
use crate::emulation::Emulation;
use crate::endpoint::{Endpoint, Mode};
use crate::error::{CollectiveError, PeerFailure, Result, TransportError};
use crate::few::Few;
use crate::group::ProcessGroup;
use crate::pending::Pending;
use crate::plan::Plan;
use crate::running::{Advance, Running};
use crate::trace::{EventKind, Recorder, Trace, TraceLimits};
use crate::traffic::Traffic;
use crate::transport::Transport;

/// How a rank behaves, the same on all ranks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Point-to-point messages of at most so many bytes need no matching receive to count as sent. 0: none, as gloo.
    pub eager_limit: usize,
    /// A call that waits longer than so many microseconds ends with an error; `None`: it waits for ever.
    pub timeout: Option<f64>,
    /// How much the trace may hold.
    pub trace: TraceLimits,
    /// What another implementation does is shown in place of errors, as far as that is known. (It has no bytes: ranks that
    /// are given settings as such are told by [`Context::emulate`].)
    #[serde(skip)]
    pub emulate: Option<Emulation>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { eager_limit: 0, timeout: Some(30e6), trace: TraceLimits::default(), emulate: None }
    }
}

pub(crate) struct Inner {
    pub(crate) endpoint: Endpoint,
    pub(crate) recorder: Recorder,
    pub(crate) running: Few<u32, Running>,
    pub(crate) pending: Pending,
    /// Operations under way whose work was dropped: nobody will ask how they ended.
    unwatched: Vec<u32>,
    /// How such an operation failed, told when the rank is done.
    unheard: Option<Box<CollectiveError>>,
    /// Operations that are over, each with the rank whose message came last.
    pub(crate) ended: Few<u32, Result<Option<u32>>>,
    failure: Option<Box<TransportError>>,
    operations: u32,
    groups: u32,
    /// The latest operation's number, by group.
    numbers: Few<u32, u32>,
}

/// One rank's place in the world. Clones are the same place.
#[derive(Clone)]
pub struct Context(Rc<Shared>);

struct Shared {
    inner: RefCell<Inner>,
    settings: Settings,
    rank: usize,
    world_size: usize,
}

impl Context {
    /// Starts a rank on `transport`.
    pub fn new(transport: Box<dyn Transport>, settings: Settings) -> Self {
        let (rank, world_size) = (transport.rank(), transport.world_size());
        let inner = Inner {
            endpoint: Endpoint::new(transport, settings.eager_limit, settings.emulate),
            recorder: Recorder::new(rank, settings.trace),
            running: Few::default(),
            ended: Few::default(),
            pending: Pending::default(),
            unwatched: Vec::new(),
            unheard: None,
            failure: None,
            operations: 0,
            groups: 1,
            numbers: Few::default(),
        };
        Self(Rc::new(Shared { inner: RefCell::new(inner), settings, rank, world_size }))
    }

    /// This rank's number in the world.
    pub fn rank(&self) -> usize {
        self.0.rank
    }

    /// Ranks in the world.
    pub fn world_size(&self) -> usize {
        self.0.world_size
    }

    /// The group of all ranks.
    pub fn world(&self) -> ProcessGroup {
        ProcessGroup::world(self.clone())
    }

    /// The rank's settings.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Microseconds since the run began.
    pub fn now(&self) -> f64 {
        self.inner().endpoint.now()
    }

    /// What this rank has sent and received until now.
    pub fn traffic(&self) -> Ref<'_, Traffic> {
        Ref::map(self.0.inner.borrow(), |inner| inner.endpoint.traffic())
    }

    /// Records an event of the program's own, at a line of its source (0: not known).
    pub fn record(&self, line: u32, kind: EventKind) {
        let mut inner = self.inner();
        let at = inner.endpoint.now();
        inner.recorder.record(at, line, 0, kind);
    }

    /// Records `tensor`'s present value under the program's name for it.
    pub fn record_written(&self, line: u32, name: &str, tensor: &Tensor) {
        let event = self.inner().recorder.written(name, tensor);
        self.record(line, event);
    }

    /// Takes the trace, leaving an empty one.
    pub fn take_trace(&self) -> Trace {
        let mut inner = self.inner();
        let mut trace = inner.recorder.take();
        if let Some(emulation) = inner.endpoint.emulation() {
            emulation.correct(&mut trace);
        }
        trace
    }

    /// Tells all ranks that this one ends the run.
    pub fn announce(&self, failure: &PeerFailure) {
        self.inner().endpoint.announce(failure);
    }

    /// What the rank's groups share. Nobody keeps hold of it: it is there for whoever asks next.
    pub(crate) fn inner(&self) -> RefMut<'_, Inner> {
        self.0.inner.borrow_mut()
    }

    /// The same, unless it is in use: a rank may be taken down in the middle of something.
    pub(crate) fn try_inner(&self) -> Option<RefMut<'_, Inner>> {
        self.0.inner.try_borrow_mut().ok()
    }

    pub(crate) fn next_group(&self) -> u32 {
        let mut inner = self.inner();
        inner.groups += 1;
        inner.groups - 1
    }

    /// Starts an operation. It goes on whenever the rank waits for anything.
    pub(crate) fn launch(&self, line: u32, mut plan: Box<Plan>) -> Result<u32> {
        let mut guard = self.inner();
        let inner = &mut *guard;
        if let Some(emulation) = inner.endpoint.emulation() {
            emulation.change(&mut plan, self.0.rank)?;
        }
        let id = inner.operations + 1;
        let mut mode = Mode::Eager;
        if plan.call.collective.is_point_to_point() {
            let bytes = plan.call.count as usize * plan.call.dtype.size();
            let limit = self.settings().eager_limit;
            if limit == 0 || bytes > limit {
                mode = Mode::Synchronous;
            }
        } else {
            if plan.call.collective == Collective::NewGroup {
                // Both neighbours are to be told where they make the group, not later.
                mode = Mode::Synchronous;
            }
            // A disagreement about an earlier collective: this one could not be what the others mean.
            if let Some(late) = inner.late_refusal() {
                return Err(late);
            }
            plan.op = inner.numbers.get(plan.group).map_or(1, |last| last + 1);
        }
        let (group, op) = (plan.group, plan.op);
        let running = Running::start(
            plan,
            mode,
            id,
            line,
            &mut inner.endpoint,
            &mut inner.recorder,
            &mut inner.pending,
        )?;
        // An operation that could not start takes no number.
        inner.operations = id;
        if op > 0 {
            inner.numbers.insert(group, op);
        }
        inner.running.insert(id, running);
        Ok(id)
    }
}

impl Inner {
    pub(crate) fn progress(&mut self) -> Result<(), Box<TransportError>> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        // Until nothing moves: a rank that has something left to do must not go to sleep.
        loop {
            let moved = match self.endpoint.progress(&mut self.recorder) {
                Ok(moved) => moved,
                Err(error) => {
                    self.failure = Some(error.clone());
                    return Err(error);
                }
            };
            if !(self.advance() || moved) {
                return Ok(());
            }
        }
    }

    /// Whether any operation has posted something or is over.
    fn advance(&mut self) -> bool {
        let mut changed = false;
        let mut over = Vec::new();
        for (id, running) in self.running.iter_mut() {
            let end =
                match running.advance(&mut self.endpoint, &mut self.recorder, &mut self.pending) {
                    Ok(Advance::Waiting) => continue,
                    Ok(Advance::Posted) => {
                        changed = true;
                        continue;
                    }
                    Ok(Advance::Over) => Ok(running.source()),
                    Err(error) => {
                        running.abandon(&mut self.endpoint, &mut self.pending);
                        Err(error)
                    }
                };
            changed = true;
            over.push((id, end));
        }
        for (id, end) in over {
            self.running.remove(id);
            match self.unwatched.iter().position(|unwatched| *unwatched == id) {
                None => self.ended.insert(id, end),
                Some(place) => {
                    self.unwatched.swap_remove(place);
                    self.unheard = self.unheard.take().or(end.err());
                }
            }
        }
        changed
    }

    /// Nobody will ask how operation `id` ended.
    pub(crate) fn unwatch(&mut self, id: u32) {
        if self.running.contains(id) {
            self.unwatched.push(id);
        } else if let Some(Err(error)) = self.ended.remove(id).map(|end| *end) {
            self.unheard.get_or_insert(error);
        }
    }

    /// A disagreement about a collective that is over here.
    pub(crate) fn late_refusal(&mut self) -> Option<Box<CollectiveError>> {
        let running = &self.running;
        let is_running = |operation| running.values().any(|r| r.operation() == operation);
        self.endpoint.take_late_refusal(is_running)
    }

    /// What nobody has been told yet.
    pub(crate) fn last_words(&mut self) -> Result<()> {
        let late = self.late_refusal().or_else(|| self.endpoint.take_late());
        late.or_else(|| self.unheard.take()).map_or(Ok(()), Err)
    }
}
