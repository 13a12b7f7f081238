//! What kind of error one is, and how others become one.

use serde::{Deserialize, Serialize};
use tensor::TensorError;

use super::{CollectiveError, TransportError};

/// What kind of error one is: what programs and translations tell apart.
///
/// (In a rank it is a number; the page has the texts.)
///
/// ```
/// # use collective::{CollectiveError, ErrorKind};
/// assert_eq!(CollectiveError::EmptyGroup.kind(), ErrorKind::EmptyGroup);
/// assert_eq!(ErrorKind::EmptyGroup.code(), "empty_group");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ErrorKind {
    RankOutOfRange,
    PeerIsSelf,
    NotInGroup,
    RootNotInGroup,
    NoSuchAlgorithm,
    DuplicateRank,
    EmptyGroup,
    WrongShape,
    Indivisible,
    WrongDtype,
    WrongOp,
    ListMisplaced,
    WrongListLength,
    TooLarge,
    Object,
    WrongGroupSize,
    WrongMesh,
    NoSuchDimension,
    WrongDimensions,
    WrongSplits,
    Mismatch,
    Timeout,
    Deadlock,
    PeerFailed,
    Transport,
    Tensor,
    NotContiguous,
    NegativeSplit,
    EmptyBatch,
    MixedGroups,
    NotPointToPoint,
    GlobalAndGroupRank,
    NotEmulated,
}

impl ErrorKind {
    /// All of them, each at its own number.
    ///
    /// ```
    /// # use collective::ErrorKind;
    /// assert!(ErrorKind::ALL.iter().enumerate().all(|(number, &kind)| kind as usize == number));
    /// ```
    pub const ALL: [ErrorKind; 33] = [
        ErrorKind::RankOutOfRange,
        ErrorKind::PeerIsSelf,
        ErrorKind::NotInGroup,
        ErrorKind::RootNotInGroup,
        ErrorKind::NoSuchAlgorithm,
        ErrorKind::DuplicateRank,
        ErrorKind::EmptyGroup,
        ErrorKind::WrongShape,
        ErrorKind::Indivisible,
        ErrorKind::WrongDtype,
        ErrorKind::WrongOp,
        ErrorKind::ListMisplaced,
        ErrorKind::WrongListLength,
        ErrorKind::TooLarge,
        ErrorKind::Object,
        ErrorKind::WrongGroupSize,
        ErrorKind::WrongMesh,
        ErrorKind::NoSuchDimension,
        ErrorKind::WrongDimensions,
        ErrorKind::WrongSplits,
        ErrorKind::Mismatch,
        ErrorKind::Timeout,
        ErrorKind::Deadlock,
        ErrorKind::PeerFailed,
        ErrorKind::Transport,
        ErrorKind::Tensor,
        ErrorKind::NotContiguous,
        ErrorKind::NegativeSplit,
        ErrorKind::EmptyBatch,
        ErrorKind::MixedGroups,
        ErrorKind::NotPointToPoint,
        ErrorKind::GlobalAndGroupRank,
        ErrorKind::NotEmulated,
    ];

    /// Its stable name, for programs and for translations.
    ///
    /// ```
    /// # use collective::ErrorKind;
    /// assert_eq!(ErrorKind::PeerIsSelf.code(), "peer_is_self");
    /// ```
    pub fn code(self) -> &'static str {
        match self {
            ErrorKind::RankOutOfRange => "rank_out_of_range",
            ErrorKind::PeerIsSelf => "peer_is_self",
            ErrorKind::NotInGroup => "not_in_group",
            ErrorKind::RootNotInGroup => "root_not_in_group",
            ErrorKind::NoSuchAlgorithm => "no_such_algorithm",
            ErrorKind::DuplicateRank => "duplicate_rank",
            ErrorKind::EmptyGroup => "empty_group",
            ErrorKind::WrongShape => "wrong_shape",
            ErrorKind::Indivisible => "indivisible",
            ErrorKind::WrongDtype => "wrong_dtype",
            ErrorKind::WrongOp => "wrong_op",
            ErrorKind::ListMisplaced => "list_misplaced",
            ErrorKind::WrongListLength => "wrong_list_length",
            ErrorKind::TooLarge => "too_large",
            ErrorKind::Object => "object",
            ErrorKind::WrongGroupSize => "wrong_group_size",
            ErrorKind::WrongMesh => "wrong_mesh",
            ErrorKind::NoSuchDimension => "no_such_dimension",
            ErrorKind::WrongDimensions => "wrong_dimensions",
            ErrorKind::WrongSplits => "wrong_splits",
            ErrorKind::Mismatch => "mismatch",
            ErrorKind::Timeout => "timeout",
            ErrorKind::Deadlock => "deadlock",
            ErrorKind::PeerFailed => "peer_failed",
            ErrorKind::Transport => "transport",
            ErrorKind::Tensor => "tensor",
            ErrorKind::NotContiguous => "not_contiguous",
            ErrorKind::NegativeSplit => "negative_split",
            ErrorKind::EmptyBatch => "empty_batch",
            ErrorKind::MixedGroups => "mixed_groups",
            ErrorKind::NotPointToPoint => "not_point_to_point",
            ErrorKind::GlobalAndGroupRank => "global_and_group_rank",
            ErrorKind::NotEmulated => "not_emulated",
        }
    }
}

impl CollectiveError {
    /// The error's kind.
    ///
    /// ```
    /// # use collective::{CollectiveError, ErrorKind, Misuse};
    /// let error = CollectiveError::Misused { call: "scatter", rule: Misuse::NotContiguous };
    /// assert_eq!(error.kind(), ErrorKind::NotContiguous);
    /// ```
    pub fn kind(&self) -> ErrorKind {
        match self {
            CollectiveError::RankOutOfRange { .. } => ErrorKind::RankOutOfRange,
            CollectiveError::PeerIsSelf { .. } => ErrorKind::PeerIsSelf,
            CollectiveError::NotInGroup { .. } => ErrorKind::NotInGroup,
            CollectiveError::RootNotInGroup { .. } => ErrorKind::RootNotInGroup,
            CollectiveError::NoSuchAlgorithm { .. } => ErrorKind::NoSuchAlgorithm,
            CollectiveError::DuplicateRank { .. } => ErrorKind::DuplicateRank,
            CollectiveError::EmptyGroup => ErrorKind::EmptyGroup,
            CollectiveError::WrongShape { .. } => ErrorKind::WrongShape,
            CollectiveError::Indivisible { .. } => ErrorKind::Indivisible,
            CollectiveError::WrongDtype { .. } => ErrorKind::WrongDtype,
            CollectiveError::WrongOp { .. } => ErrorKind::WrongOp,
            CollectiveError::ListMisplaced { .. } => ErrorKind::ListMisplaced,
            CollectiveError::WrongListLength { .. } => ErrorKind::WrongListLength,
            CollectiveError::TooLarge { .. } => ErrorKind::TooLarge,
            CollectiveError::Object { .. } => ErrorKind::Object,
            CollectiveError::WrongGroupSize { .. } => ErrorKind::WrongGroupSize,
            CollectiveError::WrongMesh { .. } => ErrorKind::WrongMesh,
            CollectiveError::NoSuchDimension { .. } => ErrorKind::NoSuchDimension,
            CollectiveError::WrongDimensions { .. } => ErrorKind::WrongDimensions,
            CollectiveError::WrongSplits { .. } => ErrorKind::WrongSplits,
            CollectiveError::Mismatch { .. } => ErrorKind::Mismatch,
            CollectiveError::Timeout { .. } => ErrorKind::Timeout,
            CollectiveError::Deadlock { .. } => ErrorKind::Deadlock,
            CollectiveError::PeerFailed(_) => ErrorKind::PeerFailed,
            CollectiveError::Transport(_) => ErrorKind::Transport,
            CollectiveError::Tensor(_) => ErrorKind::Tensor,
            CollectiveError::Misused { rule, .. } => rule.kind(),
        }
    }

    /// The [`kind`](Self::kind)'s stable name.
    ///
    /// ```
    /// # use collective::CollectiveError;
    /// assert_eq!(CollectiveError::EmptyGroup.code(), "empty_group");
    /// ```
    pub fn code(&self) -> &'static str {
        self.kind().code()
    }

    /// The ranks that the error names besides the one that reports it.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let told = if rank == 0 { world.barrier().await } else { world.new_group(&[0, 1]).await.map(drop) };
    /// if let Err(error) = told {
    ///     assert_eq!(error.named_ranks(), [1 - rank]);
    /// }
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn named_ranks(&self) -> Vec<usize> {
        match self {
            CollectiveError::Mismatch { peer, .. } => vec![*peer],
            CollectiveError::PeerFailed(failure) => vec![failure.rank],
            CollectiveError::Timeout { waiting_for, .. }
            | CollectiveError::Deadlock { waiting_for, .. } => {
                let ranks = waiting_for.receives.iter().chain(&waiting_for.sends);
                let mut ranks: Vec<usize> = ranks.map(|&rank| rank as usize).collect();
                ranks.sort_unstable();
                ranks.dedup();
                ranks
            }
            _ => Vec::new(),
        }
    }

    /// Whether the error is the caller's own: it took no operation number, and the group goes on.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let error = world.broadcast(&Tensor::from_slice(&[1i64]), 5).await.unwrap_err();
    /// assert!(error.is_argument_error());
    /// world.barrier().await?; // the group goes on
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
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

impl From<Box<TransportError>> for Box<CollectiveError> {
    fn from(error: Box<TransportError>) -> Self {
        Box::new(match *error {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_are_there_each_with_a_code_of_its_own() {
        assert_eq!(ErrorKind::ALL.len(), ErrorKind::NotEmulated as usize + 1, "it is the last one");
        let codes: std::collections::BTreeSet<&str> =
            ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
    }
}
