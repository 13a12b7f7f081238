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
