//! Reductions to one number, and counting.

use crate::{DType, Element, Need, Result, Scalar, Tensor, TensorError, refusal};

impl Tensor {
    /// The elements in row-major order, each as a scalar.
    pub(crate) fn scalars(&self) -> Result<Vec<Scalar>> {
        let bytes = self.bytes()?;
        let elements = bytes.chunks_exact(self.0.dtype.size());
        Ok(elements.map(|element| Scalar::load(self.0.dtype, element)).collect())
    }

    /// Sum of all elements; 0 of none. Integers and bools give an int64, which wraps; floats are summed in order as float64 and
    /// rounded to their type once, which is at least as close as torch's own order.
    /// Follows [`torch.sum`](https://docs.pytorch.org/docs/stable/generated/torch.sum.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::from_slice(&[127_i8, 127]).sum()?, Scalar::I64(254)); // an int64: no int8 has it
    /// assert_eq!(Tensor::from_slice(&[true, false, true]).sum()?, Scalar::I64(2));
    /// assert_eq!(Tensor::full(&[4096], 1, DType::Float16)?.sum()?, Scalar::F64(4096.)); // not stuck at 2048
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn sum(&self) -> Result<Scalar> {
        let scalars = self.scalars()?;
        if !self.0.dtype.is_floating_point() {
            let sum = scalars.iter().fold(0_i64, |sum, x| sum.wrapping_add(x.to_i64()));
            return Ok(Scalar::I64(sum));
        }
        let sum = scalars.iter().fold(0.0, |sum, x| sum + x.to_f64());
        Ok(Scalar::F64(sum).rounded(self.0.dtype))
    }

    /// Largest element, as a scalar of the tensor's kind; NaN if any is.
    /// Follows [`torch.max`](https://docs.pytorch.org/docs/stable/generated/torch.max.html) over all elements.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::from_slice(&[-3_i64, -1]).max()?, Scalar::I64(-1));
    /// assert!(Tensor::from_slice(&[1., f32::NAN, 2.]).max()?.to_f64().is_nan());
    /// assert_eq!(Tensor::from_slice::<f32>(&[]).max().unwrap_err().code(), "empty");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where there is no element, or the tensor is pending or undefined.
    pub fn max(&self) -> Result<Scalar> {
        let larger = |a, b| match (a, b) {
            (Scalar::I64(a), Scalar::I64(b)) => Scalar::I64(a.max(b)),
            (a, b) if a.to_f64().is_nan() || a.to_f64() > b.to_f64() => a,
            (_, b) => b,
        };
        let scalars = self.scalars()?;
        let max = scalars.into_iter().reduce(larger);
        max.ok_or_else(|| TensorError::Empty { op: "max" }.into())
    }

    /// How often each of 0, 1, … occurs among integers in one dimension: an int64 tensor as long as the largest of them needs,
    /// but at least `minlength`.
    /// Follows [`torch.bincount`](https://docs.pytorch.org/docs/stable/generated/torch.bincount.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let experts = Tensor::from_slice(&[3_i64, 1, 1]);
    /// assert_eq!(experts.bincount(0)?.to_vec::<i64>()?, [0, 2, 0, 1]);
    /// assert_eq!(experts.bincount(6)?.to_vec::<i64>()?, [0, 2, 0, 1, 0, 0]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is not 1-d, holds floats, bools or a negative number, counts would not fit in memory, or it is
    /// pending or undefined.
    pub fn bincount(&self, minlength: usize) -> Result<Tensor> {
        const OP: &str = "bincount";
        self.expect_dims(OP, 1, Need::OneDim)?;
        if self.0.dtype.is_floating_point() || self.0.dtype == DType::Bool {
            return Err(refusal::unsupported(OP, self.0.dtype, Need::Integer));
        }
        let mut values = Vec::with_capacity(self.numel());
        for scalar in self.scalars()? {
            let index = scalar.to_i64();
            if index < 0 {
                return Err(refusal::index(OP, index, minlength));
            }
            values.push(usize::try_from(index).unwrap_or(usize::MAX));
        }
        let longest = values.iter().fold(minlength, |n, &value| n.max(value.saturating_add(1)));
        // Allocated in the way that can fail, so that a wild value is an error and not an abort.
        let counts = Tensor::zeros(&[longest], DType::Int64)?;
        let size = DType::Int64.size();
        let mut data = counts.0.storage.data.borrow_mut();
        for value in values {
            if let Some(count) = data.get_mut(value * size..(value + 1) * size) {
                (i64::load(count) + 1).store(count);
            }
        }
        drop(data);
        Ok(counts)
    }
}
