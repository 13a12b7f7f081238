//! Views: other shapes over the same storage.

use std::rc::Rc;

use crate::layout::{Layout, numel};
use crate::tensor::View;
use crate::{Need, Result, Tensor, TensorError, refusal};

impl Tensor {
    /// The same elements in the order of their memory.
    pub(crate) fn in_memory_order(&self) -> Tensor {
        self.with_layout(self.0.layout.in_memory_order())
    }

    /// As many elements as the tensor has, one after the other in memory from its first on, as a view of one dimension: what
    /// code sees that takes every tensor for a contiguous one. `None` where the memory ends before.
    ///
    /// ```
    /// # use tensor::Tensor;
    /// let column = Tensor::from_vec(vec![0, 1, 2, 3], &[2, 2])?.select(1, 0)?;
    /// assert_eq!(column.to_vec::<i32>()?, [0, 2]);
    /// assert_eq!(column.run_of_memory().expect("two elements").to_vec::<i32>()?, [0, 1]);
    /// # Ok::<(), Box<tensor::TensorError>>(())
    /// ```
    pub fn run_of_memory(&self) -> Option<Tensor> {
        let mut layout = Layout::contiguous(&[self.numel()]);
        layout.offset = self.storage_offset();
        let end = layout.offset.checked_add(self.numel())?;
        let bytes = end.checked_mul(self.dtype().size())?;
        let is_there = self.numel() == 0 || bytes <= self.0.storage.data.borrow().len();
        is_there.then(|| self.with_layout(layout))
    }

    /// Whether the elements lie without gaps, in any order: what torch calls non-overlapping and dense.
    ///
    /// ```
    /// # use tensor::Tensor;
    /// let x = Tensor::from_vec(vec![0, 1, 2, 3], &[2, 2])?;
    /// assert!(x.t()?.is_dense() && !x.select(1, 0)?.is_dense());
    /// # Ok::<(), Box<tensor::TensorError>>(())
    /// ```
    pub fn is_dense(&self) -> bool {
        self.0.layout.in_memory_order().is_contiguous()
    }

    fn with_layout(&self, layout: Layout) -> Tensor {
        Tensor(Rc::new(View { storage: Rc::clone(&self.0.storage), layout, dtype: self.0.dtype }))
    }

    fn check_dim(&self, op: &'static str, dim: usize) -> Result<()> {
        let dims = self.shape().len();
        if dim < dims { Ok(()) } else { Err(Box::new(TensorError::NoSuchDim { op, dim, dims })) }
    }

    /// Elements `start..start + length` of dimension `dim`, as a view. Follows torch.Tensor.narrow.
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

    /// The slice at `index` of dimension `dim`, without that dimension, as a view. Follows torch.Tensor.select.
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

    /// Dimensions `a` and `b` exchanged, as a view. Follows torch.Tensor.transpose.
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

    /// A matrix transposed, as a view; a tensor of fewer dimensions as it is. Follows torch.Tensor.t.
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

    /// The sizes asked for, with -1 filled in.
    fn resolve(&self, to: &[isize]) -> Result<Vec<usize>> {
        let bad =
            || Box::new(TensorError::BadReshape { from: self.shape().to_vec(), to: to.to_vec() });
        let mut shape = Vec::with_capacity(to.len());
        let mut open = None;
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
        if let Some(dim) = open {
            shape[dim] = self.numel().checked_div(known).ok_or_else(bad)?;
        }
        if numel(&shape) == Some(self.numel()) { Ok(shape) } else { Err(bad()) }
    }

    fn view_as(&self, shape: Vec<usize>) -> Option<Tensor> {
        let strides = self.0.layout.strides_for(&shape)?;
        Some(self.with_layout(Layout { shape, strides, offset: self.0.layout.offset }))
    }

    /// Another shape over the same storage; one size may be -1. Follows torch.Tensor.view.
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

    /// Another shape; one size may be -1. A view where that is possible, else a copy. Follows
    /// torch.Tensor.reshape.
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

    /// One dimension: a view where that is possible, else a copy. Follows torch.Tensor.flatten.
    ///
    /// # Errors
    /// Where a copy is needed and the tensor may not be read.
    pub fn flatten(&self) -> Result<Tensor> {
        self.reshape(&[-1])
    }

    /// The tensor itself where it is contiguous, else a contiguous copy. Follows torch.Tensor.contiguous.
    ///
    /// # Errors
    /// Where a copy is needed and the tensor may not be read.
    pub fn contiguous(&self) -> Result<Tensor> {
        if self.is_contiguous() { Ok(self.clone()) } else { self.deep_clone() }
    }
}
