//! Which elements an event is about.

use serde::{Deserialize, Serialize};
use tensor::{State, Tensor, Undefined};

/// Some consecutive elements of one tensor: of its storage where the view that was given is contiguous, else of that
/// view in row-major order (the operation's [`TensorRef`] tells how it lies).
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
    pub fn elements(&self) -> std::ops::Range<usize> {
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
    /// The elements as spans name them.
    ///
    /// ```
    /// # use collective::trace::TensorRef;
    /// # use tensor::Tensor;
    /// let x = Tensor::from_slice(&[1, 2, 3]).narrow(0, 1, 2).unwrap();
    /// assert_eq!(TensorRef::from(&x).elements(), 1..3);
    /// ```
    pub fn elements(&self) -> std::ops::Range<usize> {
        let len = self.shape.iter().fold(1usize, |len, &size| len.saturating_mul(size as usize));
        let base = if self.is_contiguous() { self.offset as usize } else { 0 };
        base..base.saturating_add(len)
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

impl From<&Tensor> for TensorRef {
    fn from(tensor: &Tensor) -> Self {
        Self {
            tensor: tensor.storage_id(),
            offset: tensor.storage_offset() as u32,
            shape: tensor.shape().iter().map(|&size| size as u32).collect(),
            strides: tensor.strides().iter().map(|&stride| stride as u32).collect(),
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
        let base = if tensor.is_contiguous() { tensor.storage_offset() } else { 0 };
        let (tensor, len) = (tensor.storage_id(), tensor.numel() as u32);
        Self { tensor, start: base as u32, len, place: Place::Tensor }
    }
}
