//! A rank's operations under way, and what becomes of them.

use crate::endpoint::Endpoint;
use crate::error::{CollectiveError, Result, TransportError};
use crate::few::Few;
use crate::pending::Pending;
use crate::plan::Plan;
use crate::running::{Advance, Running};
use crate::settings::Settings;
use crate::trace::Recorder;
use crate::transport::Transport;

/// A rank's operations, of all its groups, and what they go through.
pub(crate) struct Operations {
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
    /// The latest operation.
    latest: u32,
    /// Groups made, the world too.
    groups: u32,
    /// The latest operation's number, by group.
    numbers: Few<u32, u32>,
}

impl Operations {
    pub(crate) fn new(transport: Box<dyn Transport>, settings: &Settings) -> Self {
        Self {
            recorder: Recorder::new(transport.rank(), settings.trace),
            endpoint: Endpoint::new(transport, settings.eager_limit, settings.emulate),
            running: Few::default(),
            ended: Few::default(),
            pending: Pending::default(),
            unwatched: Vec::new(),
            unheard: None,
            failure: None,
            latest: 0,
            groups: 1,
            numbers: Few::default(),
        }
    }

    /// The number of the group that is made next.
    pub(crate) fn next_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups - 1
    }

    /// Starts an operation that the program calls at `line`. It goes on whenever the rank waits for anything.
    pub(crate) fn launch(
        &mut self,
        line: u32,
        mut plan: Box<Plan>,
        eager_limit: usize,
    ) -> Result<u32> {
        if let Some(emulation) = self.endpoint.emulation() {
            emulation.change(&mut plan, self.endpoint.rank())?;
        }
        if !plan.call.collective.is_point_to_point() {
            plan.op = self.numbers.get(plan.group).map_or(1, |last| last + 1);
        }
        let (id, group, op) = (self.latest + 1, plan.group, plan.op);
        let mode = plan.mode(eager_limit);
        let running = Running::start(
            plan,
            mode,
            id,
            line,
            &mut self.endpoint,
            &mut self.recorder,
            &mut self.pending,
        )?;
        // An operation that could not start takes no number.
        self.latest = id;
        if op > 0 {
            self.numbers.insert(group, op);
        }
        self.running.insert(id, running);
        Ok(id)
    }

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
                    self.give_up_unwatched();
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

    /// Gives operation `id` up, if it is under way.
    pub(crate) fn abandon(&mut self, id: u32) {
        if let Some(running) = self.running.remove(id) {
            running.abandon(&mut self.endpoint, &mut self.pending);
        }
    }

    /// Nobody will ask how operation `id` ended.
    pub(crate) fn unwatch(&mut self, id: u32) {
        if self.running.contains(id) {
            self.unwatched.push(id);
            self.give_up_unwatched();
        } else if let Some(Err(error)) = self.ended.remove(id).map(|end| *end) {
            self.unheard.get_or_insert(error);
        }
    }

    /// After a failure, operations will not go on by themselves.
    fn give_up_unwatched(&mut self) {
        if self.failure.is_some() {
            for id in std::mem::take(&mut self.unwatched) {
                self.abandon(id);
            }
        }
    }

    /// A disagreement about a collective that is over here: of `group`, or of any.
    pub(crate) fn late_refusal(&mut self, group: Option<u32>) -> Option<Box<CollectiveError>> {
        let running = &self.running;
        let is_late = |operation: (u32, u32)| {
            group.is_none_or(|group| group == operation.0)
                && !running.values().any(|running| running.operation() == operation)
        };
        self.endpoint.take_late_refusal(is_late)
    }

    /// What nobody has been told yet.
    pub(crate) fn last_words(&mut self) -> Result<()> {
        let late = self.late_refusal(None).or_else(|| self.endpoint.take_late());
        late.or_else(|| self.unheard.take()).map_or(Ok(()), Err)
    }
}
