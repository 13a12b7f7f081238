use serde::{Deserialize, Serialize};
use tensor::BinaryOp;

/// How a reduction folds two elements into one. Follows `torch.distributed.ReduceOp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReduceOp {
    /// `a + b`; integers wrap.
    Sum,
    /// `a * b`; integers wrap.
    Product,
    /// The smaller; NaN wins.
    Min,
    /// The larger; NaN wins.
    Max,
}

impl ReduceOp {
    /// torch's name of it.
    pub fn name(self) -> &'static str {
        match self {
            ReduceOp::Sum => "SUM",
            ReduceOp::Product => "PRODUCT",
            ReduceOp::Min => "MIN",
            ReduceOp::Max => "MAX",
        }
    }

    pub(crate) fn fold(self) -> BinaryOp {
        match self {
            ReduceOp::Sum => BinaryOp::Add,
            ReduceOp::Product => BinaryOp::Mul,
            ReduceOp::Min => BinaryOp::Min,
            ReduceOp::Max => BinaryOp::Max,
        }
    }
}
