//! Everything that can go wrong in a call, one code each.

use serde::{Deserialize, Serialize};
use std::fmt;
use tensor::TensorError;

use crate::call::Call;

/// The result of every call here. An error is boxed, so that what succeeds, nearly always, is not as large as the
/// largest of them.
pub type Result<T, E = Box<CollectiveError>> = std::result::Result<T, E>;

/// Why a rank is no longer there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailureReason {
    /// Its program ended with an error.
    Failed,
    /// It panicked.
    Panicked,
    /// Its worker or thread ended from outside.
    Terminated,
    /// The run was cancelled.
    Cancelled,
    /// It never became ready.
    NotStarted,
}

impl fmt::Display for FailureReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FailureReason::Failed => "its program ended with an error",
            FailureReason::Panicked => "it panicked",
            FailureReason::Terminated => "it was terminated",
            FailureReason::Cancelled => "the run was cancelled",
            FailureReason::NotStarted => "it did not start",
        })
    }
}

/// A rank that ended a run for all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerFailure {
    /// The rank that failed.
    pub rank: usize,
    /// Why.
    pub reason: FailureReason,
    /// What it said, where it could; may be empty.
    pub message: String,
}

impl fmt::Display for PeerFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} failed: {}", self.rank, self.reason)?;
        if !self.message.is_empty() {
            write!(f, " ({})", self.message)?;
        }
        Ok(())
    }
}

/// What a transport may report instead of a frame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// A rank ended the run.
    #[error("{0}")]
    PeerFailed(PeerFailure),
    /// No rank can go on (only the one-thread simulator can know).
    #[error("deadlock: every rank that has not finished waits for another")]
    Deadlock,
    /// The bytes that arrived make no sense.
    #[error("corrupt traffic from rank {peer}: {what}")]
    Corrupt {
        /// Who sent it.
        peer: usize,
        /// What was wrong.
        what: &'static str,
    },
    /// The platform refused.
    #[error("the transport to rank {peer} broke: {what}")]
    Broken {
        /// The other end.
        peer: usize,
        /// What the platform said.
        what: String,
    },
}

/// What a call can end with.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CollectiveError {
    /// A rank argument outside the world.
    #[error("{argument} = {rank} is out of range: valid ranks are 0 to {}", world_size.saturating_sub(1))]
    RankOutOfRange {
        /// The argument's name.
        argument: &'static str,
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
        argument: &'static str,
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
        call: &'static str,
        /// The group's global ranks.
        members: Vec<usize>,
    },
    /// A root that is not in the group.
    #[error("{argument} = {rank} is not in the group: choose one of its ranks {members:?}")]
    RootNotInGroup {
        /// The argument's name.
        argument: &'static str,
        /// What was given.
        rank: usize,
        /// The group's global ranks.
        members: Vec<usize>,
    },
    /// An algorithm that the collective does not have.
    #[error("{call}: there is no {given} algorithm for it: choose from {known:?}")]
    NoSuchAlgorithm {
        /// The operation's name.
        call: &'static str,
        /// The algorithm's name.
        given: &'static str,
        /// Names of those it has.
        known: Vec<&'static str>,
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
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
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
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
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
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
        /// The type given.
        given: &'static str,
        /// The type needed.
        expected: &'static str,
    },
    /// A list given where none may be, or missing where one must be.
    #[error("{call}: {argument} must {rule}")]
    ListMisplaced {
        /// The operation's name.
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
        /// "be given on the source rank", …
        rule: &'static str,
    },
    /// A list of the wrong length.
    #[error(
        "{call}: {argument} has {given} tensors where the group has {expected} ranks: give one for each rank"
    )]
    WrongListLength {
        /// The operation's name.
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
        /// Tensors given.
        given: usize,
        /// The group's size.
        expected: usize,
    },
    /// A value that cannot be sent as an object, or bytes that make none.
    #[error("{call}: {what}")]
    Object {
        /// The operation's name.
        call: &'static str,
        /// What went wrong.
        what: &'static str,
    },
    /// Subgroups of a size that does not divide the group.
    #[error(
        "{call}: {given} ranks to a group do not divide {world_size}: choose a divisor of {world_size}"
    )]
    WrongGroupSize {
        /// The operation's name.
        call: &'static str,
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
        call: &'static str,
        /// The argument's name.
        argument: &'static str,
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
        call: &'static str,
        /// How long.
        waited_ms: u64,
        /// Whom or what for.
        waiting_for: String,
    },
    /// No rank can go on.
    #[error("deadlock: rank {rank} waits in {call} for {waiting_for}, and no rank can go on")]
    Deadlock {
        /// The rank that waited.
        rank: usize,
        /// The operation's name.
        call: &'static str,
        /// Whom or what for.
        waiting_for: String,
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

impl CollectiveError {
    /// The error's kind: stable, for programs and for translations.
    pub fn code(&self) -> &'static str {
        match self {
            CollectiveError::RankOutOfRange { .. } => "rank_out_of_range",
            CollectiveError::PeerIsSelf { .. } => "peer_is_self",
            CollectiveError::NotInGroup { .. } => "not_in_group",
            CollectiveError::RootNotInGroup { .. } => "root_not_in_group",
            CollectiveError::NoSuchAlgorithm { .. } => "no_such_algorithm",
            CollectiveError::DuplicateRank { .. } => "duplicate_rank",
            CollectiveError::EmptyGroup => "empty_group",
            CollectiveError::WrongCount { .. } => "wrong_count",
            CollectiveError::Indivisible { .. } => "indivisible",
            CollectiveError::WrongDtype { .. } => "wrong_dtype",
            CollectiveError::ListMisplaced { .. } => "list_misplaced",
            CollectiveError::WrongListLength { .. } => "wrong_list_length",
            CollectiveError::Object { .. } => "object",
            CollectiveError::WrongGroupSize { .. } => "wrong_group_size",
            CollectiveError::WrongMesh { .. } => "wrong_mesh",
            CollectiveError::NoSuchDimension { .. } => "no_such_dimension",
            CollectiveError::WrongSplits { .. } => "wrong_splits",
            CollectiveError::Mismatch { .. } => "mismatch",
            CollectiveError::Timeout { .. } => "timeout",
            CollectiveError::Deadlock { .. } => "deadlock",
            CollectiveError::PeerFailed(_) => "peer_failed",
            CollectiveError::Transport(_) => "transport",
            CollectiveError::Tensor(_) => "tensor",
        }
    }

    /// The ranks that the error names besides the one that reports it.
    pub fn named_ranks(&self) -> Vec<usize> {
        match self {
            CollectiveError::Mismatch { peer, .. } => vec![*peer],
            CollectiveError::PeerFailed(failure) => vec![failure.rank],
            _ => Vec::new(),
        }
    }

    /// Whether the error is the caller's own: it took no operation number, and the group goes on.
    pub fn is_argument_error(&self) -> bool {
        !matches!(
            self,
            CollectiveError::Mismatch { .. }
                | CollectiveError::Timeout { .. }
                | CollectiveError::Deadlock { .. }
                | CollectiveError::PeerFailed(_)
                | CollectiveError::Transport(_)
        )
    }
}

impl From<TransportError> for Box<CollectiveError> {
    fn from(error: TransportError) -> Self {
        Box::new(match error {
            TransportError::PeerFailed(failure) => CollectiveError::PeerFailed(failure),
            other => CollectiveError::Transport(other),
        })
    }
}

impl From<Box<TensorError>> for Box<CollectiveError> {
    fn from(error: Box<TensorError>) -> Self {
        Box::new(CollectiveError::Tensor(error))
    }
}
