//! The error itself: one variant, and one code, for each thing that can go wrong in a call.

use serde::{Deserialize, Serialize};
use tensor::text::{self, Text};
use tensor::{DType, TensorError};

use super::words;
use super::{Cell, Misuse, PeerFailure, TransportError};
use crate::ReduceOp;
use crate::call::Call;
use crate::trace::BlockedOn;

/// What a call can end with.
///
/// Where torch has a sentence for it, the message begins with that, and goes on with what to do.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let error = world.send(&Tensor::from_slice(&[1i64]), rank, 0).await.unwrap_err();
/// assert_eq!(*error, CollectiveError::PeerIsSelf { argument: "dst", rank });
/// assert!(error.to_string().starts_with("Invalid destination rank"));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum CollectiveError {
    /// A rank argument outside the world.
    #[error(fmt = words::rank_out_of_range)]
    RankOutOfRange {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// What was given.
        rank: usize,
        /// Ranks there are.
        world_size: usize,
    },
    /// A peer that is the caller itself.
    #[error(fmt = words::peer_is_self)]
    PeerIsSelf {
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// The calling rank.
        rank: usize,
    },
    /// A call on a group that the rank is not in.
    #[error(
        "Running {call} on global rank {rank} which does not belong to the given group. Call it only on the group's ranks {members:?}."
    )]
    NotInGroup {
        /// The caller.
        rank: usize,
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The group's global ranks.
        members: Vec<usize>,
    },
    /// A root that is not in the group.
    #[error(
        "Global rank {rank} is not part of group {members:?}. Give one of those ranks as {argument}, or the rank in the group as such."
    )]
    RootNotInGroup {
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// What was given.
        rank: usize,
        /// The group's global ranks.
        members: Vec<usize>,
    },
    /// An algorithm that the collective does not have.
    #[error("{call}: there is no {given} algorithm for it: choose from {known:?}")]
    NoSuchAlgorithm {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The algorithm's name.
        #[serde(deserialize_with = "text::read")]
        given: Text,
        /// Names of those it has.
        #[serde(deserialize_with = "text::read_list")]
        known: Vec<Text>,
    },
    /// A rank that is listed twice: in one list, or in two of several groups that may not overlap.
    #[error(fmt = words::duplicate_rank)]
    DuplicateRank {
        /// The rank.
        rank: usize,
        /// The first list that has it.
        first: Vec<usize>,
        /// The second one; empty where the first has it twice.
        second: Vec<usize>,
    },
    /// An empty list of ranks.
    #[error("new_group: the list of ranks is empty: list at least one rank")]
    EmptyGroup,
    /// A tensor of another shape than the call needs.
    #[error(fmt = words::wrong_shape)]
    WrongShape {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Which tensor of a list; of a tensor with a part for each rank, how many parts.
        index: usize,
        /// The shape given.
        given: Vec<usize>,
        /// The shape needed.
        expected: Vec<usize>,
    },
    /// A tensor whose rows (dimension 0) do not divide into one equal part for each rank.
    #[error(
        "Tensor's dim 0 does not divide equally across group size. {call} cannot share the {given} rows of {argument} among {world_size} ranks: pad it, or give split sizes."
    )]
    Indivisible {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Its rows.
        given: usize,
        /// The group's size.
        world_size: usize,
    },
    /// Tensors of different types in one call.
    #[error(fmt = words::wrong_dtype)]
    WrongDtype {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Its type.
        given: DType,
        /// The type of the tensor that stands before it in the call.
        expected: DType,
    },
    /// A type whose elements the reduction cannot fold.
    #[error(fmt = words::wrong_op)]
    WrongOp {
        /// The reduction.
        op: ReduceOp,
        /// The elements' type.
        dtype: DType,
    },
    /// A list given where none may be, or missing where one must be.
    #[error(fmt = words::list_misplaced)]
    ListMisplaced {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Whether there is one.
        given: bool,
    },
    /// A list of the wrong length.
    #[error(fmt = words::wrong_list_length)]
    WrongListLength {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Tensors given.
        given: usize,
        /// The group's size.
        expected: usize,
    },
    /// More bytes than one operation can move.
    #[error(
        "{call}: its tensors have {bytes} bytes, more than the 4 GiB that one operation moves: use several"
    )]
    TooLarge {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// What its tensors have.
        bytes: usize,
    },
    /// A value that cannot be sent as an object, or bytes that make none.
    #[error("{call}: {what}")]
    Object {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// What went wrong.
        #[serde(deserialize_with = "text::read")]
        what: Text,
    },
    /// Subgroups of a size that does not divide the group.
    #[error(
        "The world size ({world_size}) must be divisible by 'group_size={given}'. Give {call} a divisor of {world_size}."
    )]
    WrongGroupSize {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The size given.
        given: usize,
        /// The group's size.
        world_size: usize,
    },
    /// A mesh of another number of ranks.
    #[error(fmt = words::wrong_mesh)]
    WrongMesh {
        /// The dimensions' sizes.
        sizes: Vec<usize>,
        /// The group's size.
        world_size: usize,
    },
    /// A dimension by a name that the mesh does not have.
    #[error(fmt = words::no_such_dimension)]
    NoSuchDimension {
        /// The name.
        name: String,
        /// The mesh's names.
        known: Vec<String>,
    },
    /// Dimensions with one name for two of them, or not in the mesh's order.
    #[error(fmt = words::wrong_dimensions)]
    WrongDimensions {
        /// The names given.
        names: Vec<String>,
        /// The mesh's names; none where there is no mesh yet.
        known: Vec<String>,
    },
    /// Split sizes that do not fit.
    #[error(fmt = words::wrong_splits)]
    WrongSplits {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// The sizes given.
        splits: Vec<usize>,
        /// Rows of the tensor.
        rows: usize,
        /// The group's size.
        world_size: usize,
    },
    /// A rule that needs no numbers to be told.
    #[error(fmt = words::misused)]
    Misused {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The rule.
        rule: Misuse,
    },
    /// Two ranks met and meant different things.
    #[error(fmt = words::mismatch)]
    Mismatch {
        /// The rank that reports it.
        rank: usize,
        /// The rank it met.
        peer: usize,
        /// What the reporter called.
        mine: Box<Call>,
        /// What the peer called.
        theirs: Box<Call>,
        /// The message over which they met, where its size alone tells them apart.
        message: Option<Cell>,
    },
    /// A call that waited past its deadline.
    #[error(fmt = words::timeout)]
    Timeout {
        /// The rank that waited.
        rank: usize,
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// How long it might wait.
        waited_ms: u64,
        /// Whom or what for.
        waiting_for: BlockedOn,
    },
    /// No rank can go on.
    #[error(fmt = words::deadlock)]
    Deadlock {
        /// The rank that waited.
        rank: usize,
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// Whom or what for.
        waiting_for: BlockedOn,
        /// Ranks whose programs are over.
        finished: Vec<usize>,
    },
    /// A peer ended the run.
    #[error("{0}")]
    PeerFailed(PeerFailure),
    /// The transport broke.
    #[error("{0}")]
    Transport(TransportError),
    /// A tensor could not be read or written.
    #[error("{0}")]
    Tensor(Box<TensorError>),
}
