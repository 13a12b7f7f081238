//! Errors that several operations end with, each made in one place: that is shorter to write, and less for a browser to
//! load.

use crate::{DType, Need, Result, Scalar, Tensor, TensorError};

/// An operation that has no meaning for elements of `dtype`.
#[cold]
#[inline(never)]
pub(crate) fn unsupported(op: &'static str, dtype: DType, allowed: Need) -> Box<TensorError> {
    Box::new(TensorError::UnsupportedDType { op, dtype, allowed })
}

/// Two tensors whose shapes do not go together.
#[cold]
#[inline(never)]
pub(crate) fn shapes(
    op: &'static str,
    left: &Tensor,
    right: &Tensor,
    needs: Need,
) -> Box<TensorError> {
    let (left, right) = (left.shape().to_vec(), right.shape().to_vec());
    Box::new(TensorError::ShapeMismatch { op, left, right, needs })
}

/// An index that names no element, or no row.
#[cold]
#[inline(never)]
pub(crate) fn index(op: &'static str, index: i64, size: usize) -> Box<TensorError> {
    Box::new(TensorError::IndexOutOfRange { op, index, size })
}

impl Tensor {
    /// Whether its elements are of the type that `op` needs.
    pub(crate) fn expect_dtype(&self, op: &'static str, right: DType) -> Result<()> {
        let left = self.dtype();
        if left == right {
            return Ok(());
        }
        Err(Box::new(TensorError::DTypeMismatch { op, left, right }))
    }

    /// Whether it has as many dimensions as `op` needs.
    pub(crate) fn expect_dims(&self, op: &'static str, wanted: usize, needs: Need) -> Result<()> {
        let dims = self.shape().len();
        if dims == wanted {
            return Ok(());
        }
        Err(Box::new(TensorError::WrongDims { op, dims, needs }))
    }

    /// Whether two tensors have the same shape.
    pub(crate) fn expect_same_shape(&self, op: &'static str, other: &Tensor) -> Result<()> {
        if self.shape() == other.shape() {
            return Ok(());
        }
        Err(shapes(op, self, other, Need::EqualShapes))
    }
}

impl Scalar {
    /// Whether `dtype` can hold it.
    pub(crate) fn expect_fit(self, dtype: DType) -> Result<()> {
        if self.fits(dtype) {
            return Ok(());
        }
        Err(Box::new(TensorError::ScalarRange { scalar: self, dtype }))
    }
}
