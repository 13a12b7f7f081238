//! Element-by-element folding of bytes: what a reduction does to what it receives.

use crate::element::{Number, dispatch};
use crate::{DType, Result, TensorError};

/// How two elements become one. Follows torch.distributed.ReduceOp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum; integers wrap.
    Add,
    /// Product; integers wrap.
    Mul,
    /// The smaller one; NaN if either is NaN.
    Min,
    /// The larger one; NaN if either is NaN.
    Max,
    /// Bitwise and, of integers.
    And,
    /// Bitwise or, of integers.
    Or,
    /// Bitwise exclusive or, of integers.
    Xor,
}

/// `acc[i] = acc[i] op x[i]` for little-endian elements side by side, at any alignment.
///
/// # Errors
/// Where the lengths differ or are no whole number of elements, or for a bitwise operation on floating-point
/// elements; `acc` is as it was then.
pub fn fold_bytes(dtype: DType, op: BinaryOp, acc: &mut [u8], x: &[u8]) -> Result<()> {
    if acc.len() != x.len() {
        return Err(TensorError::UnequalBytes { acc: acc.len(), x: x.len() });
    }
    if !acc.len().is_multiple_of(dtype.size()) {
        return Err(TensorError::PartialElement { bytes: acc.len(), dtype });
    }
    let arithmetic = match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Min => Arithmetic::Min,
        BinaryOp::Max => Arithmetic::Max,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => return fold_bits(dtype, op, acc, x),
    };
    arithmetic.fold(dtype, acc, x);
    Ok(())
}

/// Bits know no element boundaries, so all integer types are one.
fn fold_bits(dtype: DType, op: BinaryOp, acc: &mut [u8], x: &[u8]) -> Result<()> {
    if dtype.is_floating_point() {
        return Err(TensorError::UnsupportedDType {
            op: "a bitwise operation",
            dtype,
            allowed: "an integer type",
        });
    }
    for (acc, &x) in acc.iter_mut().zip(x) {
        match op {
            BinaryOp::And => *acc &= x,
            BinaryOp::Or => *acc |= x,
            _ => *acc ^= x,
        }
    }
    Ok(())
}

/// What is defined on numbers, with what only local operations need.
#[derive(Clone, Copy)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

impl Arithmetic {
    /// Folds as many whole elements as both have.
    pub fn fold(self, dtype: DType, acc: &mut [u8], x: &[u8]) {
        dispatch!(dtype, fold(self, acc, x));
    }
}

fn fold<T: Number>(op: Arithmetic, acc: &mut [u8], x: &[u8]) {
    match op {
        Arithmetic::Add => T::fold(acc, x, T::add),
        Arithmetic::Sub => T::fold(acc, x, T::sub),
        Arithmetic::Mul => T::fold(acc, x, T::mul),
        Arithmetic::Div => T::fold(acc, x, T::div),
        Arithmetic::Min => T::fold(acc, x, T::min),
        Arithmetic::Max => T::fold(acc, x, T::max),
    }
}
