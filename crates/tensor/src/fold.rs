//! Element-by-element folding of bytes: what a reduction does to what it receives.

use crate::{DType, Need, Result, Scalar, TensorError, refusal};

/// How two elements become one.
/// Follows [`torch.distributed.ReduceOp`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.ReduceOp); AVG is
/// a sum, then [`divide_bytes`].
///
/// ```
/// # use tensor::*;
/// let fold = |op| {
///     let mut acc = [6];
///     fold_bytes(DType::Uint8, op, &mut acc, &[3]).map(|()| acc[0])
/// };
/// assert_eq!((fold(BinaryOp::Add)?, fold(BinaryOp::Mul)?), (9, 18));
/// assert_eq!((fold(BinaryOp::Min)?, fold(BinaryOp::Max)?), (3, 6));
/// assert_eq!((fold(BinaryOp::And)?, fold(BinaryOp::Or)?, fold(BinaryOp::Xor)?), (2, 7, 5));
/// # Ok::<(), Box<TensorError>>(())
/// ```
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
/// # use tensor::*;
/// let mut acc = [0, 1, 1];
/// fold_bytes(DType::Bool, BinaryOp::Add, &mut acc, &[0, 0, 1])?;
/// assert_eq!(acc, [0, 1, 1]);
/// # Ok::<(), Box<TensorError>>(())
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
            return Err(refusal::unsupported("a bitwise operation", dtype, Need::IntegerOrBool));
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
/// # use tensor::*;
/// let mut sum = Tensor::from_slice(&[2_f32, -8.]).to_bytes()?;
/// divide_bytes(DType::Float32, &mut sum, 4)?;
/// assert_eq!(sum, Tensor::from_slice(&[0.5_f32, -2.]).to_bytes()?);
/// # Ok::<(), Box<TensorError>>(())
/// ```
///
/// # Errors
/// Where the elements are integers or bools, or `acc` is no whole number of elements; `acc` is as it was then.
pub fn divide_bytes(dtype: DType, acc: &mut [u8], divisor: usize) -> Result<()> {
    if !dtype.is_floating_point() {
        return Err(refusal::unsupported("an average", dtype, Need::FloatType));
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

/// What is defined on numbers, with what only local operations need. As torch's CPU kernels do it: integers wrap, NaN
/// wins `min` and `max`.
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
        let elements = acc.chunks_exact_mut(dtype.size());
        for (acc, x) in elements.zip(x.chunks_exact(dtype.size())) {
            self.apply(Scalar::load(dtype, acc), Scalar::load(dtype, x)).store(dtype, acc);
        }
    }

    /// Folds `scalar` into every element.
    pub fn fold_scalar(self, dtype: DType, acc: &mut [u8], scalar: Scalar) {
        let rounded = if self.keeps_float32(dtype) { DType::Float32 } else { dtype };
        let x = scalar.rounded(rounded);
        for acc in acc.chunks_exact_mut(dtype.size()) {
            self.apply(Scalar::load(dtype, acc), x).store(dtype, acc);
        }
    }

    /// Computes in the widest type of the kind, for all types by the same code: one loop for each would be a good part
    /// of what a rank downloads. The bits are those of the type's own arithmetic: what an integer loses by wrapping it
    /// loses when it is stored, and a float64 has more than twice the digits of the smaller floats, so that rounding
    /// to it first changes nothing. Of bools the sum is or, and the product and.
    fn apply(self, a: Scalar, b: Scalar) -> Scalar {
        if let (Scalar::F64(a), Scalar::F64(b)) = (a, b) {
            return Scalar::F64(match self {
                Arithmetic::Add => a + b,
                Arithmetic::Sub => a - b,
                Arithmetic::Mul => a * b,
                Arithmetic::Div => a / b,
                Arithmetic::Min if a.is_nan() || a < b => a,
                Arithmetic::Max if a.is_nan() || a > b => a,
                Arithmetic::Min | Arithmetic::Max => b,
            });
        }
        let (a, b) = (a.to_i64(), b.to_i64());
        Scalar::I64(match self {
            Arithmetic::Add => a.wrapping_add(b),
            Arithmetic::Sub => a.wrapping_sub(b),
            Arithmetic::Mul => a.wrapping_mul(b),
            // True division: integers never get here (see `arithmetic`).
            Arithmetic::Div => a.checked_div(b).unwrap_or(0),
            Arithmetic::Min => a.min(b),
            Arithmetic::Max => a.max(b),
        })
    }

    /// Whether a scalar meets a 16-bit float as float32: torch rounds it to 16 bits to add it, but not to multiply
    /// or divide by it.
    pub fn keeps_float32(self, dtype: DType) -> bool {
        dtype.is_half() && matches!(self, Arithmetic::Mul | Arithmetic::Div)
    }
}
