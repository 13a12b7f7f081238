//! What kind of error one is, and how others become one.

use tensor::TensorError;

use super::{CollectiveError, TransportError};

impl CollectiveError {
    /// The error's kind: stable, for programs and for translations.
    ///
    /// ```
    /// # use collective::CollectiveError;
    /// assert_eq!(CollectiveError::EmptyGroup.code(), "empty_group");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            CollectiveError::RankOutOfRange { .. } => "rank_out_of_range",
            CollectiveError::PeerIsSelf { .. } => "peer_is_self",
            CollectiveError::NotInGroup { .. } => "not_in_group",
            CollectiveError::RootNotInGroup { .. } => "root_not_in_group",
            CollectiveError::NoSuchAlgorithm { .. } => "no_such_algorithm",
            CollectiveError::DuplicateRank { .. } => "duplicate_rank",
            CollectiveError::EmptyGroup => "empty_group",
            CollectiveError::WrongShape { .. } => "wrong_shape",
            CollectiveError::Indivisible { .. } => "indivisible",
            CollectiveError::WrongDtype { .. } => "wrong_dtype",
            CollectiveError::WrongOp { .. } => "wrong_op",
            CollectiveError::ListMisplaced { .. } => "list_misplaced",
            CollectiveError::WrongListLength { .. } => "wrong_list_length",
            CollectiveError::TooLarge { .. } => "too_large",
            CollectiveError::Object { .. } => "object",
            CollectiveError::WrongGroupSize { .. } => "wrong_group_size",
            CollectiveError::WrongMesh { .. } => "wrong_mesh",
            CollectiveError::NoSuchDimension { .. } => "no_such_dimension",
            CollectiveError::WrongSplits { .. } => "wrong_splits",
            CollectiveError::Misused { rule, .. } => rule,
            CollectiveError::Mismatch { .. } => "mismatch",
            CollectiveError::Timeout { .. } => "timeout",
            CollectiveError::Deadlock { .. } => "deadlock",
            CollectiveError::PeerFailed(_) => "peer_failed",
            CollectiveError::Transport(_) => "transport",
            CollectiveError::Tensor(_) => "tensor",
        }
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
