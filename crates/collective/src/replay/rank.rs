use std::sync::Arc;

use super::carried::Carried;
use super::masks::Masks;
use super::operation::Operation;
use crate::ErrorKind;
use crate::by_number::ByNumber;
use crate::trace::{BlockedOn, Event, EventKind, How, LocalKind, Message, Place, Span};

/// What a rank is about.
///
/// ```
/// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
/// # let runs = simulator::run(2, Default::default(), async |context: Context| {
/// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
/// #     context.record_written(1, "x", &x);
/// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
/// #     (context.take_trace(), x.storage_id())
/// # });
/// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
/// # let mut replay = Replay::new(traces);
/// # let end = replay.len();
/// let during = replay.place(0, 2).unwrap();
/// assert_eq!(replay.at(during).ranks()[0].doing, Doing::Communicating(1));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Doing {
    /// It has not begun.
    #[default]
    Waiting,
    /// It runs its program.
    Computing,
    /// It is inside an operation: the rank's own number for it.
    Communicating(u32),
    /// It waits inside an operation.
    Blocked(u32, BlockedOn),
    /// It ended with an error: its code.
    Failed(ErrorKind),
    /// Its last event is over. ([`Replay::doing`](super::Replay::doing) tells; a state does not know what comes.)
    Done,
}

/// One rank at the cursor.
///
/// ```
/// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
/// # let runs = simulator::run(2, Default::default(), async |context: Context| {
/// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
/// #     context.record_written(1, "x", &x);
/// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
/// #     (context.take_trace(), x.storage_id())
/// # });
/// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
/// # let mut replay = Replay::new(traces);
/// # let end = replay.len();
/// let state: &RankState = &replay.at(end).ranks()[0];
/// assert_eq!(state.doing, Doing::Computing);
/// ```
#[derive(Debug, Clone, Default)]
pub struct RankState {
    /// What it is about.
    pub doing: Doing,
    rank: usize,
    tensors: Masks,
    operations: ByNumber<u32, Arc<Operation>>,
}

impl RankState {
    pub(super) fn new(rank: usize) -> Self {
        Self { rank, ..Self::default() }
    }

    /// Which ranks' inputs the elements of a span hold now; of a tensor that an operation is about to write, as far as
    /// the operation has come. No bit where the trace does not tell.
    ///
    /// ```
    /// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
    /// # let runs = simulator::run(2, Default::default(), async |context: Context| {
    /// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
    /// #     context.record_written(1, "x", &x);
    /// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
    /// #     (context.take_trace(), x.storage_id())
    /// # });
    /// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
    /// # let mut replay = Replay::new(traces);
    /// # let end = replay.len();
    /// # let span = Span { tensor: x[0], start: 0, len: 1, place: Place::Tensor };
    /// let before = replay.place(0, 1).unwrap();
    /// assert_eq!(replay.at(before).ranks()[0].provenance(&span), [0b01]);
    /// assert_eq!(replay.at(end).ranks()[0].provenance(&span), [0b11]);
    /// ```
    pub fn provenance(&self, span: &Span) -> Vec<u64> {
        let mut tensors = None;
        for operation in self.operations.values().filter(|o| o.writes(span.tensor)) {
            // As if it ended now.
            let tensors = tensors.get_or_insert_with(|| self.tensors.clone());
            operation.end(tensors, Some(span.tensor));
        }
        self.carry_of(tensors.as_ref().unwrap_or(&self.tensors), span).masks
    }

    pub(super) fn apply(
        &mut self,
        event: &Event,
        under_way: &mut ByNumber<(u32, u32), Arc<Carried>>,
    ) {
        let (operation, rank) = (event.operation, self.rank);
        match &event.kind {
            EventKind::Begin { inputs, outputs, .. } => {
                self.doing = Doing::Communicating(operation);
                let begun = Operation::begin(&mut self.tensors, inputs, outputs, rank);
                self.operations.insert(operation, Arc::new(begun));
            }
            EventKind::End => {
                self.doing = Doing::Computing;
                if let Some(ended) = self.operations.remove(operation) {
                    ended.end(&mut self.tensors, None);
                }
            }
            EventKind::Sent { message, from } => {
                let carried = self.carry(operation, from);
                under_way.insert((rank as u32, message.id), Arc::new(carried));
            }
            EventKind::Received { message: Message { peer, id, .. }, into, how } => {
                if let Some(carried) = under_way.remove((*peer, *id)) {
                    self.write(operation, into, &carried, *how);
                }
            }
            EventKind::Local { kind, from, to, .. } => self.compute(operation, *kind, from, to),
            EventKind::Written { span, .. } => {
                match span.place {
                    Place::View => self.tensors.meet(span.tensor),
                    _ => {
                        let elements: Vec<usize> = span.elements().collect();
                        self.tensors.own(span.tensor, &elements, rank);
                    }
                }
                self.compute_on();
            }
            EventKind::Blocked { on } => self.doing = Doing::Blocked(operation, on.clone()),
            EventKind::Woken => {
                // Woken before the operation has ended, it is still in it.
                let inside = self.operations.get(operation).is_some();
                self.doing =
                    if inside { Doing::Communicating(operation) } else { Doing::Computing };
            }
            EventKind::Error { kind } => self.doing = Doing::Failed(*kind),
            EventKind::Matched { .. } => {}
            EventKind::Check { .. } | EventKind::Log => self.compute_on(),
        }
    }

    fn compute_on(&mut self) {
        if self.doing == Doing::Waiting {
            self.doing = Doing::Computing;
        }
    }

    fn carry(&self, operation: u32, span: &Span) -> Carried {
        let operation = self.operations.get(operation);
        if operation.is_some_and(|operation| operation.is_unclear(span)) {
            return Carried::unknown(span.len as usize);
        }
        let buffer = operation.and_then(|operation| operation.buffer(span.place));
        self.carry_of(buffer.unwrap_or(&self.tensors), span)
    }

    fn carry_of(&self, masks: &Masks, span: &Span) -> Carried {
        match span.place {
            Place::View => masks.carry_any(span.tensor, span.len as usize, self.rank),
            _ => masks.carry(span.tensor, &span.elements().collect::<Vec<_>>()),
        }
    }

    fn write(&mut self, operation: u32, span: &Span, carried: &Carried, how: How) {
        let operation = self.operations.get_mut(operation).map(Arc::make_mut);
        let buffer = operation.and_then(|operation| operation.buffer_mut(span.place));
        let target = buffer.unwrap_or(&mut self.tensors);
        match span.place {
            Place::View => target.put_anywhere(span.tensor, carried, self.rank),
            _ => {
                let elements: Vec<usize> = span.elements().collect();
                target.put(span.tensor, &elements, carried, how);
            }
        }
    }

    fn compute(&mut self, operation: u32, kind: LocalKind, from: &[Span], to: &Span) {
        let under_way = self.operations.get_mut(operation).map(Arc::make_mut);
        if let (Some(under_way), true) = (under_way, is_reread(from, to)) {
            return under_way.reread(&mut self.tensors, to.place, to.tensor, self.rank);
        }
        let sources: Vec<Carried> = from.iter().map(|span| self.carry(operation, span)).collect();
        let carried = match kind {
            LocalKind::Copied | LocalKind::Folded => sources.into_iter().next().unwrap_or_default(),
            _ => Carried::joined(&sources, to.len as usize, kind == LocalKind::Mixed),
        };
        let how = if kind == LocalKind::Folded { How::Folded } else { How::Copied };
        self.write(operation, to, &carried, how);
    }
}

/// Whether an operation reads again what it was given.
pub(super) fn is_reread(from: &[Span], to: &Span) -> bool {
    let is_given = |span: &Span| matches!(span.place, Place::Tensor | Place::View);
    !is_given(to) && from.iter().any(is_given)
}
