//! Element-by-element folding of bytes: what a reduction does to what it receives.

use crate::convert::in_float32;
use crate::element::{Number, dispatch};
use crate::{DType, Result, Scalar, TensorError};

/// A scalar is folded in blocks of this many elements, so that it needs no second tensor.
const SCALAR_BLOCK: usize = 512;

/// How two elements become one. Follows torch.distributed.ReduceOp; AVG is a sum, then [`divide_bytes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum; integers wrap, of bools: or.
    Add,
    /// Product; integers wrap, of bools: and.
    Mul,
    /// The smaller one; NaN if either is NaN; of bools: and.
    Min,
    /// The larger one; NaN if either is NaN; of bools: or.
    Max,
    /// Bitwise and, of integers and bools.
    And,
    /// Bitwise or, of integers and bools.
    Or,
    /// Bitwise exclusive or, of integers and bools.
    Xor,
}

/// `acc[i] = acc[i] op x[i]` for little-endian elements side by side, at any alignment.
///
/// 16-bit floats are folded in float32 and rounded to nearest even at every call, so the order of folding shows in
/// them sooner than in wider ones. Of bools any byte that is not 0 is true; what comes out is 0 or 1. (gloo adds and
/// multiplies them as bytes, which comes to the same until 256 of them are true.)
///
/// ```
/// use tensor::{BinaryOp, DType, fold_bytes};
///
/// # fn main() -> tensor::Result<()> {
/// let mut acc = [0, 1, 1];
/// fold_bytes(DType::Bool, BinaryOp::Add, &mut acc, &[0, 0, 1])?;
/// assert_eq!(acc, [0, 1, 1]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where the lengths differ or are no whole number of elements, or for a bitwise operation on floating-point
/// elements; `acc` is as it was then.
pub fn fold_bytes(dtype: DType, op: BinaryOp, acc: &mut [u8], x: &[u8]) -> Result<()> {
    if acc.len() != x.len() {
        return Err(Box::new(TensorError::UnequalBytes { acc: acc.len(), x: x.len() }));
    }
    expect_whole(dtype, acc)?;
    let arithmetic = match op {
        BinaryOp::Add => Arithmetic::Add,
        BinaryOp::Mul => Arithmetic::Mul,
        BinaryOp::Min => Arithmetic::Min,
        BinaryOp::Max => Arithmetic::Max,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if dtype.is_floating_point() => {
            return Err(Box::new(TensorError::UnsupportedDType {
                op: "a bitwise operation",
                dtype,
                allowed: "an integer type or bool",
            }));
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            fold_bits(dtype, op, acc, x);
            return Ok(());
        }
    };
    arithmetic.fold(dtype, acc, x);
    Ok(())
}

/// `acc[i] = acc[i] / divisor`, for little-endian elements side by side: what AVG does to a sum, with the world size
/// as divisor. The sum has been rounded to the element type before, and is divided in that type (16-bit floats in
/// float32, and rounded once).
///
/// ```
/// use tensor::{DType, Tensor, divide_bytes};
///
/// # fn main() -> tensor::Result<()> {
/// let mut sum = Tensor::from_slice(&[2_f32, -8.]).to_bytes()?;
/// divide_bytes(DType::Float32, &mut sum, 4)?;
/// assert_eq!(sum, Tensor::from_slice(&[0.5_f32, -2.]).to_bytes()?);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where the elements are integers or bools, or `acc` is no whole number of elements; `acc` is as it was then.
pub fn divide_bytes(dtype: DType, acc: &mut [u8], divisor: usize) -> Result<()> {
    if !dtype.is_floating_point() {
        return Err(Box::new(TensorError::UnsupportedDType {
            op: "an average",
            dtype,
            allowed: "a floating-point type, since the quotient is one",
        }));
    }
    expect_whole(dtype, acc)?;
    Arithmetic::Div.fold_scalar(dtype, acc, Scalar::I64(divisor as i64));
    Ok(())
}

fn expect_whole(dtype: DType, acc: &[u8]) -> Result<()> {
    if acc.len().is_multiple_of(dtype.size()) {
        return Ok(());
    }
    Err(Box::new(TensorError::PartialElement { bytes: acc.len(), dtype }))
}

/// Bits know no element boundaries, so all integer types are one.
fn fold_bits(dtype: DType, op: BinaryOp, acc: &mut [u8], x: &[u8]) {
    for (acc, &x) in acc.iter_mut().zip(x) {
        let (a, b) = match dtype {
            DType::Bool => (u8::from(*acc != 0), u8::from(x != 0)),
            _ => (*acc, x),
        };
        *acc = match op {
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            _ => a ^ b,
        };
    }
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
        dispatch!(dtype, fold(self, acc, x), self.fold_other(dtype, acc, x));
    }

    /// The types that are no numbers to Rust.
    fn fold_other(self, dtype: DType, acc: &mut [u8], x: &[u8]) {
        match self {
            _ if dtype.is_half() => {
                in_float32(dtype, acc, x, |acc, x| fold::<f32>(self, acc, x));
            }
            Arithmetic::Mul | Arithmetic::Min => fold_bits(dtype, BinaryOp::And, acc, x),
            // Sub and Div never get here (see `elementwise`).
            _ => fold_bits(dtype, BinaryOp::Or, acc, x),
        }
    }

    /// Folds `scalar` into every element.
    pub fn fold_scalar(self, dtype: DType, acc: &mut [u8], scalar: Scalar) {
        if self.keeps_float32(dtype) {
            in_float32(dtype, acc, &[], |acc, _| self.fold_scalar(DType::Float32, acc, scalar));
            return;
        }
        let size = dtype.size();
        let mut block = vec![0; acc.len().clamp(size, SCALAR_BLOCK * size)];
        for element in block.chunks_exact_mut(size) {
            scalar.store(dtype, element);
        }
        for part in acc.chunks_mut(block.len()) {
            self.fold(dtype, part, &block);
        }
    }

    /// Whether a scalar meets a 16-bit float as float32: torch rounds it to 16 bits to add it, but not to multiply
    /// or divide by it.
    pub fn keeps_float32(self, dtype: DType) -> bool {
        dtype.is_half() && matches!(self, Arithmetic::Mul | Arithmetic::Div)
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
