//! Quotients, which are floating-point numbers whatever is divided.

use crate::fold::Arithmetic;
use crate::{Result, Scalar, Tensor};

impl Tensor {
    /// Divides every element by `scalar`, in place, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.div_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.div_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_f32, -6.]);
    /// x.div_(4)?;
    /// assert_eq!(x.to_vec::<f32>()?, [0.25, -1.5]);
    /// let integers = Tensor::from_slice(&[6_i64]);
    /// assert_eq!(integers.div_(2).unwrap_err().code(), "unsupported_dtype"); // 3.0 is no integer
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor holds integers or bools, `scalar` is beyond the range of its type, or it is undefined or may no longer
    /// be written.
    pub fn div_(&self, scalar: impl Into<Scalar>) -> Result<()> {
        self.apply_scalar_("div_", Arithmetic::Div, scalar.into())
    }

    /// Divides the tensor by `other`, of the same shape and type, element by element, in place, by the rules of
    /// [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.div_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.div_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_f32, -1., 0.]);
    /// x.div_tensor_(&Tensor::from_slice(&[0_f32, 0., 0.]))?;
    /// assert_eq!(x.to_vec::<f32>()?[..2], [f32::INFINITY, f32::NEG_INFINITY]);
    /// assert!(x.to_vec::<f32>()?[2].is_nan());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, they hold integers or bools, `other` is pending, either is undefined,
    /// or the tensor may no longer be written.
    pub fn div_tensor_(&self, other: &Tensor) -> Result<()> {
        self.apply_("div_", Arithmetic::Div, other)
    }

    /// The quotient, element by element, of two floating-point tensors of one shape and type, as a new one, by the rules of
    /// [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.div`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.div.html),
    /// which divides integers too.
    ///
    /// ```
    /// # use tensor::*;
    /// let (x, y) = (Tensor::from_slice(&[1_f32, -6.]), Tensor::from_slice(&[8_f32, 4.]));
    /// assert_eq!(x.div(&y)?.to_vec::<f32>()?, [0.125, -1.5]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, they hold integers or bools, or either is pending or undefined.
    pub fn div(&self, other: &Tensor) -> Result<Tensor> {
        self.apply("div", Arithmetic::Div, other)
    }

    /// The tensor divided by `scalar`, as a new one of the same shape, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.div`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.div.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[7_i64, -7]);
    /// assert_eq!(x.div_scalar(2)?.to_vec::<f32>()?, [3.5, -3.5]); // not cut off, and not of integers any more
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `scalar` is beyond the range of the result's type, or the tensor is pending or undefined.
    pub fn div_scalar(&self, scalar: impl Into<Scalar>) -> Result<Tensor> {
        self.apply_scalar("div", Arithmetic::Div, scalar.into())
    }
}
