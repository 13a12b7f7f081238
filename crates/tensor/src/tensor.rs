//! The tensor, and what it says about itself.

use core::fmt;
use std::rc::Rc;

use crate::layout::Layout;
use crate::storage::Storage;
use crate::{DType, State};

/// An n-d tensor with torch's ownership: a strided view of a storage that other views may share.
/// Follows [`torch.Tensor`](https://docs.pytorch.org/docs/stable/tensors.html#torch.Tensor).
///
/// `Clone` gives another handle to the same storage, as Python's assignment does; a tensor with memory of its own
/// is [`deep_clone`](Tensor::deep_clone). Writes go through `&self` and are seen by every view. A tensor belongs
/// to one thread.
///
/// ```
/// # use tensor::*;
/// let x = Tensor::zeros(&[2, 2], DType::Int64)?;
/// let handle = x.clone();
/// x.select(1, 1)?.fill_(7)?; // a column
/// assert_eq!(handle.to_vec::<i64>()?, [0, 7, 0, 7]);
/// # Ok::<(), Box<TensorError>>(())
/// ```
///
/// # Arithmetic
///
/// In place (names ending in `_`) the element type stays. Out of place an integer tensor becomes float32 where the scalar or
/// the operation is not integral, and a bool tensor int64 where the scalar is an integer, by torch's
/// [promotion](https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc). Between tensors shapes and
/// types must be equal: nothing is broadcast or promoted.
///
/// A scalar is first converted to the element type, and refused where that cannot hold it (torch lets it wrap or become
/// infinite). Integers wrap. Of bools the sum is or and the product and; there is no difference.
///
/// 16-bit floats are computed with in float32 and rounded to nearest even once per operation; a scalar to multiply or divide
/// by is not rounded to 16 bits first.
///
/// (A tensor is one pointer, so that handing it round and letting it go is next to no code in a browser.)
#[derive(Clone)]
pub struct Tensor(pub(crate) Rc<View>);

/// What a tensor shows, and of which storage. It never changes.
pub(crate) struct View {
    pub storage: Rc<Storage>,
    pub layout: Layout,
    pub dtype: DType,
}

impl Tensor {
    /// Another view of the same storage.
    pub(crate) fn with_layout(&self, layout: Layout) -> Tensor {
        Tensor(Rc::new(View { storage: Rc::clone(&self.0.storage), layout, dtype: self.0.dtype }))
    }

    pub(crate) fn own(data: Vec<u8>, shape: &[usize], dtype: DType, state: State) -> Tensor {
        let layout = Layout::contiguous(shape);
        Tensor(Rc::new(View { storage: Storage::new(data, state), layout, dtype }))
    }

    /// Sizes of the dimensions; `[]` for a tensor of one element without dimensions.
    /// Follows [`torch.Tensor.size`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.size.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 3], DType::Float32)?;
    /// assert_eq!((x.shape(), x.t()?.shape()), (&[2, 3][..], &[3, 2][..]));
    /// assert!(x.select(0, 0)?.select(0, 0)?.shape().is_empty());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.0.layout.shape
    }

    /// How far apart neighbours along each dimension lie, in elements.
    /// Follows [`torch.Tensor.stride`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.stride.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 3], DType::Float32)?;
    /// assert_eq!((x.strides(), x.t()?.strides()), (&[3, 1][..], &[1, 3][..]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn strides(&self) -> &[usize] {
        &self.0.layout.strides
    }

    /// Where the view starts in its storage, in elements.
    /// Follows [`torch.Tensor.storage_offset`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.storage_offset.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::arange(6, DType::Int64)?.view(&[2, 3])?;
    /// assert_eq!(x.select(0, 1)?.narrow(0, 2, 1)?.storage_offset(), 3 + 2);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn storage_offset(&self) -> usize {
        self.0.layout.offset
    }

    /// Number of elements.
    /// Follows [`torch.Tensor.numel`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.numel.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::zeros(&[2, 3], DType::Float32)?.numel(), 6);
    /// assert_eq!(Tensor::zeros(&[], DType::Float32)?.numel(), 1);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn numel(&self) -> usize {
        self.0.layout.numel()
    }

    /// Bytes of the view's elements.
    /// Follows [`torch.Tensor.nbytes`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.nbytes.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 3], DType::Int64)?;
    /// assert_eq!((x.nbytes(), x.select(1, 0)?.nbytes()), (48, 16)); // of a view: its own only
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn nbytes(&self) -> usize {
        self.numel() * self.0.dtype.size()
    }

    /// Type of the elements.
    /// Follows [`torch.dtype`](https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch.dtype).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Tensor::from_slice(&[1_i64]).dtype(), DType::Int64);
    /// assert_eq!(Tensor::from_slice(&[1_i64]).div_scalar(1)?.dtype(), DType::Float32);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn dtype(&self) -> DType {
        self.0.dtype
    }

    /// Whether the elements lie in row-major order without gaps.
    /// Follows [`torch.Tensor.is_contiguous`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_contiguous.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 2], DType::Float32)?;
    /// assert!(x.is_contiguous() && x.select(0, 1)?.is_contiguous());
    /// assert!(!x.t()?.is_contiguous() && !x.select(1, 1)?.is_contiguous());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn is_contiguous(&self) -> bool {
        self.0.layout.is_contiguous()
    }

    /// Which storage the view shows: equal for views that share one, never reused within a thread.
    /// Stands for the address of [`torch.Tensor.untyped_storage`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.untyped_storage.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// assert_eq!(x.narrow(0, 1, 1)?.storage_id(), x.storage_id());
    /// assert_ne!(x.deep_clone()?.storage_id(), x.storage_id());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn storage_id(&self) -> u64 {
        self.0.storage.id
    }

    /// State of the storage.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::empty(&[2], DType::Int64)?;
    /// assert_eq!(x.state(), State::Undefined(Undefined::Uninitialised));
    /// x.fill_(0)?;
    /// assert_eq!(x.state(), State::Ready);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn state(&self) -> State {
        self.0.storage.state.get()
    }

    /// Sets the state of the storage, and so of all views: what a work does when it begins and when it ends.
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// x.set_state(State::Pending { work: 3, read: true });
    /// assert_eq!(x.select(0, 0)?.item::<i64>(), Err(TensorError::ReadPending { work: 3 }.into()));
    /// x.set_state(State::Ready);
    /// assert_eq!(x.select(0, 0)?.item::<i64>(), Ok(1));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn set_state(&self, state: State) {
        self.0.storage.state.set(state);
    }

    /// How often the storage has been written in place, through any view (beyond 2³² it begins anew).
    /// Follows `torch.Tensor._version`, which torch documents in its
    /// [notes on autograd](https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-correctness-checks).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::from_slice(&[1_i64, 2]);
    /// let before = x.version();
    /// x.select(0, 0)?.fill_(7)?;
    /// assert_ne!(x.version(), before);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn version(&self) -> u32 {
        self.0.storage.version.get()
    }

    /// The storage is written once more.
    pub(crate) fn count_write(&self) {
        let version = &self.0.storage.version;
        version.set(version.get().wrapping_add(1));
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
