//! What operations need of what they are given.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an operation needs, where an error tells that it was given something else.
///
/// (Not a text: ranks hand errors over as they are, and the page alone needs the words.)
///
/// ```
/// # use tensor::*;
/// let error = Tensor::from_slice(&[1_f32]).bincount(0).unwrap_err();
/// let TensorError::UnsupportedDType { allowed, .. } = *error else { panic!("{error}") };
/// assert_eq!((allowed, allowed.to_string()), (Need::Integer, "an integer type".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Need {
    Integer,
    IntegerOrBool,
    Numbers,
    NumbersOrBool,
    Float32Or64,
    FloatType,
    FloatTensor,
    IntegerOrFloatTensor,
    OneDim,
    OneDimIndex,
    AtLeastOneDim,
    AtMostTwoDims,
    Features,
    EqualShapes,
    Matrices,
    Mask,
    RowPerIndex,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Integer => "an integer type",
            Need::IntegerOrBool => "an integer type or bool",
            Need::Numbers => "a type of numbers",
            Need::NumbersOrBool => "a bool or a tensor of numbers",
            Need::Float32Or64 => "float32 or float64",
            Need::FloatType => "a floating-point type, since the quotient is one",
            Need::FloatTensor => "a floating-point tensor, since the quotient is one",
            Need::IntegerOrFloatTensor => "an integer scalar or a floating-point tensor",
            Need::OneDim => "1",
            Need::OneDimIndex => "a 1-d index",
            Need::AtLeastOneDim => "at least 1",
            Need::AtMostTwoDims => "at most 2",
            Need::Features => "2: [n, in_features]",
            Need::EqualShapes => "equal shapes",
            Need::Matrices => "[n, k] and [k, m]",
            Need::Mask => "a mask with one element per row",
            Need::RowPerIndex => "one row of the same shape per index",
        })
    }
}
