//! Sums.

use crate::fold::Arithmetic;
use crate::{Result, Scalar, Tensor};

impl Tensor {
    /// Adds `scalar` to every element, in place, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.add_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.add_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[i32::MAX, 2]);
    /// x.add_(1)?;
    /// assert_eq!(x.to_vec::<i32>()?, [i32::MIN, 3]); // integers wrap
    /// assert_eq!(x.add_(0.5).unwrap_err().code(), "unsupported_dtype"); // it would have to be float32
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the result would be of another type, `scalar` is beyond the range of the tensor's type, or the tensor is
    /// undefined or may no longer be written.
    pub fn add_(&self, scalar: impl Into<Scalar>) -> Result<()> {
        self.apply_scalar_("add_", Arithmetic::Add, scalar.into())
    }

    /// Adds `other`, of the same shape and type, to the tensor, in place, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.add_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.add_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 2], DType::Int64)?;
    /// x.select(1, 0)?.add_tensor_(&Tensor::from_slice(&[1_i64, 2]))?;
    /// assert_eq!(x.to_vec::<i64>()?, [1, 0, 2, 0]); // through a view of a column
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, `other` is pending, either is undefined,
    /// or the tensor may no longer be written.
    pub fn add_tensor_(&self, other: &Tensor) -> Result<()> {
        self.apply_("add_", Arithmetic::Add, other)
    }

    /// The sum of two tensors of one shape and type, as a new one, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.add`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.add.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let (x, y) = (Tensor::from_slice(&[true, true, false]), Tensor::from_slice(&[true, false, false]));
    /// assert_eq!(x.add(&y)?.to_vec::<bool>()?, [true, true, false]); // of bools: or
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where shapes or element types differ, or either is pending or undefined.
    pub fn add(&self, other: &Tensor) -> Result<Tensor> {
        self.apply("add", Arithmetic::Add, other)
    }

    /// The tensor plus `scalar`, as a new one of the same shape, by the rules of [arithmetic](Tensor#arithmetic).
    /// Follows [`torch.Tensor.add`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.add.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// assert_eq!(x.add_scalar(0.5)?.to_vec::<f32>()?, [1.5, 2.5]); // not of integers any more
    /// assert_eq!(Tensor::from_slice(&[true]).add_scalar(2)?.to_vec::<i64>()?, [3]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `scalar` is beyond the range of the result's type, or the tensor is pending or undefined.
    pub fn add_scalar(&self, scalar: impl Into<Scalar>) -> Result<Tensor> {
        self.apply_scalar("add", Arithmetic::Add, scalar.into())
    }
}
