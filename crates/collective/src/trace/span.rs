//! Which elements an event is about.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tensor::{State, Tensor, Undefined};

/// Some consecutive elements of one tensor: of its storage where the view that was given is contiguous, else of the
/// operation's buffer, in which its tensors lie one after the other ([`TensorRef`]s tell how they lie in their storages).
/// Outside of operations nothing tells which elements such a view has: its place is [`Place::View`].
///
/// ```
/// # use collective::trace::{Place, Span};
/// # use tensor::Tensor;
/// let x = Tensor::from_slice(&[1, 2, 3]).narrow(0, 1, 2).unwrap();
/// let span = Span { tensor: x.storage_id(), start: 1, len: 2, place: Place::Tensor };
/// assert_eq!(Span::from(&x), span);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The storage's id.
    pub tensor: u64,
    /// First element.
    pub start: u32,
    /// Elements.
    pub len: u32,
    /// In the tensor itself, or in which buffer of an operation on it.
    pub place: Place,
}

impl Span {
    /// The elements' numbers.
    ///
    /// ```
    /// # use collective::trace::Span;
    /// # use tensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3]).narrow(0, 1, 2).unwrap();
    /// assert_eq!(Span::from(&x).elements(), 1..3);
    /// ```
    pub fn elements(&self) -> Range<usize> {
        let start = self.start as usize;
        start..start.saturating_add(self.len as usize)
    }
}

/// Where elements are while an operation works on copies of its tensors.
///
/// ```
/// # use collective::trace::{Place, Span};
/// # use tensor::Tensor;
/// assert_eq!(Span::from(&Tensor::from_slice(&[1])).place, Place::Tensor);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In the tensor.
    Tensor,
    /// In what the operation read of it.
    Input,
    /// In what the operation will write to it.
    Output,
    /// In room of the operation's own, which belongs to no tensor (its number is 0).
    Scratch,
    /// In a view of the tensor that is not contiguous: which of the storage's elements they are is not told.
    View,
}

/// A tensor as an operation was given it: which storage, and how the view lies in it.
///
/// ```
/// # use collective::trace::TensorRef;
/// # use tensor::{DType, Tensor};
/// let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap().t().unwrap();
/// let TensorRef { shape, strides, .. } = TensorRef::from(&x);
/// assert_eq!((shape, strides), (vec![3, 2], vec![1, 3]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TensorRef {
    /// The storage's id.
    pub tensor: u64,
    /// First element's place in the storage.
    pub offset: u32,
    /// Sizes.
    pub shape: Vec<u32>,
    /// Steps, in elements.
    pub strides: Vec<u32>,
}

impl TensorRef {
    /// How many elements it has.
    ///
    /// ```
    /// # use collective::trace::TensorRef;
    /// # use tensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3]).narrow(0, 1, 2).unwrap();
    /// assert_eq!(TensorRef::from(&x).numel(), 2);
    /// ```
    pub fn numel(&self) -> usize {
        self.shape.iter().fold(1, |len: usize, &size| len.saturating_mul(size as usize))
    }

    /// How spans name the elements of an operation's `tensors`, of its inputs or of its outputs.
    ///
    /// ```
    /// # use collective::trace::TensorRef;
    /// # use tensor::{DType, Tensor};
    /// let x = Tensor::zeros(&[3, 2], DType::Float32).unwrap();
    /// let of = |dim, index| TensorRef::from(&x.select(dim, index).unwrap());
    /// let names = |list: &[TensorRef]| TensorRef::names(list).collect::<Vec<_>>();
    /// assert_eq!(names(&[of(0, 0), of(0, 2)]), [0..2, 4..6]); // rows: as in the storage
    /// assert_eq!(names(&[of(1, 0), of(1, 1)]), [0..3, 3..6]); // columns: as in the buffer
    /// ```
    pub fn names(tensors: &[TensorRef]) -> impl Iterator<Item = Range<usize>> {
        let mut before = 0usize;
        tensors.iter().map(move |view| {
            let len = view.numel();
            let start = if view.is_contiguous() { view.offset as usize } else { before };
            before = before.saturating_add(len);
            start..start.saturating_add(len)
        })
    }

    /// Which elements of the storage they are, in the view's order.
    ///
    /// ```
    /// # use collective::trace::TensorRef;
    /// # use tensor::{DType, Tensor};
    /// let x = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    /// let of = |view: Tensor| TensorRef::from(&view).indices().collect::<Vec<_>>();
    /// assert_eq!(of(x.t().unwrap()), [0, 3, 1, 4, 2, 5]);
    /// assert_eq!(of(x.select(1, 2).unwrap()), [2, 5]);
    /// ```
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        (0..self.numel()).map(|place| self.index(place))
    }

    /// Which element of the storage the view's element number `place` is.
    ///
    /// ```
    /// # use collective::trace::TensorRef;
    /// # use tensor::{DType, Tensor};
    /// let column = Tensor::zeros(&[2, 3], DType::Float32).unwrap().select(1, 2).unwrap();
    /// assert_eq!(TensorRef::from(&column).index(1), 5);
    /// ```
    pub fn index(&self, place: usize) -> usize {
        let mut rest = place;
        let dims = self.shape.iter().zip(&self.strides).rev();
        dims.fold(self.offset as usize, |at, (&size, &stride)| {
            let size = size.max(1) as usize;
            let step = rest % size * stride as usize;
            rest /= size;
            at + step
        })
    }

    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1u32;
        self.shape.iter().zip(&self.strides).rev().all(|(&size, &stride)| {
            let fits = size == 1 || stride == expected;
            expected = expected.saturating_mul(size.max(1));
            fits
        })
    }
}

pub(super) fn narrowed(sizes: &[usize]) -> Vec<u32> {
    sizes.iter().map(|&size| size as u32).collect()
}

impl From<&Tensor> for TensorRef {
    fn from(tensor: &Tensor) -> Self {
        Self {
            tensor: tensor.storage_id(),
            offset: tensor.storage_offset() as u32,
            shape: narrowed(tensor.shape()),
            strides: narrowed(tensor.strides()),
        }
    }
}

/// Whether a tensor's contents mean anything.
///
/// ```
/// # use collective::trace::Readable;
/// # use tensor::{DType, Tensor, Undefined};
/// let x = Tensor::empty(&[1], DType::Int64).unwrap();
/// assert_eq!(Readable::from(x.state()), Readable::Undefined(Undefined::Uninitialised));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Readable {
    /// They do.
    Ready,
    /// An operation will fill it: the rank's own number for that operation.
    Pending(u64),
    /// They do not, and why.
    Undefined(Undefined),
}

impl From<State> for Readable {
    fn from(state: State) -> Self {
        match state {
            State::Ready => Readable::Ready,
            State::Pending { work, .. } => Readable::Pending(work),
            State::Undefined(why) => Readable::Undefined(why),
        }
    }
}

impl From<&Tensor> for Span {
    fn from(tensor: &Tensor) -> Self {
        let (base, place) = match tensor.is_contiguous() {
            true => (tensor.storage_offset(), Place::Tensor),
            false => (0, Place::View),
        };
        let (tensor, len) = (tensor.storage_id(), tensor.numel() as u32);
        Self { tensor, start: base as u32, len, place }
    }
}
