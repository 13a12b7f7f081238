//! Other shapes of the same elements.

use crate::layout::{Layout, numel};
use crate::{Result, Tensor, TensorError};

impl Tensor {
    /// The sizes asked for, with -1 filled in.
    fn resolve(&self, to: &[isize]) -> Result<Vec<usize>> {
        let bad =
            || Box::new(TensorError::BadReshape { from: self.shape().to_vec(), to: to.to_vec() });
        let mut shape = Vec::with_capacity(to.len());
        let mut open: Option<usize> = None;
        for (dim, &size) in to.iter().enumerate() {
            match usize::try_from(size) {
                Ok(size) => shape.push(size),
                Err(_) if size == -1 && open.is_none() => {
                    open = Some(dim);
                    shape.push(1);
                }
                Err(_) => return Err(bad()),
            }
        }
        let known = numel(&shape).ok_or_else(bad)?;
        if let Some(size) = open.and_then(|dim| shape.get_mut(dim)) {
            *size = self.numel().checked_div(known).ok_or_else(bad)?;
        }
        if numel(&shape) == Some(self.numel()) { Ok(shape) } else { Err(bad()) }
    }

    fn view_as(&self, shape: Vec<usize>) -> Option<Tensor> {
        let strides = self.0.layout.strides_for(&shape)?;
        Some(self.with_layout(Layout { shape, strides, offset: self.0.layout.offset }))
    }

    /// Another shape over the same storage; one size may be -1.
    /// Follows [`torch.Tensor.view`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?;
    /// let y = x.view(&[2, -1])?;
    /// x.fill_(7)?;
    /// assert_eq!((y.shape(), y.to_vec::<i64>()?), (&[2, 3][..], vec![7; 6]));
    /// assert_eq!(y.t()?.view(&[6]).unwrap_err().code(), "not_viewable");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the number of elements differs, or only a copy can have the shape.
    pub fn view(&self, to: &[isize]) -> Result<Tensor> {
        let shape = self.resolve(to)?;
        self.view_as(shape).ok_or_else(|| {
            Box::new(TensorError::NotViewable {
                from: self.shape().to_vec(),
                strides: self.strides().to_vec(),
                to: to.to_vec(),
            })
        })
    }

    /// Another shape; one size may be -1. A view where that is possible, else a copy.
    /// Follows [`torch.Tensor.reshape`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.reshape.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?.view(&[2, 3])?;
    /// let (view, copy) = (x.reshape(&[3, 2])?, x.t()?.reshape(&[2, -1])?);
    /// x.fill_(7)?;
    /// assert_eq!(view.to_vec::<i64>()?, [7; 6]);
    /// assert_eq!(copy.to_vec::<i64>()?, [0, 3, 1, 4, 2, 5]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the number of elements differs, or a copy is needed and the tensor may not be read.
    pub fn reshape(&self, to: &[isize]) -> Result<Tensor> {
        let shape = self.resolve(to)?;
        match self.view_as(shape.clone()) {
            Some(view) => Ok(view),
            None => Ok(self.deep_clone()?.with_layout(Layout::contiguous(&shape))),
        }
    }

    /// The elements in one dimension, in row-major order: a view where that is possible, else a copy.
    /// Follows [`torch.Tensor.flatten`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.flatten.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(4, DType::Int64)?.view(&[2, 2])?;
    /// assert_eq!(x.t()?.flatten()?.to_vec::<i64>()?, [0, 2, 1, 3]);
    /// assert_eq!(Tensor::zeros(&[], DType::Float32)?.flatten()?.shape(), [1]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where a copy is needed and the tensor may not be read.
    pub fn flatten(&self) -> Result<Tensor> {
        self.reshape(&[-1])
    }

    /// The tensor itself where it is contiguous, else a contiguous copy of the same shape.
    /// Follows [`torch.Tensor.contiguous`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.contiguous.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(4, DType::Int64)?.view(&[2, 2])?;
    /// assert_eq!(x.contiguous()?.storage_id(), x.storage_id());
    /// let copy = x.t()?.contiguous()?;
    /// assert_eq!((copy.strides(), copy.to_vec::<i64>()?), (&[2, 1][..], vec![0, 2, 1, 3]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where a copy is needed and the tensor may not be read.
    pub fn contiguous(&self) -> Result<Tensor> {
        if self.is_contiguous() { Ok(self.clone()) } else { self.deep_clone() }
    }
}
