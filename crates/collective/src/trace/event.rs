use std::fmt;

use serde::{Deserialize, Serialize};
use tensor::DType;

use super::{Readable, Snapshot, Span, TensorRef};
use crate::ReduceOp;
use crate::algorithm::Algorithm;
use crate::call::Collective;
use crate::error::ErrorKind;

/// One thing that one rank did.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.at(7).barrier().await?;
/// let first = &context.take_trace().events[0];
/// assert_eq!((first.seq, first.line, first.operation), (0, 7, 1));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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

/// What became of elements that arrived.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.all_reduce(&Tensor::from_slice(&[1i64]), ReduceOp::Sum).await?;
/// let events = context.take_trace().events;
/// let how = events.iter().find_map(|event| match event.kind {
///     trace::EventKind::Received { how, .. } => Some(how),
///     _ => None,
/// });
/// // Rank 0 folds the only element, rank 1 receives the sum.
/// assert_eq!(how, [Some(trace::How::Folded), Some(trace::How::Copied)][rank]);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// They replaced what was there.
    Copied,
    /// They were folded into what was there.
    Folded,
}

/// Which elements of the result come from which elements of the sources.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(1, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let (x, y) = (Tensor::from_slice(&[1i64]), Tensor::from_slice(&[0i64]));
/// world.all_to_all_single(&y, &x).await?;
/// let local = &context.take_trace().events[1].kind;
/// assert!(matches!(local, trace::EventKind::Local { kind: trace::LocalKind::Copied, .. }));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.broadcast(&Tensor::from_slice(&[1i64, 2]), 0).await?;
/// let events = context.take_trace().events;
/// let message = events.iter().find_map(|event| match event.kind {
///     trace::EventKind::Sent { message, .. } | trace::EventKind::Received { message, .. } => Some(message),
///     _ => None,
/// });
/// assert_eq!(message.map(|m| (m.peer, m.bytes)), Some((1 - rank as u32, 16)));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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
///
/// ```
/// # use collective::trace::BlockedOn;
/// let on = BlockedOn { receives: vec![1], ..BlockedOn::default() };
/// assert_eq!(on.to_string(), "ranks [1] to send");
/// ```
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
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.barrier().await?;
/// let events = context.take_trace().events;
/// assert!(matches!(events[0].kind, trace::EventKind::Begin { collective: Collective::Barrier, .. }));
/// assert!(events.iter().any(|event| event.kind == trace::EventKind::End));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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
    /// The program wrote the next line of its rank's log. (What it says is in the rank's record.)
    Log,
    /// The program ended with an error.
    Error {
        /// What kind of error.
        kind: ErrorKind,
    },
}
