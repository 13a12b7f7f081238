//! One operation under way: its buffers, its schedule, and how far it has come.

use tensor::{DType, State, Tensor, TensorError, Undefined, fold_bytes};

use crate::algorithm::{Action, Algorithm, Buffer, Place, Schedule};
use crate::call::Call;
use crate::endpoint::{Endpoint, Mode, RecvId, SendId};
use crate::envelope::Envelope;
use crate::error::{CollectiveError, Result};
use crate::trace::{BlockedOn, EventKind, How, LocalKind, Recorder, Span, TensorRef};

/// What an operation is, before it starts.
pub(crate) struct Plan {
    pub call: Call,
    pub group: u32,
    pub op: u32,
    pub tag: u32,
    /// Global ranks by group rank.
    pub ranks: std::rc::Rc<[usize]>,
    pub algorithm: Algorithm,
    pub schedule: Schedule,
    pub mode: Mode,
    pub dtype: DType,
    /// Read at the start, one after the other.
    pub inputs: Vec<Tensor>,
    /// Written at the end, one after the other.
    pub outputs: Vec<Tensor>,
    /// The outputs' contents are also read at the start (in-place operations).
    pub in_place: bool,
    /// A tensor whose contents mean nothing once the operation is over, and why.
    pub undefined: Option<(Tensor, Undefined)>,
}

/// A buffer and the tensors whose elements it holds.
struct Bytes {
    bytes: Vec<u8>,
    /// Storage id, first element and elements of each tensor, in order.
    tensors: Vec<(u64, usize, usize)>,
}

impl Bytes {
    fn new(tensors: &[Tensor], element: usize, read: bool) -> Result<Self, TensorError> {
        let count: usize = tensors.iter().map(Tensor::numel).sum();
        let mut bytes = Vec::with_capacity(count * element);
        if read {
            for tensor in tensors {
                bytes.extend_from_slice(&tensor.to_bytes()?);
            }
        } else {
            bytes.resize(count * element, 0);
        }
        let of = |t: &Tensor| {
            let base = if t.is_contiguous() {
                t.storage_offset()
            } else {
                0
            };
            (t.storage_id(), base, t.numel())
        };
        let tensors = tensors.iter().map(of).collect();
        Ok(Self { bytes, tensors })
    }

    fn scratch(elements: usize, element: usize) -> Self {
        Self {
            bytes: vec![0; elements * element],
            tensors: Vec::new(),
        }
    }

    fn span(&self, place: &Place) -> Span {
        let mut start = place.elements.start;
        let len = place.elements.len() as u32;
        for &(tensor, base, count) in &self.tensors {
            if start < count || (start == count && len == 0) {
                return Span {
                    tensor,
                    start: (base + start) as u32,
                    len,
                };
            }
            start -= count;
        }
        // Scratch room belongs to no tensor.
        Span {
            tensor: 0,
            start: place.elements.start as u32,
            len,
        }
    }
}

/// A step's messages: those still under way, and the payloads that have arrived, by action.
struct UnderWay {
    sends: Vec<(usize, SendId)>,
    receives: Vec<(usize, usize, RecvId)>,
    arrived: Vec<Option<(crate::trace::Message, Vec<u8>)>>,
}

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
    plan: Plan,
    /// The rank's own number for the operation, in its trace.
    operation: u32,
    line: u32,
    buffers: [Bytes; 3],
    step: usize,
    under_way: Option<UnderWay>,
}

impl Running {
    /// Reads the inputs and marks the outputs as pending.
    pub(crate) fn start(
        plan: Plan,
        operation: u32,
        line: u32,
        at: f64,
        recorder: &mut Recorder,
    ) -> Result<Self> {
        let element = plan.dtype.size();
        let buffers = [
            Bytes::new(&plan.inputs, element, true)?,
            Bytes::new(&plan.outputs, element, plan.in_place)?,
            Bytes::scratch(plan.schedule.scratch, element),
        ];
        for output in &plan.outputs {
            output.set_state(State::Pending {
                work: u64::from(operation),
            });
        }
        let refs = |tensors: &[Tensor]| tensors.iter().map(TensorRef::from).collect::<Vec<_>>();
        let mut inputs = refs(&plan.inputs);
        if plan.in_place {
            inputs.extend(refs(&plan.outputs));
        }
        let begin = EventKind::Begin {
            collective: plan.call.collective,
            group: plan.group,
            op: plan.op,
            algorithm: plan.algorithm,
            dtype: plan.dtype,
            count: plan.call.count,
            inputs,
            outputs: refs(&plan.outputs),
        };
        recorder.record(at, line, operation, begin);
        Ok(Self {
            plan,
            operation,
            line,
            buffers,
            step: 0,
            under_way: None,
        })
    }

    pub(crate) fn call(&self) -> &Call {
        &self.plan.call
    }

    /// Goes as far as it can.
    pub(crate) fn advance(
        &mut self,
        endpoint: &mut Endpoint,
        recorder: &mut Recorder,
    ) -> Result<Advance> {
        if let Some(error) = endpoint.take_refusal((self.plan.group, self.plan.op)) {
            return Err(error);
        }
        let mut posted = false;
        loop {
            if self.step == self.plan.schedule.steps.len() {
                self.finish(endpoint, recorder)?;
                return Ok(Advance::Over);
            }
            let mut under_way = match self.under_way.take() {
                Some(under_way) => under_way,
                None => {
                    posted = true;
                    self.post(endpoint, recorder)
                }
            };
            if !under_way.collect(endpoint)? {
                self.under_way = Some(under_way);
                return Ok(if posted {
                    Advance::Posted
                } else {
                    Advance::Waiting
                });
            }
            self.apply(under_way, endpoint.now(), recorder)?;
            self.step += 1;
        }
    }

    /// Leaves no output pending when the operation fails.
    pub(crate) fn abandon(&self) {
        for output in &self.plan.outputs {
            output.set_state(State::Undefined(Undefined::Other("its operation failed")));
        }
    }

    pub(crate) fn waits_for(&self) -> BlockedOn {
        let global = |peer: usize| self.plan.ranks.get(peer).map_or(0, |&rank| rank as u32);
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        if let Some(under_way) = &self.under_way {
            sends.extend(under_way.sends.iter().map(|&(peer, _)| global(peer)));
            receives.extend(under_way.receives.iter().map(|&(_, peer, _)| global(peer)));
        }
        BlockedOn {
            receives,
            sends,
            tag: self.plan.tag,
        }
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
                    let bytes = self.bytes(from).to_vec();
                    let global = self.plan.ranks[*peer];
                    let (id, message) = endpoint.post_send(
                        global,
                        envelope,
                        call,
                        bytes,
                        self.plan.mode,
                        recorder.clock() + 1,
                    );
                    let from = self.buffers[from.buffer as usize].span(from);
                    self.record(endpoint.now(), recorder, EventKind::Sent { message, from });
                    sends.push((*peer, id));
                }
                Action::Receive { peer, into } | Action::ReceiveFold { peer, into } => {
                    let global = self.plan.ranks[*peer];
                    let bytes = (into.elements.len() * self.plan.dtype.size()) as u32;
                    let id = endpoint.post_recv(global, envelope, call, bytes, recorder);
                    receives.push((index, *peer, id));
                }
                Action::Copy { .. } | Action::Fold { .. } => {}
            }
        }
        let arrived = std::iter::repeat_with(|| None)
            .take(actions.len())
            .collect();
        UnderWay {
            sends,
            receives,
            arrived,
        }
    }

    fn actions(&self) -> &[Action] {
        self.plan
            .schedule
            .steps
            .get(self.step)
            .map_or(&[], |step| step.actions.as_slice())
    }

    fn bytes(&self, place: &Place) -> &[u8] {
        let element = self.plan.dtype.size();
        let range = place.elements.start * element..place.elements.end * element;
        &self.buffers[place.buffer as usize].bytes[range]
    }

    fn put(&mut self, into: &Place, bytes: &[u8], fold: bool) -> Result<(), TensorError> {
        let element = self.plan.dtype.size();
        let range = into.elements.start * element..into.elements.end * element;
        let there = &mut self.buffers[into.buffer as usize].bytes[range];
        match self.plan.call.op {
            Some(op) if fold => fold_bytes(self.plan.dtype, op.fold(), there, bytes),
            _ => {
                there.copy_from_slice(bytes);
                Ok(())
            }
        }
    }

    fn apply(&mut self, mut under_way: UnderWay, at: f64, recorder: &mut Recorder) -> Result<()> {
        let actions = match self.plan.schedule.steps.get_mut(self.step) {
            Some(step) => std::mem::take(&mut step.actions),
            None => return Ok(()),
        };
        for (index, action) in actions.iter().enumerate() {
            match action {
                Action::Send { .. } => {}
                Action::Receive { into, .. } | Action::ReceiveFold { into, .. } => {
                    let Some((message, payload)) = under_way.arrived[index].take() else {
                        continue;
                    };
                    let fold = matches!(action, Action::ReceiveFold { .. });
                    self.put(into, &payload, fold)?;
                    let how = if fold { How::Folded } else { How::Copied };
                    let into = self.buffers[into.buffer as usize].span(into);
                    self.record(at, recorder, EventKind::Received { message, into, how });
                }
                Action::Copy { from, into } | Action::Fold { from, into } => {
                    let bytes = self.bytes(from).to_vec();
                    let fold = matches!(action, Action::Fold { .. });
                    self.put(into, &bytes, fold)?;
                    let kind = if fold {
                        LocalKind::Folded
                    } else {
                        LocalKind::Copied
                    };
                    let from = vec![self.buffers[from.buffer as usize].span(from)];
                    let to = self.buffers[into.buffer as usize].span(into);
                    let name = self.plan.call.collective.name().to_owned();
                    self.record(
                        at,
                        recorder,
                        EventKind::Local {
                            kind,
                            name,
                            from,
                            to,
                        },
                    );
                }
            }
        }
        Ok(())
    }

    fn finish(&mut self, endpoint: &Endpoint, recorder: &mut Recorder) -> Result<()> {
        let element = self.plan.dtype.size();
        let mut start = 0;
        for output in &self.plan.outputs {
            let end = start + output.numel() * element;
            output.set_state(State::Ready);
            output.write_bytes(0, &self.buffers[Buffer::Output as usize].bytes[start..end])?;
            start = end;
        }
        if let Some((tensor, why)) = self.plan.undefined.take() {
            tensor.set_state(State::Undefined(why));
        }
        self.record(endpoint.now(), recorder, EventKind::End);
        Ok(())
    }

    fn record(&self, at: f64, recorder: &mut Recorder, kind: EventKind) {
        recorder.record(at, self.line, self.operation, kind);
    }
}

impl UnderWay {
    /// Takes what has arrived; `true` when nothing is under way any more.
    fn collect(&mut self, endpoint: &mut Endpoint) -> Result<bool> {
        let mut failed: Option<CollectiveError> = None;
        self.sends.retain(|&(_, id)| match endpoint.send_done(id) {
            Ok(done) => !done,
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        });
        let arrived = &mut self.arrived;
        self.receives
            .retain(|&(index, _, id)| match endpoint.take_received(id) {
                Ok(None) => true,
                Ok(taken) => {
                    arrived[index] = taken;
                    false
                }
                Err(error) => {
                    failed.get_or_insert(error);
                    false
                }
            });
        match failed {
            Some(error) => Err(error),
            None => Ok(self.sends.is_empty() && self.receives.is_empty()),
        }
    }
}
