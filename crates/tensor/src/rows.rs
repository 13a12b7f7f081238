//! Rows (slices along dimension 0) chosen by mask or by index. No rows at all is legal everywhere.

use crate::{DType, Need, Result, Scalar, State, Tensor, TensorError, refusal};

impl Tensor {
    /// Whether each element equals `value`, rounded or wrapped to the element type, as bools of the same shape.
    /// Follows [`torch.eq`](https://docs.pytorch.org/docs/stable/generated/torch.eq.html) with a scalar.
    ///
    /// ```
    /// # use tensor::*;
    /// let experts = Tensor::from_vec(vec![5_i64, 3, 2, 3], &[2, 2])?;
    /// let mask = experts.eq_scalar(3)?;
    /// assert_eq!((mask.shape(), mask.to_vec::<bool>()?), (&[2, 2][..], vec![false, true, false, true]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn eq_scalar(&self, value: i64) -> Result<Tensor> {
        let mut element = Scalar::I64(value).rounded(self.0.dtype);
        if self.0.dtype == DType::Bool && element.to_i64() != value {
            // 2 as a bool is true, but no bool is 2.
            element = Scalar::I64(value);
        }
        let mask = self.scalars()?.iter().map(|x| *x == element).collect();
        Tensor::from_vec(mask, self.shape())
    }

    /// Indices of the elements that are not 0, as a 1-d int64 tensor.
    /// Follows [`torch.nonzero`](https://docs.pytorch.org/docs/stable/generated/torch.nonzero.html)
    /// of a 1-d tensor, with its last dimension squeezed away.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[0., -0., f32::NAN, 2.]);
    /// assert_eq!(x.nonzero()?.to_vec::<i64>()?, [2, 3]); // NaN is not 0
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is not 1-d, or is pending or undefined.
    pub fn nonzero(&self) -> Result<Tensor> {
        self.expect_dims("nonzero", 1, Need::OneDim)?;
        let scalars = self.scalars()?;
        let indices: Vec<i64> = scalars
            .into_iter()
            .zip(0_i64..)
            .filter(|(x, _)| x.to_f64() != 0.0)
            .map(|(_, i)| i)
            .collect();
        Ok(Tensor::from_slice(&indices))
    }

    /// The rows where `mask` (bool, one element per row; uint8 counts as bool where it is not 0) is true, as a copy.
    /// Follows `x[mask]`.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4, 5, 6], &[3, 2])?;
    /// let rows = x.masked_rows(&Tensor::from_slice(&[true, false, true]))?;
    /// assert_eq!((rows.shape(), rows.to_vec::<i64>()?), (&[2, 2][..], vec![1, 2, 5, 6]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the mask has another type or length, or a tensor is pending or undefined.
    pub fn masked_rows(&self, mask: &Tensor) -> Result<Tensor> {
        const OP: &str = "masked_rows";
        if mask.0.dtype != DType::Uint8 {
            mask.expect_dtype(OP, DType::Bool)?;
        }
        if mask.shape().len() != 1 || mask.shape().first() != self.shape().first() {
            return Err(refusal::shapes(OP, self, mask, Need::Mask));
        }
        self.index_rows(&mask.nonzero()?)
    }

    /// The rows that `index` (1-d int64; -1 is the last row) names, in its order, as a copy.
    /// Follows `x[index]`, which is [`torch.index_select`](https://docs.pytorch.org/docs/stable/generated/torch.index_select.html)
    /// but for negative numbers.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4, 5, 6], &[3, 2])?;
    /// let rows = x.index_rows(&Tensor::from_slice(&[-1_i64, 0, -1]))?;
    /// assert_eq!((rows.shape(), rows.to_vec::<i64>()?), (&[3, 2][..], vec![5, 6, 1, 2, 5, 6]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the index has another type or shape or names no row, or a tensor is pending or undefined.
    pub fn index_rows(&self, index: &Tensor) -> Result<Tensor> {
        let rows = self.resolve_rows("index_rows", index)?;
        let mut shape = self.shape().to_vec();
        if let Some(count) = shape.first_mut() {
            *count = rows.len();
        }
        let bytes = self.bytes()?;
        let row_bytes = self.row_bytes();
        let mut data = Vec::with_capacity(rows.len() * row_bytes);
        for row in rows {
            data.extend_from_slice(&bytes[row * row_bytes..][..row_bytes]);
        }
        Ok(Tensor::own(data, &shape, self.0.dtype, State::Ready))
    }

    /// Writes row i of `source` to the row that `index[i]` (int64; -1 is the last row) names; the last one wins where two name
    /// the same.
    /// Follows `x[index] = source`, which is [`torch.Tensor.index_put_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_put_.html),
    /// without broadcasting.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[3, 2], DType::Int64)?;
    /// let source = Tensor::from_vec(vec![1_i64, 2, 3, 4], &[2, 2])?;
    /// x.set_rows_(&Tensor::from_slice(&[2_i64, 0]), &source)?;
    /// assert_eq!(x.to_vec::<i64>()?, [3, 4, 0, 0, 1, 2]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the index has another type or shape or names no row, `source` has not one row per index or differs in
    /// row shape or type, `index` or `source` is pending or undefined, or this tensor is pending and may no
    /// longer be written.
    pub fn set_rows_(&self, index: &Tensor, source: &Tensor) -> Result<()> {
        const OP: &str = "set_rows_";
        let rows = self.resolve_rows(OP, index)?;
        let fits = source.shape().first() == Some(&rows.len())
            && source.shape().get(1..) == self.shape().get(1..);
        if !fits {
            return Err(refusal::shapes(OP, self, source, Need::RowPerIndex));
        }
        source.expect_dtype(OP, self.0.dtype)?;
        self.check_writable()?;
        let bytes = source.bytes_beside(self)?;
        let row_bytes = self.row_bytes();
        let row_numel = row_bytes / self.0.dtype.size();
        for (i, row) in rows.into_iter().enumerate() {
            self.scatter(row * row_numel, &bytes[i * row_bytes..][..row_bytes]);
        }
        Ok(())
    }

    fn row_bytes(&self) -> usize {
        let rows = self.shape().first().copied().unwrap_or(0);
        self.nbytes().checked_div(rows).unwrap_or(0)
    }

    fn resolve_rows(&self, op: &'static str, index: &Tensor) -> Result<Vec<usize>> {
        let Some(&size) = self.shape().first() else {
            return Err(Box::new(TensorError::WrongDims {
                op,
                dims: 0,
                needs: Need::AtLeastOneDim,
            }));
        };
        index.expect_dims(op, 1, Need::OneDimIndex)?;
        index.expect_dtype(op, DType::Int64)?;
        let indices = index.to_vec::<i64>()?;
        let mut rows = Vec::with_capacity(indices.len());
        for index in indices {
            let row = if index < 0 { index.saturating_add(size as i64) } else { index };
            match usize::try_from(row) {
                Ok(row) if row < size => rows.push(row),
                _ => return Err(refusal::index(op, index, size)),
            }
        }
        Ok(rows)
    }
}
