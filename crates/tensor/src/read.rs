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
    /// Whether a program may read it; else why not.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::empty(&[1], DType::Int64)?;
    /// assert_eq!(x.check_readable().unwrap_err().code(), "read_undefined");
    /// x.fill_(0)?;
    /// assert!(x.check_readable().is_ok());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn check_readable(&self) -> Result<()> {
        match self.state() {
            State::Pending { work, .. } => Err(Box::new(TensorError::ReadPending { work })),
            _ => self.check_defined(),
        }
    }

    /// Nothing is undefined about no elements, so an empty view of an undefined storage may be read.
    pub(crate) fn check_defined(&self) -> Result<()> {
        match self.state() {
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
            // As readable as what is to be changed is writable.
            target.check_writable()?;
            self.check_defined()?;
            Ok(Bytes::Gathered(self.gathered()))
        } else {
            self.bytes()
        }
    }

    /// The elements in row-major order, whatever the state.
    pub(crate) fn gathered(&self) -> Vec<u8> {
        let mut out = vec![0; self.nbytes()];
        self.gather(0, &mut out);
        out
    }

    /// The elements in row-major order, little-endian, whatever the strides.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i32, 2, 256, 4], &[2, 2])?;
    /// assert_eq!(x.t()?.to_bytes()?[..8], [1, 0, 0, 0, 0, 1, 0, 0]); // 1, and 256 below it
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
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
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[5_u8, 6, 7]);
    /// x.set_state(State::Pending { work: 1, read: true });
    /// let mut out = [0; 2];
    /// x.read_bytes(1, &mut out)?;
    /// assert_eq!((out, x.to_bytes().is_err()), ([6, 7], true));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
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

    /// The elements in row-major order, whatever the shape and strides.
    /// Follows [`torch.Tensor.tolist`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.tolist.html), without nesting.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4], &[2, 2])?;
    /// assert_eq!(x.t()?.to_vec::<i64>()?, [1, 3, 2, 4]);
    /// assert_eq!(x.to_vec::<f32>().unwrap_err().code(), "dtype_mismatch"); // nothing is converted
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined, or holds elements of another type.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.expect_dtype("to_vec", T::DTYPE)?;
        Ok(from_le_bytes(&self.bytes()?))
    }

    /// The only element, whatever the shape.
    /// Follows [`torch.Tensor.item`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::from_vec(vec![7_i64], &[1, 1])?.item::<i64>()?, 7);
    /// assert_eq!(Tensor::from_slice(&[7_i64, 8]).item::<i64>().unwrap_err().code(), "not_one_element");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
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

    /// The elements in row-major order, of whichever type they are: for records, which outlive the tensor.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// let values = x.values()?;
    /// x.fill_(0)?;
    /// assert_eq!(values, Values::of(&[1_i64, 2]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn values(&self) -> Result<Values> {
        Ok(Values::new(self.0.dtype, self.to_bytes()?))
    }

    /// A contiguous tensor of the same shape with memory of its own and the same values.
    /// Follows [`torch.Tensor.clone`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.clone.html),
    /// which Rust's `Clone` does not: that gives another handle to the same memory.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// let (copy, handle) = (x.deep_clone()?, x.clone());
    /// x.fill_(0)?;
    /// assert_eq!((copy.to_vec::<i64>()?, handle.to_vec::<i64>()?), (vec![1, 2], vec![0, 0]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the tensor is pending or undefined.
    pub fn deep_clone(&self) -> Result<Tensor> {
        let bytes = self.to_bytes()?;
        Ok(Tensor::own(bytes, self.shape(), self.0.dtype, State::Ready))
    }
}
