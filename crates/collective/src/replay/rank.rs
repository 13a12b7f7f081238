use std::sync::Arc;

use super::masks::Masks;
use super::operation::{Operation, read};
use crate::by_number::ByNumber;
use crate::trace::{BlockedOn, Event, EventKind, How, LocalKind, Message, Span};

/// What a rank is about.
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
    Failed(String),
    /// Its last event is over.
    Done,
}

/// A named tensor: where its latest value was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The program's name.
    pub name: String,
    /// The elements.
    pub span: Span,
    /// Place in the order of all events of the event with its value.
    pub written: usize,
}

/// One rank at the cursor.
#[derive(Debug, Clone, Default)]
pub struct RankState {
    /// What it is about.
    pub doing: Doing,
    /// Line of its program, 0 where it is not known.
    pub line: u32,
    /// Its named tensors, in the order in which they were first named.
    pub named: Vec<Arc<Named>>,
    /// Its latest event, in its own sequence.
    pub latest: Option<u32>,
    tensors: Masks,
    operations: ByNumber<u32, Arc<Operation>>,
}

impl RankState {
    /// Which ranks' inputs the elements of a span hold now; of a tensor that an operation is about to write, as far as
    /// the operation has come.
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
        place: usize,
        event: &Event,
        under_way: &mut ByNumber<(u32, u32), Arc<Vec<u64>>>,
    ) {
        self.latest = Some(event.seq);
        if event.line > 0 {
            self.line = event.line;
        }
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
            EventKind::Written { span, name, .. } => {
                self.tensors.own(span.tensor, span.elements(), rank);
                self.name(name, *span, place);
                self.compute_on();
            }
            EventKind::Blocked { on } => self.doing = Doing::Blocked(operation, on.clone()),
            EventKind::Woken => self.doing = Doing::Computing,
            EventKind::Error { code } => self.doing = Doing::Failed(code.clone()),
            EventKind::Matched { .. } => {}
            EventKind::Check { .. } | EventKind::Log { .. } => self.compute_on(),
        }
    }

    fn compute_on(&mut self) {
        if self.doing == Doing::Waiting {
            self.doing = Doing::Computing;
        }
    }

    fn name(&mut self, name: &str, span: Span, written: usize) {
        match self.named.iter_mut().find(|named| named.name == name) {
            Some(named) => {
                let name = named.name.clone();
                *named = Arc::new(Named { name, span, written });
            }
            None => self.named.push(Arc::new(Named { name: name.to_owned(), span, written })),
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
