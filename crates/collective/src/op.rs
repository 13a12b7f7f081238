use serde::{Deserialize, Serialize};
use tensor::{BinaryOp, DType, TensorError, divide_bytes, fold_bytes};

/// How a reduction folds two elements into one.
/// Follows [`torch.distributed.ReduceOp`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.ReduceOp).
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let x = Tensor::from_slice(&[rank as i64]);
/// world.all_reduce(&x, ReduceOp::Max).await?;
/// assert_eq!(x.to_vec::<i64>()?, [2]);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReduceOp {
    /// `a + b`; integers wrap; of bools: or.
    Sum,
    /// The sum, divided by the number of ranks; floating point only.
    Avg,
    /// `a * b`; integers wrap; of bools: and.
    Product,
    /// The smaller; NaN wins.
    Min,
    /// The larger; NaN wins.
    Max,
    /// Bitwise and, of integers and bools.
    Band,
    /// Bitwise or, of integers and bools.
    Bor,
    /// Bitwise exclusive or, of integers and bools.
    Bxor,
}

impl ReduceOp {
    /// All of them.
    pub const ALL: [ReduceOp; 8] = [
        ReduceOp::Sum,
        ReduceOp::Avg,
        ReduceOp::Product,
        ReduceOp::Min,
        ReduceOp::Max,
        ReduceOp::Band,
        ReduceOp::Bor,
        ReduceOp::Bxor,
    ];

    /// torch's name of it.
    ///
    /// ```
    /// # use collective::ReduceOp;
    /// assert_eq!(ReduceOp::Band.name(), "BAND");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            ReduceOp::Sum => "SUM",
            ReduceOp::Avg => "AVG",
            ReduceOp::Product => "PRODUCT",
            ReduceOp::Min => "MIN",
            ReduceOp::Max => "MAX",
            ReduceOp::Band => "BAND",
            ReduceOp::Bor => "BOR",
            ReduceOp::Bxor => "BXOR",
        }
    }

    /// The operation of that name, in either case.
    ///
    /// ```
    /// # use collective::ReduceOp;
    /// assert_eq!(ReduceOp::from_name("sum"), Some(ReduceOp::Sum));
    /// ```
    pub fn from_name(name: &str) -> Option<ReduceOp> {
        ReduceOp::ALL.into_iter().find(|op| op.name().eq_ignore_ascii_case(name))
    }

    /// Whether elements of `dtype` can be folded so.
    pub(crate) fn check(self, dtype: DType) -> crate::Result<()> {
        // Nothing to fold is refused as something would be.
        let folds = fold_bytes(dtype, self.fold(), &mut [], &[]);
        let checked = folds.and_then(|()| self.finish(dtype, &mut [], 1));
        checked.map_err(|_| Box::new(crate::CollectiveError::WrongOp { op: self, dtype }))
    }

    pub(crate) fn fold(self) -> BinaryOp {
        match self {
            ReduceOp::Sum | ReduceOp::Avg => BinaryOp::Add,
            ReduceOp::Product => BinaryOp::Mul,
            ReduceOp::Min => BinaryOp::Min,
            ReduceOp::Max => BinaryOp::Max,
            ReduceOp::Band => BinaryOp::And,
            ReduceOp::Bor => BinaryOp::Or,
            ReduceOp::Bxor => BinaryOp::Xor,
        }
    }

    /// What is done to elements that have been folded over `world_size` ranks.
    pub(crate) fn finish(
        self,
        dtype: DType,
        folded: &mut [u8],
        world_size: usize,
    ) -> Result<(), Box<TensorError>> {
        match self {
            ReduceOp::Avg => divide_bytes(dtype, folded, world_size),
            _ => Ok(()),
        }
    }
}
