use serde::{Deserialize, Serialize};

use super::ErrorKind;

/// Rules about calls that need no numbers to be told.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(1, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let Err(error) = world.batch_isend_irecv(&[]) else { panic!("it has none") };
/// assert!(matches!(*error, CollectiveError::Misused { rule: Misuse::EmptyBatch, .. }));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Misuse {
    /// A tensor must be contiguous.
    NotContiguous,
    /// A split size is negative.
    NegativeSplit,
    /// A batch has no operation.
    EmptyBatch,
    /// A batch's operations are of several groups. (Only a program given as data can ask for it.)
    MixedGroups,
    /// A batch has an operation that is no send or receive. (Only a program given as data can ask for it.)
    NotPointToPoint,
    /// One rank is given as global rank and as rank in the group. (Only a program given as data can ask for it.)
    GlobalAndGroupRank,
    /// It is not known what the emulated implementation does.
    NotEmulated,
}

impl Misuse {
    /// Each is a kind of error by itself.
    pub(super) fn kind(self) -> ErrorKind {
        match self {
            Misuse::NotContiguous => ErrorKind::NotContiguous,
            Misuse::NegativeSplit => ErrorKind::NegativeSplit,
            Misuse::EmptyBatch => ErrorKind::EmptyBatch,
            Misuse::MixedGroups => ErrorKind::MixedGroups,
            Misuse::NotPointToPoint => ErrorKind::NotPointToPoint,
            Misuse::GlobalAndGroupRank => ErrorKind::GlobalAndGroupRank,
            Misuse::NotEmulated => ErrorKind::NotEmulated,
        }
    }
}
