//! Matrix product.

use crate::element::{Number, dispatch};
use crate::{Result, State, Tensor, TensorError};

impl Tensor {
    /// `[n, k] × [k, m] → [n, m]`. Follows torch.matmul for matrices. Each element is summed over k in order, in
    /// the element type, so it has the same bits everywhere; torch's own last bits depend on the machine.
    ///
    /// # Errors
    /// Where either is no matrix, the inner sizes or the element types differ, or one is pending or undefined.
    pub fn matmul(&self, other: &Tensor) -> Result<Tensor> {
        let (&[n, k], &[inner, m]) = (self.shape(), other.shape()) else {
            return Err(self.no_product(other));
        };
        if k != inner {
            return Err(self.no_product(other));
        }
        if self.dtype != other.dtype {
            return Err(TensorError::DTypeMismatch {
                op: "matmul",
                left: self.dtype,
                right: other.dtype,
            });
        }
        let result = Tensor::zeros(&[n, m], self.dtype)?;
        let (a, b) = (self.bytes()?, other.bytes()?);
        if k > 0 && m > 0 {
            let mut data = result.storage.data.borrow_mut();
            dispatch!(self.dtype, product(&mut data, &a, &b, k, m));
        }
        debug_assert_eq!(result.state(), State::Ready);
        Ok(result)
    }

    fn no_product(&self, other: &Tensor) -> TensorError {
        TensorError::ShapeMismatch {
            op: "matmul",
            left: self.shape().to_vec(),
            right: other.shape().to_vec(),
            needs: "[n, k] and [k, m]",
        }
    }
}

fn product<T: Number>(out: &mut [u8], a: &[u8], b: &[u8], k: usize, m: usize) {
    let size = T::DTYPE.size();
    for (out, row) in out.chunks_exact_mut(m * size).zip(a.chunks_exact(k * size)) {
        for (j, out) in out.chunks_exact_mut(size).enumerate() {
            let column = b.chunks_exact(size).skip(j).step_by(m);
            let sum = row
                .chunks_exact(size)
                .zip(column)
                .fold(T::ZERO, |sum, (x, y)| sum.add(T::load(x).mul(T::load(y))));
            sum.store(out);
        }
    }
}
