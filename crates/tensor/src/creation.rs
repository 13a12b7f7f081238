//! Making tensors.

use crate::element::to_le_bytes;
use crate::layout;
use crate::{DType, Element, Need, Result, Scalar, State, Tensor, TensorError, Undefined, refusal};

fn zeroed(shape: &[usize], dtype: DType) -> Result<Vec<u8>> {
    let too_large = || TensorError::TooLarge { shape: shape.to_vec(), dtype };
    let bytes = layout::numel(shape)
        .and_then(|numel| numel.checked_mul(dtype.size()))
        .ok_or_else(too_large)?;
    let mut data = Vec::new();
    data.try_reserve_exact(bytes).map_err(|_| too_large())?;
    data.resize(bytes, 0);
    Ok(data)
}

impl Tensor {
    /// `values` in row-major order, of the type that they are.
    /// Follows [`torch.tensor`](https://docs.pytorch.org/docs/stable/generated/torch.tensor.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_vec(vec![1_i64, 2, 3, 4], &[2, 2])?;
    /// assert_eq!((x.dtype(), x.select(0, 1)?.to_vec::<i64>()?), (DType::Int64, vec![3, 4]));
    /// assert_eq!(Tensor::from_vec(vec![1_i64, 2], &[3]).unwrap_err().code(), "wrong_count");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `shape` has another number of elements.
    pub fn from_vec<T: Element>(values: Vec<T>, shape: &[usize]) -> Result<Tensor> {
        if layout::numel(shape) != Some(values.len()) {
            return Err(Box::new(TensorError::WrongCount {
                given: values.len(),
                shape: shape.to_vec(),
            }));
        }
        Ok(Tensor::own(to_le_bytes(&values), shape, T::DTYPE, State::Ready))
    }

    /// A 1-d tensor of `values`, of the type that they are.
    /// Follows [`torch.tensor`](https://docs.pytorch.org/docs/stable/generated/torch.tensor.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_u8, 2, 3]);
    /// assert_eq!((x.shape(), x.dtype(), x.to_bytes()?), (&[3][..], DType::Uint8, vec![1, 2, 3]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn from_slice<T: Element>(values: &[T]) -> Tensor {
        Tensor::own(to_le_bytes(values), &[values.len()], T::DTYPE, State::Ready)
    }

    /// Every element 0, or false.
    /// Follows [`torch.zeros`](https://docs.pytorch.org/docs/stable/generated/torch.zeros.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::zeros(&[2, 2], DType::Float32)?.to_vec::<f32>()?, [0.; 4]);
    /// assert_eq!(Tensor::zeros(&[usize::MAX, 2], DType::Bool).unwrap_err().code(), "too_large");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the memory is not to be had.
    pub fn zeros(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Ok(Tensor::own(zeroed(shape, dtype)?, shape, dtype, State::Ready))
    }

    /// Every element `value`, converted to `dtype` (a fraction is cut off; whatever is not 0 is true; -1 is 255 in uint8).
    /// Follows [`torch.full`](https://docs.pytorch.org/docs/stable/generated/torch.full.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::full(&[2], 2.9, DType::Int32)?.to_vec::<i32>()?, [2, 2]);
    /// assert_eq!(Tensor::full(&[1], 0.5, DType::Bool)?.to_vec::<bool>()?, [true]);
    /// assert_eq!(Tensor::full(&[1], 128, DType::Int8).unwrap_err().code(), "scalar_range");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `dtype` cannot hold `value`, or the memory is not to be had.
    pub fn full(shape: &[usize], value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        let tensor = Tensor::zeros(shape, dtype)?;
        tensor.fill_(value)?;
        Ok(tensor)
    }

    /// Memory that may be read only once it has been written.
    /// Follows [`torch.empty`](https://docs.pytorch.org/docs/stable/generated/torch.empty.html), except that
    /// torch lets a program read what happens to be there.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::empty(&[2], DType::Float32)?;
    /// assert_eq!(x.to_vec::<f32>().unwrap_err().code(), "read_undefined");
    /// x.fill_(1)?;
    /// assert_eq!(x.to_vec::<f32>()?, [1., 1.]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the memory is not to be had.
    pub fn empty(shape: &[usize], dtype: DType) -> Result<Tensor> {
        let state = State::Undefined(Undefined::Uninitialised);
        Ok(Tensor::own(zeroed(shape, dtype)?, shape, dtype, state))
    }

    /// 0, 1, … up to but without `end`, in one dimension.
    /// Follows [`torch.arange`](https://docs.pytorch.org/docs/stable/generated/torch.arange.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::arange(3, DType::Int64)?.to_vec::<i64>()?, [0, 1, 2]);
    /// assert_eq!(Tensor::arange(257, DType::Uint8).unwrap_err().code(), "scalar_range");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `dtype` cannot hold the values (torch lets integers wrap) or is bool, or the memory is not to be had.
    pub fn arange(end: usize, dtype: DType) -> Result<Tensor> {
        if dtype == DType::Bool {
            return Err(refusal::unsupported("arange", dtype, Need::Numbers));
        }
        let last = Scalar::I64(end.saturating_sub(1) as i64);
        last.expect_fit(dtype)?;
        let mut data = zeroed(&[end], dtype)?;
        for (i, element) in data.chunks_exact_mut(dtype.size()).enumerate() {
            Scalar::I64(i as i64).store(dtype, element);
        }
        Ok(Tensor::own(data, &[end], dtype, State::Ready))
    }
}
