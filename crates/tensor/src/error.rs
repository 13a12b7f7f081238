//! What can go wrong with a tensor, in one sentence each.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::{self, Text};
use crate::{DType, Need, Scalar, Undefined};

/// An operation on a tensor that was refused. Nothing has been written when one is returned.
///
/// ```
/// # use tensor::*;
/// let error = Tensor::empty(&[2], DType::Int64)?.sum().unwrap_err();
/// assert_eq!(*error, TensorError::ReadUndefined(Undefined::Uninitialised));
/// assert!(error.to_string().ends_with("write to it before reading")); // what is wrong, then what to do
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Error, Serialize, Deserialize)]
pub enum TensorError {
    /// A read of a storage that a work has yet to fill.
    #[error(
        "the tensor is still pending: work {work} will fill it; wait for that work before reading"
    )]
    ReadPending {
        /// The work that will fill it.
        work: u64,
    },
    /// A write to a storage that a work has yet to fill.
    #[error(
        "the tensor is still pending: work {work} will fill it; wait for that work before writing"
    )]
    WritePending {
        /// The work that will fill it.
        work: u64,
    },
    /// A read of a storage that holds nothing meaningful.
    #[error("the tensor is undefined: {0}; write to it before reading")]
    ReadUndefined(Undefined),
    /// Two element types that have to be one.
    #[error(
        "{op} needs elements of one type, but was given {left} and {right}; convert one with `to`"
    )]
    DTypeMismatch {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// Type of the tensor, or the type asked for.
        left: DType,
        /// Type of the other operand.
        right: DType,
    },
    /// An element type that the operation is not defined on.
    #[error("{op} is not defined on {dtype}; use {allowed}")]
    UnsupportedDType {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// The type given.
        dtype: DType,
        /// What it is defined on.
        allowed: Need,
    },
    /// Two shapes that do not fit together.
    #[error("{op} does not fit shapes {left:?} and {right:?}; it needs {needs}")]
    ShapeMismatch {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// Shape of the tensor.
        left: Vec<usize>,
        /// Shape of the other operand.
        right: Vec<usize>,
        /// The rule.
        needs: Need,
    },
    /// A number of values that does not fill the shape.
    #[error(
        "{given} values do not fill shape {shape:?}; give exactly as many as the shape has elements"
    )]
    WrongCount {
        /// Number of values given.
        given: usize,
        /// The shape to fill.
        shape: Vec<usize>,
    },
    /// A tensor with another number of dimensions than the operation is defined on.
    #[error("{op} was given {dims} dimensions, but needs {needs}")]
    WrongDims {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// Dimensions given.
        dims: usize,
        /// The rule.
        needs: Need,
    },
    /// A dimension that the tensor does not have.
    #[error("{op} was given dimension {dim} of a tensor with {dims} dimensions; count from 0")]
    NoSuchDim {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// The dimension given.
        dim: usize,
        /// How many there are.
        dims: usize,
    },
    /// An index beyond its dimension.
    #[error("{op} was given index {index}, but there are {size}; count from 0")]
    IndexOutOfRange {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// The index given.
        index: i64,
        /// How many there are.
        size: usize,
    },
    /// A range that does not lie within its dimension.
    #[error(
        "{op} was given {length} elements from {start} on, but there are {size}; stay within them"
    )]
    RangeOutOfRange {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
        /// First element.
        start: usize,
        /// Number of elements.
        length: usize,
        /// How many there are.
        size: usize,
    },
    /// A shape with another number of elements, or with a size that is neither one nor -1.
    #[error(
        "shape {from:?} cannot become {to:?}; keep the number of elements, with at most one size left as -1"
    )]
    BadReshape {
        /// The tensor's shape.
        from: Vec<usize>,
        /// The shape asked for.
        to: Vec<isize>,
    },
    /// `view` where only a copy can have the shape.
    #[error(
        "shape {from:?} with strides {strides:?} cannot be seen as {to:?} without a copy; use `reshape`"
    )]
    NotViewable {
        /// The tensor's shape.
        from: Vec<usize>,
        /// The tensor's strides, in elements.
        strides: Vec<usize>,
        /// The shape asked for.
        to: Vec<isize>,
    },
    /// A reduction without a neutral element over nothing.
    #[error("{op} of a tensor without elements has no value; check `numel` first")]
    Empty {
        /// The operation.
        #[serde(deserialize_with = "text::read")]
        op: Text,
    },
    /// `item` of a tensor that has not exactly one element.
    #[error("item needs exactly one element, but the tensor has {numel}; select one first")]
    NotOneElement {
        /// How many it has.
        numel: usize,
    },
    /// Bytes that are not a whole number of elements.
    #[error("{bytes} bytes are no whole number of {dtype} elements; give a multiple of {size}", size = dtype.size())]
    PartialElement {
        /// Bytes given.
        bytes: usize,
        /// Type of the elements.
        dtype: DType,
    },
    /// Two byte strings that have to be equally long.
    #[error("the accumulator has {acc} bytes and the operand {x}; give as many of both")]
    UnequalBytes {
        /// Bytes of the accumulator.
        acc: usize,
        /// Bytes of the operand.
        x: usize,
    },
    /// More memory than there is.
    #[error("a {dtype} tensor of shape {shape:?} does not fit in memory; make it smaller")]
    TooLarge {
        /// Shape asked for.
        shape: Vec<usize>,
        /// Type of the elements.
        dtype: DType,
    },
    // The scalar is not printed: formatting floats would be the largest piece of code in a rank.
    /// A number beyond the range of the element type.
    #[error("the scalar given lies beyond the range of {dtype}; give one that {dtype} can hold")]
    ScalarRange {
        /// The number given.
        scalar: Scalar,
        /// The type that cannot hold it.
        dtype: DType,
    },
    /// A seed that torch's generator does not take.
    #[error("seed {seed} is out of range; give one from -2^63 to 2^64-1")]
    SeedRange {
        /// The seed given.
        seed: i128,
    },
    /// Bounds between which no integer lies.
    #[error("randint was given low {low} and high {high}; low must be less than high")]
    EmptyRange {
        /// Smallest value.
        low: i64,
        /// One past the largest value.
        high: i64,
    },
    /// Bounds of a uniform draw that are not finite, not in order, or too far apart.
    #[error(
        "uniform_ needs finite bounds with low <= high, no further apart than the element type can hold"
    )]
    UniformBounds {
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
    },
}

impl TensorError {
    /// A stable name for programs to compare.
    ///
    /// ```
    /// # use tensor::*;
    /// let error = Tensor::from_slice(&[1_i64, 2]).view(&[3]).unwrap_err();
    /// assert_eq!(error.code(), "bad_reshape");
    /// ```
    pub const fn code(&self) -> &'static str {
        match self {
            TensorError::ReadPending { .. } => "read_pending",
            TensorError::WritePending { .. } => "write_pending",
            TensorError::ReadUndefined(_) => "read_undefined",
            TensorError::DTypeMismatch { .. } => "dtype_mismatch",
            TensorError::UnsupportedDType { .. } => "unsupported_dtype",
            TensorError::ShapeMismatch { .. } => "shape_mismatch",
            TensorError::WrongCount { .. } => "wrong_count",
            TensorError::WrongDims { .. } => "wrong_dims",
            TensorError::NoSuchDim { .. } => "no_such_dim",
            TensorError::IndexOutOfRange { .. } => "index_out_of_range",
            TensorError::RangeOutOfRange { .. } => "range_out_of_range",
            TensorError::BadReshape { .. } => "bad_reshape",
            TensorError::NotViewable { .. } => "not_viewable",
            TensorError::Empty { .. } => "empty",
            TensorError::NotOneElement { .. } => "not_one_element",
            TensorError::PartialElement { .. } => "partial_element",
            TensorError::UnequalBytes { .. } => "unequal_bytes",
            TensorError::TooLarge { .. } => "too_large",
            TensorError::ScalarRange { .. } => "scalar_range",
            TensorError::SeedRange { .. } => "seed_range",
            TensorError::EmptyRange { .. } => "empty_range",
            TensorError::UniformBounds { .. } => "uniform_bounds",
        }
    }
}
