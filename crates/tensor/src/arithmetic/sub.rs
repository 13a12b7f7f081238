//! Differences.

use crate::fold::Arithmetic;
use crate::{DType, Need, Result, Scalar, Tensor, refusal};

/// A scalar that may be subtracted. torch adds true and false to numbers, but does not subtract them.
fn number(op: &'static str, scalar: Scalar) -> Result<Scalar> {
    match scalar {
        Scalar::Bool(_) => Err(refusal::unsupported(op, DType::Bool, Need::Numbers)),
        scalar => Ok(scalar),
    }
}

impl Tensor {
    /// Subtracts `scalar` from every element, in place, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.sub_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sub_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_u8, 5]);
    /// x.sub_(2)?;
    /// assert_eq!(x.to_vec::<u8>()?, [255, 3]); // integers wrap
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor holds bools or `scalar` is one, the result would be of another type, `scalar` is beyond the range of
    /// the tensor's type, or the tensor is undefined or may no longer be written.
    pub fn sub_(&self, scalar: impl Into<Scalar>) -> Result<()> {
        self.apply_scalar_("sub_", Arithmetic::Sub, number("sub_", scalar.into())?)
    }

    /// Subtracts `other`, of the same shape and type, from the tensor, in place, by the rules of
    /// [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.sub_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sub_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let weight = Tensor::from_slice(&[1_f32, 2.]);
    /// weight.sub_tensor_(&Tensor::from_slice(&[0.25_f32, -1.]))?;
    /// assert_eq!(weight.to_vec::<f32>()?, [0.75, 3.]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, they hold bools, `other` is pending, either is undefined,
    /// or the tensor may no longer be written.
    pub fn sub_tensor_(&self, other: &Tensor) -> Result<()> {
        self.apply_("sub_", Arithmetic::Sub, other)
    }

    /// The difference of two tensors of one shape and type, as a new one, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.sub`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sub.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let (x, y) = (Tensor::from_slice(&[5_i64, 7]), Tensor::from_slice(&[1_i64, 10]));
    /// assert_eq!(x.sub(&y)?.to_vec::<i64>()?, [4, -3]);
    /// let bools = Tensor::from_slice(&[true]);
    /// assert_eq!(bools.sub(&bools).unwrap_err().code(), "unsupported_dtype"); // torch points to `^`
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, they hold bools, or either is pending or undefined.
    pub fn sub(&self, other: &Tensor) -> Result<Tensor> {
        self.apply("sub", Arithmetic::Sub, other)
    }

    /// The tensor less `scalar`, as a new one of the same shape, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.sub`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.sub.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// assert_eq!(x.sub_scalar(3)?.to_vec::<i64>()?, [-2, -1]);
    /// assert_eq!(x.sub_scalar(0.5)?.to_vec::<f32>()?, [0.5, 1.5]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor holds bools or `scalar` is one, `scalar` is beyond the range of the result's type, or the tensor is
    /// pending or undefined.
    pub fn sub_scalar(&self, scalar: impl Into<Scalar>) -> Result<Tensor> {
        self.apply_scalar("sub", Arithmetic::Sub, number("sub", scalar.into())?)
    }
}
