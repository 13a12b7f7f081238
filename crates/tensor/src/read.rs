//! Reading values out of a tensor.

use core::cell::Ref;
use core::ops::{Deref, Range};

use crate::element::from_le_bytes;
use crate::{Element, Result, State, Tensor, TensorError, Values};

/// The bytes of a view in row-major order: where they lie, or gathered.
pub(crate) enum Bytes<'a> {
    Shared(Ref<'a, [u8]>),
    Gathered(Vec<u8>),
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Shared(bytes) => bytes,
            Bytes::Gathered(bytes) => bytes,
        }
    }
}

impl Bytes<'_> {
    pub fn into_vec(self) -> Vec<u8> {
        match self {
            Bytes::Shared(bytes) => bytes.to_vec(),
            Bytes::Gathered(bytes) => bytes,
        }
    }
}

pub(crate) fn byte_range(run: &Range<usize>, size: usize) -> Range<usize> {
    run.start * size..run.end * size
}

impl Tensor {
    /// Nothing is undefined about no elements, so an empty view of an undefined storage may be read.
    fn check_readable(&self) -> Result<()> {
        match self.state() {
            State::Pending { work } => Err(Box::new(TensorError::ReadPending { work })),
            State::Undefined(why) if self.numel() > 0 => {
                Err(Box::new(TensorError::ReadUndefined(why)))
            }
            _ => Ok(()),
        }
    }

    /// Elements `start..start + out.len() / size`, whatever the state.
    fn gather(&self, start: usize, out: &mut [u8]) {
        let size = self.0.dtype.size();
        let data = self.0.storage.data.borrow();
        let mut at = 0;
        for run in self.0.layout.runs(start, out.len() / size) {
            let bytes = &data[byte_range(&run, size)];
            out[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        }
    }

    /// The view's bytes, without a copy where it is contiguous. The storage must not be written while they live.
    pub(crate) fn bytes(&self) -> Result<Bytes<'_>> {
        self.check_readable()?;
        if self.is_contiguous() {
            let start = self.0.layout.offset * self.0.dtype.size();
            let range = start..start + self.nbytes();
            let data = self.0.storage.data.borrow();
            return Ok(Bytes::Shared(Ref::map(data, |data| {
                // Only a view without elements can start past the end.
                data.get(range).unwrap_or(&[])
            })));
        }
        Ok(Bytes::Gathered(self.gathered()))
    }

    /// The view's bytes in a form that may be held while `target` is written.
    pub(crate) fn bytes_beside(&self, target: &Tensor) -> Result<Bytes<'_>> {
        if self.shares_storage(target) {
            Ok(Bytes::Gathered(self.bytes()?.into_vec()))
        } else {
            self.bytes()
        }
    }

    fn gathered(&self) -> Vec<u8> {
        let mut out = vec![0; self.nbytes()];
        self.gather(0, &mut out);
        out
    }

    /// The elements in row-major order, little-endian, whatever the strides.
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.bytes()?.into_vec())
    }

    /// Copies elements, from `start_element` on in row-major order, to `out` as little-endian bytes **whatever the
    /// state**: for the work that owns a pending tensor. Programs read with [`to_vec`](Tensor::to_vec) and its
    /// like.
    ///
    /// # Errors
    /// Where `out` is no whole number of elements or reaches past the last one.
    pub fn read_bytes(&self, start_element: usize, out: &mut [u8]) -> Result<()> {
        self.check_span("read_bytes", start_element, out.len())?;
        self.gather(start_element, out);
        Ok(())
    }

    pub(crate) fn check_span(&self, op: &'static str, start: usize, bytes: usize) -> Result<()> {
        if !bytes.is_multiple_of(self.0.dtype.size()) {
            return Err(Box::new(TensorError::PartialElement { bytes, dtype: self.0.dtype }));
        }
        let length = bytes / self.0.dtype.size();
        let size = self.numel();
        if start.checked_add(length).is_none_or(|end| end > size) {
            return Err(Box::new(TensorError::RangeOutOfRange { op, start, length, size }));
        }
        Ok(())
    }

    /// The elements in row-major order.
    ///
    /// # Errors
    /// Where the tensor is pending or undefined, or holds elements of another type.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.expect_dtype("to_vec", T::DTYPE)?;
        Ok(from_le_bytes(&self.bytes()?))
    }

    /// The only element. Follows torch.Tensor.item.
    ///
    /// # Errors
    /// Where there is not exactly one element, or as [`to_vec`](Tensor::to_vec).
    pub fn item<T: Element>(&self) -> Result<T> {
        self.expect_dtype("item", T::DTYPE)?;
        let numel = self.numel();
        if numel != 1 {
            return Err(Box::new(TensorError::NotOneElement { numel }));
        }
        Ok(T::load(&self.bytes()?))
    }

    /// The elements in row-major order, of whichever type they are.
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn values(&self) -> Result<Values> {
        Ok(Values::new(self.0.dtype, self.to_bytes()?))
    }

    /// A contiguous tensor with memory of its own and the same values. Follows torch.Tensor.clone, which Rust's
    /// `Clone` does not: that gives another handle to the same memory.
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn deep_clone(&self) -> Result<Tensor> {
        let bytes = self.to_bytes()?;
        Ok(Tensor::own(bytes, self.shape(), self.0.dtype, State::Ready))
    }
}
