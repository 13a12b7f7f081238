//! Matrix product.

use crate::fold::Arithmetic;
use crate::{DType, Need, Result, Scalar, Tensor, TensorError, refusal};

impl Tensor {
    /// The product of two matrices: `[n, k] × [k, m] → [n, m]`.
    /// Follows [`torch.matmul`](https://docs.pytorch.org/docs/stable/generated/torch.matmul.html) for matrices.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4, 5, 6], &[2, 3])?;
    /// let y = Tensor::from_vec(vec![1_i64, 0, -1], &[3, 1])?;
    /// let product = x.matmul(&y)?;
    /// assert_eq!((product.shape(), product.to_vec::<i64>()?), (&[2, 1][..], vec![1 - 3, 4 - 6]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// Each element is summed over k in order, in the element type, so it has the same bits everywhere; torch's own last bits
    /// depend on the machine. (16-bit floats are summed in float32 and rounded once.)
    ///
    /// # Errors
    /// Where either is no matrix, the inner sizes or the element types differ, they hold bools, or one is pending or undefined.
    pub fn matmul(&self, other: &Tensor) -> Result<Tensor> {
        let (&[n, k], &[inner, m]) = (self.shape(), other.shape()) else {
            return Err(self.no_product(other));
        };
        if k != inner {
            return Err(self.no_product(other));
        }
        self.expect_dtype("matmul", other.0.dtype)?;
        if self.0.dtype == DType::Bool {
            return Err(refusal::unsupported("matmul", self.0.dtype, Need::Numbers));
        }
        if self.0.dtype.is_half() {
            let wide = DType::Float32;
            return self.to(wide)?.matmul(&other.to(wide)?)?.to(self.0.dtype);
        }
        let result = Tensor::zeros(&[n, m], self.0.dtype)?;
        let (a, b) = (self.bytes()?, other.bytes()?);
        if k > 0 && m > 0 {
            let size = self.0.dtype.size();
            let mut data = result.0.storage.data.borrow_mut();
            let mut scaled = vec![0; m * size];
            // Row i of the product is the sum over k of a[i, k] times row k of b.
            let rows = data.chunks_exact_mut(m * size);
            for (out, row) in rows.zip(a.chunks_exact(k * size)) {
                for (x, b) in row.chunks_exact(size).zip(b.chunks_exact(m * size)) {
                    scaled.copy_from_slice(b);
                    let x = Scalar::load(self.0.dtype, x);
                    Arithmetic::Mul.fold_scalar(self.0.dtype, &mut scaled, x);
                    Arithmetic::Add.fold(self.0.dtype, out, &scaled);
                }
            }
        }
        Ok(result)
    }

    fn no_product(&self, other: &Tensor) -> Box<TensorError> {
        refusal::shapes("matmul", self, other, Need::Matrices)
    }
}
