//! The tensor: how to make one and what it says about itself.

use core::fmt;
use std::rc::Rc;

use crate::element::to_le_bytes;
use crate::layout::{self, Layout};
use crate::storage::Storage;
use crate::{DType, Element, Need, Result, Scalar, State, TensorError, Undefined, refusal};

/// An n-d tensor with torch's ownership: a strided view of a storage that other views may share.
///
/// `Clone` gives another handle to the same storage, as Python's assignment does; a tensor with memory of its own
/// is [`deep_clone`](Tensor::deep_clone). Writes go through `&self` and are seen by every view. A tensor belongs
/// to one thread.
///
/// (It is one pointer, so that handing it round and letting it go is next to no code in a browser.)
#[derive(Clone)]
pub struct Tensor(pub(crate) Rc<View>);

/// What a tensor shows, and of which storage. It never changes.
pub(crate) struct View {
    pub storage: Rc<Storage>,
    pub layout: Layout,
    pub dtype: DType,
}

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
    pub(crate) fn own(data: Vec<u8>, shape: &[usize], dtype: DType, state: State) -> Tensor {
        let layout = Layout::contiguous(shape);
        Tensor(Rc::new(View { storage: Storage::new(data, state), layout, dtype }))
    }

    /// `values` in row-major order. Follows torch.tensor.
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

    /// A 1-d tensor. Follows torch.tensor.
    pub fn from_slice<T: Element>(values: &[T]) -> Tensor {
        Tensor::own(to_le_bytes(values), &[values.len()], T::DTYPE, State::Ready)
    }

    /// Follows torch.zeros.
    ///
    /// # Errors
    /// Where the memory is not to be had.
    pub fn zeros(shape: &[usize], dtype: DType) -> Result<Tensor> {
        Ok(Tensor::own(zeroed(shape, dtype)?, shape, dtype, State::Ready))
    }

    /// Every element `value`. Follows torch.full.
    ///
    /// # Errors
    /// Where `dtype` cannot hold `value`, or the memory is not to be had.
    pub fn full(shape: &[usize], value: impl Into<Scalar>, dtype: DType) -> Result<Tensor> {
        let tensor = Tensor::zeros(shape, dtype)?;
        tensor.fill_(value)?;
        Ok(tensor)
    }

    /// Memory that may be read only once it has been written. Follows torch.empty, except that torch lets a
    /// program read what happens to be there.
    ///
    /// # Errors
    /// Where the memory is not to be had.
    pub fn empty(shape: &[usize], dtype: DType) -> Result<Tensor> {
        let state = State::Undefined(Undefined::Uninitialised);
        Ok(Tensor::own(zeroed(shape, dtype)?, shape, dtype, state))
    }

    /// 0, 1, … up to but without `end`. Follows torch.arange.
    ///
    /// # Errors
    /// Where `dtype` cannot hold the values or is bool, or the memory is not to be had.
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

    /// Sizes of the dimensions; `[]` for a tensor of one element without dimensions.
    pub fn shape(&self) -> &[usize] {
        &self.0.layout.shape
    }

    /// How far apart neighbours along each dimension lie, in elements. Follows torch.Tensor.stride.
    pub fn strides(&self) -> &[usize] {
        &self.0.layout.strides
    }

    /// Where the view starts in its storage, in elements. Follows torch.Tensor.storage_offset.
    pub fn storage_offset(&self) -> usize {
        self.0.layout.offset
    }

    /// Number of elements. Follows torch.Tensor.numel.
    pub fn numel(&self) -> usize {
        self.0.layout.numel()
    }

    /// Bytes of the view's elements. Follows torch.Tensor.nbytes.
    pub fn nbytes(&self) -> usize {
        self.numel() * self.0.dtype.size()
    }

    /// Type of the elements.
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }

    /// Whether the elements lie in row-major order without gaps. Follows torch.Tensor.is_contiguous.
    pub fn is_contiguous(&self) -> bool {
        self.0.layout.is_contiguous()
    }

    /// Which storage the view shows: equal for views that share one, never reused within a thread.
    pub fn storage_id(&self) -> u64 {
        self.0.storage.id
    }

    /// State of the storage.
    pub fn state(&self) -> State {
        self.0.storage.state.get()
    }

    /// Sets the state of the storage, and so of all views: what a work does when it begins and when it ends.
    pub fn set_state(&self, state: State) {
        self.0.storage.state.set(state);
    }

    pub(crate) fn shares_storage(&self, other: &Tensor) -> bool {
        Rc::ptr_eq(&self.0.storage, &other.0.storage)
    }
}

/// Everything but the values.
impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tensor")
            .field("dtype", &self.0.dtype)
            .field("shape", &self.0.layout.shape)
            .field("strides", &self.0.layout.strides)
            .field("storage_id", &self.0.storage.id)
            .field("state", &self.state())
            .finish()
    }
}
