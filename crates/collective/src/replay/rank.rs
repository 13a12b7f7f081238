use std::sync::Arc;

use super::masks::Masks;
use super::operation::{Operation, read};
use crate::ErrorKind;
use crate::by_number::ByNumber;
use crate::trace::{BlockedOn, Event, EventKind, How, LocalKind, Message, Span};

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
    tensors: Masks,
    operations: ByNumber<u32, Arc<Operation>>,
}

impl RankState {
    /// Which ranks' inputs the elements of a span hold now; of a tensor that an operation is about to write, as far as
    /// the operation has come.
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
        let settled = self.tensors.of(span.tensor);
        let mask = |element: usize| {
            let under_way =
                self.operations.values().rev().find_map(|o| o.output(span.tensor, element));
            under_way.or_else(|| settled.get(element).copied()).unwrap_or(0)
        };
        span.elements().map(mask).collect()
    }

    pub(super) fn apply(
        &mut self,
        rank: usize,
        event: &Event,
        under_way: &mut ByNumber<(u32, u32), Arc<Vec<u64>>>,
    ) {
        let operation = event.operation;
        match &event.kind {
            EventKind::Begin { inputs, outputs, .. } => {
                self.doing = Doing::Communicating(operation);
                let begun = Operation::begin(&mut self.tensors, inputs, outputs, rank);
                self.operations.insert(operation, Arc::new(begun));
            }
            EventKind::End => {
                self.doing = Doing::Computing;
                if let Some(ended) = self.operations.remove(operation) {
                    ended.end(&mut self.tensors);
                }
            }
            EventKind::Sent { message, from } => {
                let masks = self.read(operation, from);
                under_way.insert((rank as u32, message.id), Arc::new(masks));
            }
            EventKind::Received { message: Message { peer, id, .. }, into, how } => {
                if let Some(masks) = under_way.remove((*peer, *id)) {
                    self.write(operation, into, &masks, *how);
                }
            }
            EventKind::Local { kind, from, to, .. } => self.compute(operation, *kind, from, to),
            EventKind::Written { span, .. } => {
                self.tensors.own(span.tensor, span.elements(), rank);
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

    fn read(&self, operation: u32, span: &Span) -> Vec<u64> {
        read(self.operations.get(operation).map(|o| &**o), &self.tensors, span)
    }

    fn write(&mut self, operation: u32, span: &Span, masks: &[u64], how: How) {
        let operation = self.operations.get_mut(operation).map(Arc::make_mut);
        let buffer = operation.and_then(|operation| operation.buffer_mut(span.place));
        let target = buffer.unwrap_or(&mut self.tensors);
        match how {
            How::Copied => target.copy(span.tensor, span.start as usize, masks),
            How::Folded => target.fold(span.tensor, span.start as usize, masks),
        }
    }

    fn compute(&mut self, operation: u32, kind: LocalKind, from: &[Span], to: &Span) {
        let sources: Vec<Vec<u64>> = from.iter().map(|span| self.read(operation, span)).collect();
        let masks = match kind {
            LocalKind::Copied | LocalKind::Folded => sources.into_iter().next().unwrap_or_default(),
            LocalKind::Elementwise => {
                let mut joined = vec![0; to.len as usize];
                for source in &sources {
                    joined.iter_mut().zip(source).for_each(|(mask, more)| *mask |= more);
                }
                joined
            }
            LocalKind::Mixed => {
                let all = sources.iter().flatten().fold(0, |all, mask| all | mask);
                vec![all; to.len as usize]
            }
        };
        let how = if kind == LocalKind::Folded { How::Folded } else { How::Copied };
        self.write(operation, to, &masks, how);
    }
}
