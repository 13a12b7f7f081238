//! Which event wrote an element last.

use super::Replay;
use crate::trace::{Event, EventKind, How, LocalKind, Message, Place, Span, TensorRef};

/// Where an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    /// In a storage: its id, and which element of it.
    Tensor(u64, usize),
    /// In a buffer of an operation: the rank's number for the operation, which buffer, as spans name it.
    Buffer(u32, Place, u64, usize),
}

/// An element of a rank, before some event of that rank's own sequence.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    pub rank: usize,
    pub before: usize,
    pub location: Location,
}

/// What an event did to an element.
pub(super) enum Writer {
    /// An operation read it from a tensor, or wrote it back to one.
    Given(At),
    /// It came from there; in that step, if it was a message.
    Copied(At, Option<u32>),
    /// What was at `from` was folded into what was at `into`; in that step, if it was a message.
    Folded { into: At, from: At, step: Option<u32> },
    /// It is element `index` of a computation's result; of one element alone, where there is a `from`.
    Computed { index: usize, from: Option<At> },
    /// Something that the trace does not tell: the tensor's view was not contiguous.
    Untold,
}

/// Which of `span`'s elements an element is.
pub(super) fn offset(span: &Span, tensor: u64, element: usize) -> Option<usize> {
    let inside = span.tensor == tensor && span.elements().contains(&element);
    inside.then(|| element - span.start as usize)
}

/// Whether one of `tensors` has the element; `Some(false)` where it may, but its view is not contiguous.
fn meets(tensors: &[TensorRef], tensor: u64, element: usize) -> Option<bool> {
    let mut of = tensors.iter().filter(|given| given.tensor == tensor);
    of.find_map(|given| match given.is_contiguous() {
        true => given.elements().contains(&element).then_some(true),
        false => Some(false),
    })
}

fn location(operation: u32, span: &Span, offset: usize) -> Location {
    let element = span.start as usize + offset;
    match span.place {
        Place::Tensor => Location::Tensor(span.tensor, element),
        place => Location::Buffer(operation, place, span.tensor, element),
    }
}

/// Which of `span`'s elements, as `operation` names them, the element at `at` is.
fn within(at: &At, operation: u32, span: &Span) -> Option<usize> {
    match at.location {
        Location::Tensor(tensor, element) if span.place == Place::Tensor => {
            offset(span, tensor, element)
        }
        Location::Buffer(own, place, tensor, element)
            if own == operation && place == span.place =>
        {
            offset(span, tensor, element)
        }
        _ => None,
    }
}

impl Replay {
    /// The latest event that wrote what is at `at`: its position in the rank's own sequence, and what it did.
    pub(super) fn writer(&self, at: &At) -> Option<(usize, Writer)> {
        (0..at.before).rev().find_map(|index| {
            self.writes(at.rank, index, &at.location).map(|writer| (index, writer))
        })
    }

    /// What event `index` of `rank` did to the element there, if it wrote it.
    pub(super) fn writes(&self, rank: usize, index: usize, there: &Location) -> Option<Writer> {
        let event = self.traces.get(rank)?.events.get(index)?;
        let here = |location| At { rank, before: index, location };
        let at = here(*there);
        match (&event.kind, *there) {
            (EventKind::End, Location::Tensor(tensor, element)) => {
                let EventKind::Begin { outputs, .. } = self.begin(&at, event.operation)? else {
                    return None;
                };
                let buffer = Location::Buffer(event.operation, Place::Output, tensor, element);
                meets(outputs, tensor, element).map(|told| match told {
                    true => Writer::Given(here(buffer)),
                    false => Writer::Untold,
                })
            }
            (
                EventKind::Begin { inputs, .. },
                Location::Buffer(operation, place, tensor, element),
            ) if operation == event.operation => {
                Some(match place {
                    Place::Scratch => Writer::Untold,
                    // What is in no input was in the output before.
                    _ if meets(inputs, tensor, element) != Some(false) => {
                        Writer::Given(here(Location::Tensor(tensor, element)))
                    }
                    _ => Writer::Untold,
                })
            }
            (EventKind::Received { message, into, how }, _) => {
                let offset = within(&at, event.operation, into)?;
                self.received(at, message, *how, offset)
            }
            (EventKind::Local { kind, from, to, .. }, _) => {
                let offset = within(&at, event.operation, to)?;
                Some(self.computed(at, event.operation, *kind, from, offset))
            }
            _ => None,
        }
    }

    /// A message's element `offset` arrived at `at`.
    fn received(&self, at: At, message: &Message, how: How, offset: usize) -> Option<Writer> {
        let peer = message.peer as usize;
        let sent = self.sent(peer, message.id)?;
        let source = self.traces.get(peer)?.events.get(sent)?;
        let EventKind::Sent { from, .. } = &source.kind else { return None };
        let location = location(source.operation, from, offset);
        let from = At { rank: peer, before: sent, location };
        let step = Some(message.step);
        Some(match how {
            How::Copied => Writer::Copied(from, step),
            How::Folded => Writer::Folded { into: at, from, step },
        })
    }

    /// Element `offset` of what a rank computed of `from`, in an operation or outside, came to stand at `at`.
    fn computed(
        &self,
        at: At,
        operation: u32,
        kind: LocalKind,
        from: &[Span],
        offset: usize,
    ) -> Writer {
        let [span] = from else { return Writer::Computed { index: offset, from: None } };
        if span.place == Place::Tensor && self.is_untold(&at, operation) {
            return Writer::Untold;
        }
        let source = At { location: location(operation, span, offset), ..at };
        match kind {
            LocalKind::Copied => Writer::Copied(source, None),
            LocalKind::Folded => Writer::Folded { into: at, from: source, step: None },
            LocalKind::Elementwise => Writer::Computed { index: offset, from: Some(source) },
            LocalKind::Mixed => Writer::Computed { index: offset, from: None },
        }
    }

    /// Whether the element is in a buffer whose tensor's view is not contiguous.
    fn is_untold(&self, at: &At, operation: u32) -> bool {
        match (at.location, self.begin(at, operation)) {
            (Location::Buffer(.., tensor, element), Some(EventKind::Begin { inputs, .. })) => {
                meets(inputs, tensor, element) == Some(false)
            }
            _ => false,
        }
    }

    /// How operation `number` of a rank began, looked for before `at`.
    pub(super) fn begin(&self, at: &At, number: u32) -> Option<&EventKind> {
        let events = self.traces.get(at.rank)?.events.get(..at.before)?;
        let begins = |event: &&Event| {
            event.operation == number && matches!(event.kind, EventKind::Begin { .. })
        };
        events.iter().rev().find(begins).map(|event| &event.kind)
    }

    /// The event of `rank`'s own sequence by which it sent its message `id`.
    fn sent(&self, rank: usize, id: u32) -> Option<usize> {
        let events = &self.traces.get(rank)?.events;
        let sends = |event: &Event| matches!(&event.kind, EventKind::Sent { message, .. } if message.id == id);
        events.iter().position(sends)
    }
}
