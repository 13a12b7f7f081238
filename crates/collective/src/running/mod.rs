//! One operation under way: its buffers, its schedule, and how far it has come.

mod start;

use tensor::{BinaryOp, State, Undefined};

use crate::ReduceOp;
use crate::algorithm::Action;
use crate::buffers::Buffers;
use crate::call::{Call, Collective};
use crate::endpoint::{Endpoint, Mode};
use crate::envelope::Envelope;
use crate::error::{Cell, CollectiveError, Result};
use crate::pending::Pending;
use crate::plan::Plan;
use crate::trace::{BlockedOn, EventKind, How, LocalKind, Recorder, Span};
use crate::under_way::UnderWay;

/// How far an operation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Advance {
    /// It waits for what it waited for before.
    Waiting,
    /// It has posted messages, and waits for them.
    Posted,
    /// It is over.
    Over,
}

pub(crate) struct Running {
    plan: Box<Plan>,
    /// The rank's own number for the operation, in its trace.
    operation: u32,
    line: u32,
    mode: Mode,
    buffers: Buffers,
    /// Of what it has read: another one says that it has been written since.
    version: u32,
    step: usize,
    under_way: Option<UnderWay>,
    /// Who sent the latest message.
    source: Option<u32>,
}

impl Running {
    pub(crate) fn call(&self) -> &Call {
        &self.plan.call
    }

    /// Goes as far as it can.
    pub(crate) fn advance(
        &mut self,
        endpoint: &mut Endpoint,
        recorder: &mut Recorder,
        pending: &mut Pending,
    ) -> Result<Advance> {
        if let Some(error) = endpoint.take_refusal(self.operation()) {
            return Err(error);
        }
        let is_first = self.step == 0 && self.under_way.is_none();
        if is_first && self.plan.call.collective != Collective::Send {
            self.read_again(endpoint, recorder)?;
        }
        let mut posted = false;
        loop {
            if self.step == self.plan.schedule.steps.len() {
                self.finish(endpoint, recorder, pending)?;
                return Ok(Advance::Over);
            }
            let mut under_way = match self.under_way.take() {
                Some(under_way) => under_way,
                None => {
                    posted = true;
                    self.post(endpoint, recorder)
                }
            };
            let collected = under_way.collect(endpoint);
            if !matches!(collected, Ok(true)) {
                self.under_way = Some(under_way);
                return collected.map(|_| if posted { Advance::Posted } else { Advance::Waiting });
            }
            self.apply(under_way, endpoint, recorder)?;
            self.step += 1;
        }
    }

    /// The global rank whose message came last.
    pub(crate) fn source(&self) -> Option<u32> {
        self.source
    }

    /// Gives the operation up: nothing waits for its messages, and no output stays pending.
    pub(crate) fn abandon(&self, endpoint: &mut Endpoint, pending: &mut Pending) {
        if let Some(under_way) = &self.under_way {
            under_way.cancel(endpoint);
        }
        endpoint.give_up(self.operation());
        for output in &self.plan.outputs {
            pending.end(output, State::Undefined(Undefined::Other("its operation failed")));
        }
    }

    /// The collective's group and number in it; number 0 for point-to-point operations.
    pub(crate) fn operation(&self) -> (u32, u32) {
        (self.plan.group, self.plan.op)
    }

    /// What rank `own` waits for in it.
    pub(crate) fn waits_for(&self, own: u32) -> BlockedOn {
        let global = |peer: usize| self.plan.ranks.get(peer).map_or(0, |&rank| rank as u32);
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        if let Some(under_way) = &self.under_way {
            sends.extend(under_way.sends.iter().map(|&(peer, _)| global(peer)));
            let anyone = 0..self.plan.ranks.len();
            for &(_, peer, _) in &under_way.receives {
                match peer {
                    Some(peer) => receives.push(global(peer)),
                    None => receives.extend(anyone.clone().map(global).filter(|&rank| rank != own)),
                }
            }
        }
        BlockedOn { receives, sends, tag: self.plan.tag }
    }

    fn envelope(&self) -> Envelope {
        Envelope {
            group: self.plan.group,
            op: self.plan.op,
            step: self.step as u32,
            tag: self.plan.tag,
        }
    }

    fn post(&self, endpoint: &mut Endpoint, recorder: &mut Recorder) -> UnderWay {
        let (envelope, call) = (self.envelope(), self.plan.call);
        let actions = self.actions();
        let mut sends = Vec::new();
        let mut receives = Vec::new();
        for (index, action) in actions.iter().enumerate() {
            match action {
                Action::Send { peer, from } => {
                    let bytes = self.buffers.bytes(from).to_vec();
                    let global = self.plan.ranks[*peer];
                    let (id, message) = endpoint.post_send(
                        global,
                        envelope,
                        call,
                        bytes,
                        self.mode,
                        recorder.clock() + 1,
                    );
                    let from = self.buffers.span(from);
                    self.record(endpoint.now(), recorder, EventKind::Sent { message, from });
                    sends.push((*peer, id));
                }
                Action::Receive { peer, into } | Action::ReceiveFold { peer, into } => {
                    let global = self.plan.ranks[*peer];
                    let bytes = (into.elements.len() * self.plan.call.dtype.size()) as u32;
                    let id = endpoint.post_recv(Some(global), envelope, call, bytes, recorder);
                    receives.push((index, Some(*peer), id));
                }
                Action::ReceiveAny { into } => {
                    let bytes = (into.elements.len() * self.plan.call.dtype.size()) as u32;
                    let id = endpoint.post_recv(None, envelope, call, bytes, recorder);
                    receives.push((index, None, id));
                }
                Action::Copy { .. } | Action::Fold { .. } => {}
            }
        }
        let mut arrived = Vec::new();
        arrived.resize_with(actions.len(), || None);
        UnderWay { sends, receives, arrived }
    }

    fn actions(&self) -> &[Action] {
        self.plan.schedule.steps.get(self.step).map_or(&[], |step| step.actions.as_slice())
    }

    fn apply(
        &mut self,
        mut under_way: UnderWay,
        endpoint: &Endpoint,
        recorder: &mut Recorder,
    ) -> Result<()> {
        let at = endpoint.now();
        let actions = match self.plan.schedule.steps.get_mut(self.step) {
            Some(step) => std::mem::take(&mut step.actions),
            None => return Ok(()),
        };
        for (index, action) in actions.iter().enumerate() {
            match action {
                Action::Send { .. } => {}
                Action::Receive { into, .. }
                | Action::ReceiveAny { into }
                | Action::ReceiveFold { into, .. } => {
                    let Some((message, payload)) = under_way.arrived[index].take() else {
                        continue;
                    };
                    self.source = Some(message.peer);
                    let fold = matches!(action, Action::ReceiveFold { .. });
                    self.buffers.put(into, &payload, self.fold(fold))?;
                    let how = if fold { How::Folded } else { How::Copied };
                    let into = self.buffers.span(into);
                    self.record(at, recorder, EventKind::Received { message, into, how });
                }
                Action::Copy { from, into } | Action::Fold { from, into } => {
                    let (sent, expected) = (from.elements.len(), into.elements.len());
                    if sent != expected {
                        return Err(self.own_cell(endpoint.rank(), sent, expected));
                    }
                    let bytes = self.buffers.bytes(from).to_vec();
                    let fold = matches!(action, Action::Fold { .. });
                    self.buffers.put(into, &bytes, self.fold(fold))?;
                    let kind = if fold { LocalKind::Folded } else { LocalKind::Copied };
                    self.moved(
                        at,
                        recorder,
                        kind,
                        self.buffers.span(from),
                        self.buffers.span(into),
                    );
                }
            }
        }
        Ok(())
    }

    /// What a rank sends itself and what it expects of itself differ, as they may between two ranks.
    fn own_cell(&self, rank: usize, sent: usize, expected: usize) -> Box<CollectiveError> {
        let (mine, theirs) = (Box::new(self.plan.call), Box::new(self.plan.call));
        let message = Some(Cell { from: rank, to: rank, sent, expected });
        Box::new(CollectiveError::Mismatch { rank, peer: rank, mine, theirs, message })
    }

    fn fold(&self, wanted: bool) -> Option<BinaryOp> {
        self.plan.call.op.filter(|_| wanted).map(ReduceOp::fold)
    }

    fn finish(
        &mut self,
        endpoint: &Endpoint,
        recorder: &mut Recorder,
        pending: &mut Pending,
    ) -> Result<()> {
        let element = self.plan.call.dtype.size();
        if let Some(op) = self.plan.call.op {
            let world_size = self.plan.ranks.len();
            op.finish(self.plan.call.dtype, self.buffers.output(), world_size)?;
        }
        let mut start = 0;
        for output in &self.plan.outputs {
            let end = start + output.numel() * element;
            output.write_bytes(0, &self.buffers.output()[start..end])?;
            start = end;
        }
        for output in &self.plan.outputs {
            pending.end(output, State::Ready);
        }
        if let Some((tensor, why)) = self.plan.undefined.take() {
            pending.leave(&tensor, State::Undefined(why));
        }
        self.record(endpoint.now(), recorder, EventKind::End);
        Ok(())
    }

    /// Notes that elements were moved inside the rank.
    fn moved(&self, at: f64, recorder: &mut Recorder, kind: LocalKind, from: Span, to: Span) {
        let name = self.plan.call.collective.name().to_owned();
        self.record(at, recorder, EventKind::Local { kind, name, from: vec![from], to });
    }

    fn record(&self, at: f64, recorder: &mut Recorder, kind: EventKind) {
        recorder.record(at, self.line, self.operation, kind);
    }
}
