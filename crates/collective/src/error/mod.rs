//! Everything that can go wrong in a call, one code each.

mod failure;
mod kind;

use serde::{Deserialize, Serialize};
use tensor::TensorError;
use tensor::text::{self, Text};

use crate::call::Call;
use crate::trace::BlockedOn;

pub use failure::{FailureReason, PeerFailure, TransportError};

/// The result of every call here. An error is boxed, so that what succeeds, nearly always, is not as large as the
/// largest of them.
pub type Result<T, E = Box<CollectiveError>> = std::result::Result<T, E>;

/// What a call can end with.
#[derive(Debug, Clone, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum CollectiveError {
    /// A rank argument outside the world.
    #[error("{argument} = {rank} is out of range: valid ranks are 0 to {}", world_size.saturating_sub(1))]
    RankOutOfRange {
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// What was given.
        rank: usize,
        /// Ranks there are.
        world_size: usize,
    },
    /// A peer that is the caller itself.
    #[error(
        "{argument} = {rank} is the calling rank itself: give another rank, or copy the tensor locally"
    )]
    PeerIsSelf {
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// The calling rank.
        rank: usize,
    },
    /// A call on a group that the rank is not in.
    #[error(
        "rank {rank} called {call} on a group it is not part of: call it only on the group's ranks {members:?}"
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
    #[error("{argument} = {rank} is not in the group: choose one of its ranks {members:?}")]
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
    /// A list of ranks that makes no group.
    #[error("new_group: rank {rank} is listed twice: list each rank once")]
    DuplicateRank {
        /// The rank listed twice.
        rank: usize,
    },
    /// An empty list of ranks.
    #[error("new_group: the list of ranks is empty: list at least one rank")]
    EmptyGroup,
    /// A tensor with another number of elements than the call needs.
    #[error("{call}: {argument} has {given} elements where {expected} are needed")]
    WrongCount {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Elements given.
        given: usize,
        /// Elements needed.
        expected: usize,
    },
    /// An input that does not divide into one equal part for each rank.
    #[error(
        "{call}: {argument} has {given} elements, which {world_size} ranks cannot share evenly: pad it to a multiple of {world_size}"
    )]
    Indivisible {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// Elements given.
        given: usize,
        /// The group's size.
        world_size: usize,
    },
    /// Tensors of different types in one call.
    #[error(
        "{call}: {argument} is {given} where the other tensors are {expected}: convert one of them"
    )]
    WrongDtype {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// The type given.
        #[serde(deserialize_with = "text::read")]
        given: Text,
        /// The type needed.
        #[serde(deserialize_with = "text::read")]
        expected: Text,
    },
    /// A list given where none may be, or missing where one must be.
    #[error("{call}: {argument} must {rule}")]
    ListMisplaced {
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// The argument's name.
        #[serde(deserialize_with = "text::read")]
        argument: Text,
        /// "be given on the source rank", …
        #[serde(deserialize_with = "text::read")]
        rule: Text,
    },
    /// A list of the wrong length.
    #[error(
        "{call}: {argument} has {given} tensors where the group has {expected} ranks: give one for each rank"
    )]
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
        "{call}: {given} ranks to a group do not divide {world_size}: choose a divisor of {world_size}"
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
    #[error(
        "a mesh of {sizes:?} does not have {world_size} places: the sizes' product must be the world's size"
    )]
    WrongMesh {
        /// The dimensions' sizes.
        sizes: Vec<usize>,
        /// The group's size.
        world_size: usize,
    },
    /// A dimension by a name that the mesh does not have, or has twice.
    #[error("the mesh has no single dimension {name}: its dimensions are {known:?}")]
    NoSuchDimension {
        /// The name.
        name: String,
        /// The mesh's names.
        known: Vec<String>,
    },
    /// Split sizes that do not fit.
    #[error(
        "{call}: {argument} = {splits:?} does not fit: give {world_size} sizes that add up to the {rows} rows of the tensor"
    )]
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
    /// Two ranks met and meant different things.
    #[error("rank {rank} calls {mine}, but rank {peer} calls {theirs}: make the two calls agree")]
    Mismatch {
        /// The rank that reports it.
        rank: usize,
        /// The rank it met.
        peer: usize,
        /// What the reporter called.
        mine: Box<Call>,
        /// What the peer called.
        theirs: Box<Call>,
    },
    /// A call that waited past its deadline.
    #[error(
        "rank {rank} waited {waited_ms} ms in {call} for {waiting_for}: see whether that rank makes the matching call"
    )]
    Timeout {
        /// The rank that waited.
        rank: usize,
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// How long.
        waited_ms: u64,
        /// Whom or what for.
        waiting_for: BlockedOn,
    },
    /// No rank can go on.
    #[error("deadlock: rank {rank} waits in {call} for {waiting_for}, and no rank can go on")]
    Deadlock {
        /// The rank that waited.
        rank: usize,
        /// The operation's name.
        #[serde(deserialize_with = "text::read")]
        call: Text,
        /// Whom or what for.
        waiting_for: BlockedOn,
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
