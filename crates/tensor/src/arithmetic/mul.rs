//! Products, element by element (`matmul` is that of matrices).

use crate::fold::Arithmetic;
use crate::{Result, Scalar, Tensor};

impl Tensor {
    /// Multiplies every element by `scalar`, in place, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.mul_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.mul_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[9_f32, 2.]);
    /// x.mul_(0.1)?;
    /// assert_eq!(x.to_vec::<f32>()?, [9. * 0.1_f32, 0.2]); // by the float32 nearest to 0.1
    /// assert_ne!(x.to_vec::<f32>()?[0], (9. * 0.1_f64) as f32);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the result would be of another type, `scalar` is beyond the range of the tensor's type, or the tensor is
    /// undefined or may no longer be written.
    pub fn mul_(&self, scalar: impl Into<Scalar>) -> Result<()> {
        self.apply_scalar_("mul_", Arithmetic::Mul, scalar.into())
    }

    /// Multiplies the tensor by `other`, of the same shape and type, element by element, in place, by the rules of
    /// [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.mul_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.mul_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4], &[2, 2])?;
    /// x.mul_tensor_(&x.t()?)?;
    /// assert_eq!(x.to_vec::<i64>()?, [1, 2 * 3, 3 * 2, 16]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, `other` is pending, either is undefined,
    /// or the tensor may no longer be written.
    pub fn mul_tensor_(&self, other: &Tensor) -> Result<()> {
        self.apply_("mul_", Arithmetic::Mul, other)
    }

    /// The product, element by element, of two tensors of one shape and type, as a new one, by the rules of
    /// [arithmetic](Tensor#arithmetic). That of matrices is [`matmul`](Tensor::matmul).
    /// Follows [`torch.Tensor.mul`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.mul.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let (x, y) = (Tensor::from_slice(&[3_i64, -2]), Tensor::from_slice(&[4_i64, 5]));
    /// assert_eq!(x.mul(&y)?.to_vec::<i64>()?, [12, -10]);
    /// assert_eq!(x.to_vec::<i64>()?, [3, -2]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, or either is pending or undefined.
    pub fn mul(&self, other: &Tensor) -> Result<Tensor> {
        self.apply("mul", Arithmetic::Mul, other)
    }

    /// The tensor times `scalar`, as a new one of the same shape, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.mul`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.mul.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[3_i64, -4]);
    /// assert_eq!(x.mul_scalar(10)?.to_vec::<i64>()?, [30, -40]);
    /// assert_eq!(x.mul_scalar(0.5)?.to_vec::<f32>()?, [1.5, -2.]); // not of integers any more
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `scalar` is beyond the range of the result's type, or the tensor is pending or undefined.
    pub fn mul_scalar(&self, scalar: impl Into<Scalar>) -> Result<Tensor> {
        self.apply_scalar("mul", Arithmetic::Mul, scalar.into())
    }
}
