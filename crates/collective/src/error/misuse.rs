use tensor::text::Text;

/// Rules about calls that need no numbers to be told, by their codes.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(1, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let Err(error) = world.batch_isend_irecv(&[]) else { panic!("it has none") };
/// assert_eq!(error.code(), Misuse::EMPTY_BATCH);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug)]
pub struct Misuse;

impl Misuse {
    /// A tensor must be contiguous.
    pub const NOT_CONTIGUOUS: Text = "not_contiguous";
    /// A split size is negative.
    pub const NEGATIVE_SPLIT: Text = "negative_split";
    /// A batch has no operation.
    pub const EMPTY_BATCH: Text = "empty_batch";
    /// A batch's operations are of several groups. (Only a program given as data can ask for it.)
    pub const MIXED_GROUPS: Text = "mixed_groups";
    /// A batch has an operation that is no send or receive. (Only a program given as data can ask for it.)
    pub const NOT_POINT_TO_POINT: Text = "not_point_to_point";
    /// One rank is given as global rank and as rank in the group. (Only a program given as data can ask for it.)
    pub const GLOBAL_AND_GROUP_RANK: Text = "global_and_group_rank";
    /// It is not known what the emulated implementation does.
    pub const NOT_EMULATED: Text = "not_emulated";
}
