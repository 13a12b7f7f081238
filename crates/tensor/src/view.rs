//! Views of parts of a tensor, and of it turned.

use crate::{Need, Result, Tensor, TensorError, refusal};

impl Tensor {
    fn check_dim(&self, op: &'static str, dim: usize) -> Result<()> {
        let dims = self.shape().len();
        if dim < dims { Ok(()) } else { Err(Box::new(TensorError::NoSuchDim { op, dim, dims })) }
    }

    /// Elements `start..start + length` of dimension `dim`, as a view.
    /// Follows [`torch.Tensor.narrow`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.narrow.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?.view(&[2, 3])?;
    /// x.narrow(1, 1, 2)?.fill_(9)?;
    /// assert_eq!(x.to_vec::<i64>()?, [0, 9, 9, 3, 9, 9]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the dimension does not exist or the range leaves it.
    pub fn narrow(&self, dim: usize, start: usize, length: usize) -> Result<Tensor> {
        self.check_dim("narrow", dim)?;
        let size = self.0.layout.shape[dim];
        if start.checked_add(length).is_none_or(|end| end > size) {
            return Err(Box::new(TensorError::RangeOutOfRange {
                op: "narrow",
                start,
                length,
                size,
            }));
        }
        let mut layout = self.0.layout.clone();
        layout.shape[dim] = length;
        // A view without elements addresses nothing; its offset stays where it is valid.
        if self.numel() > 0 {
            layout.offset += start * layout.strides[dim];
        }
        Ok(self.with_layout(layout))
    }

    /// The slice at `index` of dimension `dim`, without that dimension, as a view.
    /// Follows [`torch.Tensor.select`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.select.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?.view(&[2, 3])?;
    /// let column = x.select(1, 2)?;
    /// assert_eq!((column.shape(), column.to_vec::<i64>()?), (&[2][..], vec![2, 5]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the dimension or the index does not exist.
    pub fn select(&self, dim: usize, index: usize) -> Result<Tensor> {
        self.check_dim("select", dim)?;
        let size = self.0.layout.shape[dim];
        if index >= size {
            return Err(refusal::index("select", index as i64, size));
        }
        let mut layout = self.narrow(dim, index, 1)?.0.layout.clone();
        layout.shape.remove(dim);
        layout.strides.remove(dim);
        Ok(self.with_layout(layout))
    }

    /// Dimensions `a` and `b` exchanged, as a view.
    /// Follows [`torch.Tensor.transpose`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.transpose.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?.view(&[1, 2, 3])?;
    /// let y = x.transpose(1, 2)?;
    /// assert_eq!((y.shape(), y.to_vec::<i64>()?), (&[1, 3, 2][..], vec![0, 3, 1, 4, 2, 5]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where a dimension does not exist.
    pub fn transpose(&self, a: usize, b: usize) -> Result<Tensor> {
        self.check_dim("transpose", a)?;
        self.check_dim("transpose", b)?;
        let mut layout = self.0.layout.clone();
        layout.shape.swap(a, b);
        layout.strides.swap(a, b);
        Ok(self.with_layout(layout))
    }

    /// A matrix transposed, as a view; a tensor of fewer dimensions as it is.
    /// Follows [`torch.Tensor.t`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.t.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(4, DType::Int64)?.view(&[2, 2])?;
    /// assert_eq!(x.t()?.to_vec::<i64>()?, [0, 2, 1, 3]);
    /// assert_eq!(x.view(&[1, 2, 2])?.t().unwrap_err().code(), "wrong_dims");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where there are more than two dimensions.
    pub fn t(&self) -> Result<Tensor> {
        match self.shape().len() {
            0 | 1 => Ok(self.clone()),
            2 => self.transpose(0, 1),
            dims => {
                Err(Box::new(TensorError::WrongDims { op: "t", dims, needs: Need::AtMostTwoDims }))
            }
        }
    }
}
