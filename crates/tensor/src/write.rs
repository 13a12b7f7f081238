//! Writing into a tensor in place.

use crate::convert::convert;
use crate::read::byte_range;
use crate::{DType, Result, Scalar, State, Tensor, TensorError};

impl Tensor {
    pub(crate) fn check_writable(&self) -> Result<()> {
        match self.state() {
            State::Pending { work, read: true } => {
                Err(Box::new(TensorError::WritePending { work }))
            }
            _ => Ok(()),
        }
    }

    /// Writes elements from `start` on. Leaves a pending storage pending; else the storage becomes ready, unless
    /// nothing was written.
    pub(crate) fn scatter(&self, start: usize, bytes: &[u8]) {
        self.count_write();
        let size = self.0.dtype.size();
        let mut data = self.0.storage.data.borrow_mut();
        let mut at = 0;
        for run in self.0.layout.runs(start, bytes.len() / size) {
            let out = &mut data[byte_range(&run, size)];
            let length = out.len();
            out.copy_from_slice(&bytes[at..at + length]);
            at += length;
        }
        if at > 0 && matches!(self.state(), State::Undefined(_)) {
            self.set_state(State::Ready);
        }
    }

    /// Copies little-endian elements into the view, from `start_element` on in row-major order, whatever the
    /// strides.
    ///
    /// This is how a work fills a tensor piece by piece, so a pending storage takes it and stays pending until
    /// [`set_state`](Tensor::set_state) says otherwise. An undefined storage becomes ready.
    ///
    /// In a bool tensor any byte that is not 0 becomes 1, as torch shows it: a bool never holds anything else.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 2], DType::Uint8)?;
    /// x.t()?.write_bytes(1, &[7, 8])?;
    /// assert_eq!(x.to_vec::<u8>()?, [0, 8, 7, 0]);
    /// x.set_state(State::Pending { work: 1, read: true });
    /// x.write_bytes(0, &[9])?;
    /// assert_eq!(x.state(), State::Pending { work: 1, read: true });
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `bytes` is no whole number of elements or reaches past the last one.
    pub fn write_bytes(&self, start_element: usize, bytes: &[u8]) -> Result<()> {
        self.check_span("write_bytes", start_element, bytes.len())?;
        if self.0.dtype == DType::Bool {
            self.scatter(start_element, &convert(bytes, DType::Bool, DType::Bool));
        } else {
            self.scatter(start_element, bytes);
        }
        Ok(())
    }

    /// Copies the values of `source`, of the same shape, converting them to this tensor's type (floats lose their fraction on
    /// the way to integers, which wrap on the way to smaller ones; whatever is not 0 becomes true; 16-bit floats are rounded
    /// to from float32).
    /// Follows [`torch.Tensor.copy_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.copy_.html) without
    /// broadcasting. The two may share a storage and overlap, which torch refuses.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[3], DType::Uint8)?;
    /// x.copy_(&Tensor::from_slice(&[1.9, -2.75, 300.]))?;
    /// assert_eq!(x.to_vec::<u8>()?, [1, 254, 44]);
    /// x.narrow(0, 1, 2)?.copy_(&x.narrow(0, 0, 2)?)?;
    /// assert_eq!(x.to_vec::<u8>()?, [1, 1, 254]); // as if by way of a copy
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the shapes differ, `source` is pending or undefined, or this tensor is pending and may no longer be written.
    pub fn copy_(&self, source: &Tensor) -> Result<()> {
        self.expect_same_shape("copy_", source)?;
        self.check_writable()?;
        let bytes = source.bytes_beside(self)?;
        if source.0.dtype == self.0.dtype {
            self.scatter(0, &bytes);
        } else {
            self.scatter(0, &convert(&bytes, source.0.dtype, self.0.dtype));
        }
        Ok(())
    }

    /// Sets every element to `value`, converted as by [`full`](Tensor::full).
    /// Follows [`torch.Tensor.fill_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.fill_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::empty(&[2, 2], DType::Int64)?;
    /// x.fill_(1)?;
    /// x.select(0, 1)?.fill_(-2.9)?;
    /// assert_eq!(x.to_vec::<i64>()?, [1, 1, -2, -2]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the type cannot hold `value`, or the tensor is pending and may no longer be written.
    pub fn fill_(&self, value: impl Into<Scalar>) -> Result<()> {
        let element = self.element_of(value.into())?;
        self.check_writable()?;
        self.scatter(0, &element.repeat(self.numel()));
        Ok(())
    }

    /// The tensor itself where it has this type already, else a copy, converted as by [`copy_`](Tensor::copy_).
    /// Follows [`torch.Tensor.to`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1.7, -2.7]);
    /// assert_eq!(x.to(DType::Int64)?.to_vec::<i64>()?, [1, -2]);
    /// assert_eq!(x.to(DType::Float64)?.storage_id(), x.storage_id());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where a copy is needed and the tensor is pending or undefined.
    pub fn to(&self, dtype: DType) -> Result<Tensor> {
        if dtype == self.0.dtype {
            return Ok(self.clone());
        }
        let data = convert(&self.bytes()?, self.0.dtype, dtype);
        Ok(Tensor::own(data, self.shape(), dtype, State::Ready))
    }

    /// `scalar` as the bytes of one element.
    pub(crate) fn element_of(&self, scalar: Scalar) -> Result<Vec<u8>> {
        let dtype = self.0.dtype;
        scalar.expect_fit(dtype)?;
        let mut element = vec![0; dtype.size()];
        scalar.store(dtype, &mut element);
        Ok(element)
    }
}
