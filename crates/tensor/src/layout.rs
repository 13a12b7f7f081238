//! Which elements of a storage a view shows, and in which order.

use core::ops::Range;

/// Shape, strides and offset, all counted in elements. Strides are never negative and views never show an element
/// twice, so a write through a view is well defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub shape: Vec<usize>,
    pub strides: Vec<usize>,
    pub offset: usize,
}

/// Number of elements of a shape, unless that overflows.
pub(crate) fn numel(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size))
}

fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    let mut step = 1_usize;
    for (stride, &size) in strides.iter_mut().zip(shape).rev() {
        *stride = step;
        // Saturates only where another dimension is 0 and no element is ever addressed.
        step = step.saturating_mul(size.max(1));
    }
    strides
}

impl Layout {
    /// Row-major from the start of the storage. The caller has checked that `numel(shape)` does not overflow.
    pub fn contiguous(shape: &[usize]) -> Layout {
        Layout { shape: shape.to_vec(), strides: row_major(shape), offset: 0 }
    }

    pub fn numel(&self) -> usize {
        // Every layout's count was checked when its tensor was made; only a shape with a 0 may overflow on the way.
        numel(&self.shape).unwrap_or(0)
    }

    /// How many trailing dimensions lie in one piece, and how many elements that piece has.
    fn inner(&self) -> (usize, usize) {
        let mut length = 1;
        for (kept, (&size, &stride)) in self.shape.iter().zip(&self.strides).rev().enumerate() {
            if size != 1 && stride != length {
                return (kept, length);
            }
            length *= size;
        }
        (self.shape.len(), length)
    }

    pub fn is_contiguous(&self) -> bool {
        self.numel() == 0 || self.inner().0 == self.shape.len()
    }

    /// The storage ranges that hold elements `start..start + count` in row-major order.
    pub fn runs(&self, start: usize, count: usize) -> Runs {
        let count = count.min(self.numel().saturating_sub(start));
        let (kept, length) = self.inner();
        let outer = self.shape.len() - kept;
        let dims = self.shape.iter().zip(&self.strides).take(outer);
        let dims = dims.map(|(&size, &stride)| Dim { size, stride, index: 0 }).collect();
        let mut runs = Runs { dims, base: self.offset, length, skip: 0, left: count };
        if count > 0 {
            let mut run = start / length;
            runs.skip = start % length;
            for dim in runs.dims.iter_mut().rev() {
                dim.index = run % dim.size;
                runs.base += dim.index * dim.stride;
                run /= dim.size;
            }
        }
        runs
    }

    /// Strides under which the same elements, in the same order, have another shape of equal `numel`; `None` where
    /// only a copy can have it.
    pub fn strides_for(&self, shape: &[usize]) -> Option<Vec<usize>> {
        if self.numel() == 0 {
            return Some(row_major(shape));
        }
        // Neighbouring dimensions that step evenly are one piece: (elements, stride).
        let mut pieces: Vec<(usize, usize)> = Vec::new();
        for (&size, &stride) in self.shape.iter().zip(&self.strides) {
            match pieces.last_mut() {
                _ if size == 1 => {}
                Some((count, step)) if *step == size * stride => {
                    *count *= size;
                    *step = stride;
                }
                _ => pieces.push((size, stride)),
            }
        }
        let mut strides = vec![1; shape.len()];
        let (mut left, mut step) = pieces.pop().unwrap_or((1, 1));
        for (stride, &size) in strides.iter_mut().zip(shape).rev() {
            if size != 1 && left == 1 {
                (left, step) = pieces.pop()?;
            }
            if left % size != 0 {
                return None;
            }
            *stride = step;
            step *= size;
            left /= size;
        }
        Some(strides)
    }

    /// The same elements with the largest stride outermost: the order in which torch's kernels without inputs
    /// (random fills) visit memory.
    pub fn in_memory_order(&self) -> Layout {
        let mut layout = self.clone();
        // Insertion sort: there are few dimensions, and the library's sort is 5 KB of code.
        for end in 1..layout.shape.len() {
            for d in (1..=end).rev() {
                if layout.strides[d - 1] >= layout.strides[d] {
                    break;
                }
                layout.strides.swap(d - 1, d);
                layout.shape.swap(d - 1, d);
            }
        }
        layout
    }
}

/// A dimension outside of the pieces, and where in it the next piece lies.
struct Dim {
    size: usize,
    stride: usize,
    index: usize,
}

/// Iterator over ranges of storage elements, each in one piece.
pub(crate) struct Runs {
    dims: Vec<Dim>,
    base: usize,
    length: usize,
    skip: usize,
    left: usize,
}

impl Iterator for Runs {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        if self.left == 0 {
            return None;
        }
        let start = self.base + self.skip;
        let length = (self.length - self.skip).min(self.left);
        self.skip = 0;
        self.left -= length;
        for dim in self.dims.iter_mut().rev() {
            dim.index += 1;
            self.base += dim.stride;
            if dim.index < dim.size {
                break;
            }
            self.base -= dim.size * dim.stride;
            dim.index = 0;
        }
        Some(start..start + length)
    }
}
