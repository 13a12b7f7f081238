//! How a view lies in its memory.

use crate::Tensor;
use crate::layout::Layout;

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
}
