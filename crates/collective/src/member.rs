use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;

/// A rank of a group, given by either of its numbers. Wherever a source, destination or root is asked for, a plain
/// number is a global rank, as it is in torch; `group_src` and `group_dst` are [`Member::Group`] here.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let (pair, x) = (world.new_group(&[1, 2]).await?, Tensor::from_slice(&[rank as i64]));
/// pair.broadcast(&x, Member::Group(0)).await?; // global rank 1
/// assert_eq!(x.to_vec::<i64>()?, [[0], [1], [1]][rank]);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    /// By its rank in the world.
    Global(usize),
    /// By its rank in the group.
    Group(usize),
}

impl From<usize> for Member {
    fn from(rank: usize) -> Self {
        Member::Global(rank)
    }
}

impl ProcessGroup {
    /// The global rank of the group's rank `group_rank`.
    /// Follows [`torch.distributed.get_global_rank`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_global_rank).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let group = world.new_group(&[1, 2]).await?;
    /// assert_eq!(group.global_rank(0)?, 1);
    /// assert_eq!(group.global_rank(2).unwrap_err().code(), "rank_out_of_range");
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A rank that the group does not have.
    pub fn global_rank(&self, group_rank: usize) -> Result<usize> {
        self.ranks().get(group_rank).copied().ok_or_else(|| {
            Box::new(CollectiveError::RankOutOfRange {
                call: "global_rank",
                argument: "group_rank",
                rank: group_rank,
                world_size: self.size(),
            })
        })
    }

    /// The rank in the group of global rank `global_rank`.
    /// Follows [`torch.distributed.get_group_rank`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_group_rank).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let group = world.new_group(&[1, 2]).await?;
    /// assert_eq!(group.group_rank(2)?, 1);
    /// assert_eq!(group.group_rank(0).unwrap_err().code(), "root_not_in_group");
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A rank that is not in the group.
    pub fn group_rank(&self, global_rank: usize) -> Result<usize> {
        self.member("get_group_rank", "global_rank", Member::Global(global_rank))
    }
}
