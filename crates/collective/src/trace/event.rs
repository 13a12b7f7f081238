use std::fmt;

use serde::{Deserialize, Serialize};
use tensor::{DType, State, Tensor, Undefined};

use super::Snapshot;
use crate::ReduceOp;
use crate::algorithm::Algorithm;
use crate::call::Collective;

/// One thing that one rank did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Position in the rank's own sequence, from 0.
    pub seq: u32,
    /// Lamport's logical clock: larger than that of every event that could have caused this one.
    pub clock: u64,
    /// Microseconds since the run began.
    pub at: f64,
    /// Line of the program's source, 0 where it is not known.
    pub line: u32,
    /// The operation it belongs to: a number that the rank gives to each of its operations, from 1; 0 for none.
    pub operation: u32,
    /// What happened.
    pub kind: EventKind,
}

/// Some consecutive elements of one tensor: of its storage where the view that was given is contiguous, else of that
/// view in row-major order (the operation's [`TensorRef`] tells how it lies).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The storage's id.
    pub tensor: u64,
    /// First element.
    pub start: u32,
    /// Elements.
    pub len: u32,
    /// In the tensor itself, or in which buffer of an operation on it.
    pub place: Place,
}

impl Span {
    /// The elements' numbers.
    pub fn elements(&self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start.saturating_add(self.len as usize)
    }
}

/// Where elements are while an operation works on copies of its tensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In the tensor.
    Tensor,
    /// In what the operation read of it.
    Input,
    /// In what the operation will write to it.
    Output,
    /// In room of the operation's own, which belongs to no tensor (its number is 0).
    Scratch,
}

/// A tensor as an operation was given it: which storage, and how the view lies in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorRef {
    /// The storage's id.
    pub tensor: u64,
    /// First element's place in the storage.
    pub offset: u32,
    /// Sizes.
    pub shape: Vec<u32>,
    /// Steps, in elements.
    pub strides: Vec<u32>,
}

impl TensorRef {
    /// The elements as spans name them.
    pub fn elements(&self) -> std::ops::Range<usize> {
        let len = self.shape.iter().fold(1usize, |len, &size| len.saturating_mul(size as usize));
        let base = if self.is_contiguous() { self.offset as usize } else { 0 };
        base..base.saturating_add(len)
    }

    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1u32;
        self.shape.iter().zip(&self.strides).rev().all(|(&size, &stride)| {
            let fits = size == 1 || stride == expected;
            expected = expected.saturating_mul(size.max(1));
            fits
        })
    }
}

impl From<&Tensor> for TensorRef {
    fn from(tensor: &Tensor) -> Self {
        Self {
            tensor: tensor.storage_id(),
            offset: tensor.storage_offset() as u32,
            shape: tensor.shape().iter().map(|&size| size as u32).collect(),
            strides: tensor.strides().iter().map(|&stride| stride as u32).collect(),
        }
    }
}

/// Whether a tensor's contents mean anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Readable {
    /// They do.
    Ready,
    /// An operation will fill it: the rank's own number for that operation.
    Pending(u64),
    /// They do not, and why.
    Undefined(Undefined),
}

impl From<State> for Readable {
    fn from(state: State) -> Self {
        match state {
            State::Ready => Readable::Ready,
            State::Pending { work } => Readable::Pending(work),
            State::Undefined(why) => Readable::Undefined(why),
        }
    }
}

impl From<&Tensor> for Span {
    fn from(tensor: &Tensor) -> Self {
        let base = if tensor.is_contiguous() { tensor.storage_offset() } else { 0 };
        let (tensor, len) = (tensor.storage_id(), tensor.numel() as u32);
        Self { tensor, start: base as u32, len, place: Place::Tensor }
    }
}

/// What became of elements that arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// They replaced what was there.
    Copied,
    /// They were folded into what was there.
    Folded,
}

/// Which elements of the result come from which elements of the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LocalKind {
    /// Element by element, replacing.
    Copied,
    /// Element by element, added to what was there.
    Folded,
    /// Element `i` from element `i` of every source.
    Elementwise,
    /// Every element from every element of every source (a matrix product, say).
    Mixed,
}

/// One message's place, the same on both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The other rank, global.
    pub peer: u32,
    /// The group's number.
    pub group: u32,
    /// The operation's number in its group; 0 for point-to-point.
    pub op: u32,
    /// Step of the algorithm.
    pub step: u32,
    /// Tag of a point-to-point message.
    pub tag: u32,
    /// The sender's number for it: with the sender it names the message.
    pub id: u32,
    /// Payload bytes.
    pub bytes: u32,
}

/// What a blocked rank waits for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedOn {
    /// Global ranks whose message must arrive.
    pub receives: Vec<u32>,
    /// Global ranks that must take a message.
    pub sends: Vec<u32>,
    /// The tag, for point-to-point operations.
    pub tag: u32,
}

impl fmt::Display for BlockedOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (receives, sends) = (&self.receives, &self.sends);
        match (receives.is_empty(), sends.is_empty()) {
            (true, true) => f.write_str("its turn"),
            (true, false) => write!(f, "ranks {sends:?} to receive"),
            (false, true) => write!(f, "ranks {receives:?} to send"),
            (false, false) => write!(f, "ranks {receives:?} to send and {sends:?} to receive"),
        }
    }
}

/// The kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum EventKind {
    /// An operation begins.
    Begin {
        /// Which.
        collective: Collective,
        /// The group's number.
        group: u32,
        /// The operation's number in it.
        op: u32,
        /// How it is done.
        algorithm: Algorithm,
        /// Element type.
        dtype: DType,
        /// Elements, as the call counts them.
        count: u64,
        /// How elements are folded, where they are.
        fold: Option<ReduceOp>,
        /// Tensors read.
        inputs: Vec<TensorRef>,
        /// Tensors written.
        outputs: Vec<TensorRef>,
    },
    /// The operation is complete.
    End,
    /// A message was handed over.
    Sent {
        /// Which.
        message: Message,
        /// The elements it carries.
        from: Span,
    },
    /// An offered message met its receive.
    Matched {
        /// Which.
        message: Message,
    },
    /// A message's elements were put in their place.
    Received {
        /// Which.
        message: Message,
        /// Where they went.
        into: Span,
        /// Whether they replaced or were folded.
        how: How,
    },
    /// A named tensor has a new value.
    Written {
        /// Which elements.
        span: Span,
        /// The program's name for it.
        name: String,
        /// Sizes.
        shape: Vec<u32>,
        /// Element type.
        dtype: DType,
        /// Its values, whole or summarised.
        values: Snapshot,
        /// Ready, pending or undefined.
        state: Readable,
    },
    /// Elements moved or were computed inside the rank.
    Local {
        /// How results come from sources.
        kind: LocalKind,
        /// What the program calls it: "mask", "scale", "matmul", …
        name: String,
        /// Sources.
        from: Vec<Span>,
        /// Result.
        to: Span,
    },
    /// The rank waits.
    Blocked {
        /// For what.
        on: BlockedOn,
    },
    /// It goes on.
    Woken,
    /// An assertion was evaluated.
    Check {
        /// Its name.
        name: String,
        /// Whether it held.
        passed: bool,
        /// The tensors that it looked at: what was, then what should be; none where it was about numbers.
        about: Vec<Span>,
    },
    /// The program said something.
    Log {
        /// The line's key.
        key: String,
    },
    /// The program ended with an error.
    Error {
        /// Its code.
        code: String,
    },
}
