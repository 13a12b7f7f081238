use std::fmt;

use serde::ser::{Error, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};
use tensor::{Tensor, TensorError, Values};

use crate::decimal;

/// A value that a program names: what reports, pages and checks show.
///
/// (Its serde form is the compact one that ranks send; [`Value::document`] is the one of reports.)
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// Nothing, where other ranks have something.
    None,
    /// A whole number.
    Number(i64),
    /// Whole numbers.
    Numbers(Vec<i64>),
    /// A text: words, or an object as JSON.
    Text(String),
    /// A tensor: sizes, and values in row-major order.
    Tensor(Vec<usize>, Values),
}

impl Value {
    /// `tensor` as it is now.
    ///
    /// # Errors
    /// When its contents may not be read.
    pub fn of(tensor: &Tensor) -> Result<Value, Box<TensorError>> {
        Ok(Value::Tensor(tensor.shape().to_vec(), tensor.values()?))
    }

    /// `list` as numbers.
    pub fn list(list: &[usize]) -> Value {
        Value::Numbers(list.iter().map(|&number| number as i64).collect())
    }

    /// The value as reports hold it: numbers and nested lists, NaN and infinities as strings, whole numbers beyond
    /// 2^53 as strings too.
    pub fn document(&self) -> impl Serialize + '_ {
        Document(self)
    }
}

/// A whole number in a report: a number where every reader can hold it, else a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(pub i128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(small) if small.unsigned_abs() <= 1 << 53 => serializer.serialize_i64(small),
            _ => serializer.collect_str(&self.0),
        }
    }
}

struct Float(f64);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_str(non_finite(self.0))
        }
    }
}

fn non_finite(value: f64) -> &'static str {
    match value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "Infinity",
        _ => "-Infinity",
    }
}

struct Document<'a>(&'a Value);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::None => serializer.serialize_none(),
            Value::Number(number) => Number(i128::from(*number)).serialize(serializer),
            Value::Numbers(numbers) => {
                serializer.collect_seq(numbers.iter().map(|&number| Number(i128::from(number))))
            }
            Value::Text(text) => serializer.serialize_str(text),
            Value::Tensor(shape, values) => {
                Nested { shape, values, start: 0 }.serialize(serializer)
            }
        }
    }
}

/// The part of a tensor that starts at element `start` and has the given sizes.
struct Nested<'a> {
    shape: &'a [usize],
    values: &'a Values,
    start: usize,
}

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((&size, inner)) = self.shape.split_first() else {
            return serialize_element(self.values, self.start, serializer);
        };
        let stride: usize = inner.iter().product();
        let mut list = serializer.serialize_seq(Some(size))?;
        for index in 0..size {
            let start = self.start + index * stride;
            list.serialize_element(&Nested { shape: inner, values: self.values, start })?;
        }
        list.end()
    }
}

fn serialize_element<S: Serializer>(
    values: &Values,
    index: usize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match values.get(index) {
        Some(tensor::Scalar::F64(float)) => Float(float).serialize(serializer),
        Some(tensor::Scalar::I64(number)) => Number(i128::from(number)).serialize(serializer),
        Some(tensor::Scalar::Bool(truth)) => serializer.serialize_bool(truth),
        None => Err(S::Error::custom("a tensor with fewer values than its sizes say")),
    }
}

/// As Python prints it: floats with a point, True and False, nested lists in brackets.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::None => f.write_str("none"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Numbers(numbers) => write!(f, "{numbers:?}"),
            Value::Tensor(shape, values) => write_nested(f, shape, values, 0),
        }
    }
}

fn write_nested(
    f: &mut fmt::Formatter<'_>,
    shape: &[usize],
    values: &Values,
    start: usize,
) -> fmt::Result {
    let Some((&size, inner)) = shape.split_first() else {
        // The shortest text that gives the float32 back, not that of the float64 it equals.
        if let Some(float) = values.to_f32(start) {
            return f.write_str(&decimal::float32(float));
        }
        return match values.get(start) {
            Some(tensor::Scalar::F64(float)) => f.write_str(&decimal::float64(float)),
            Some(tensor::Scalar::I64(number)) => write!(f, "{number}"),
            Some(tensor::Scalar::Bool(true)) => f.write_str("True"),
            Some(tensor::Scalar::Bool(false)) => f.write_str("False"),
            None => f.write_str("?"),
        };
    };
    let stride: usize = inner.iter().product();
    f.write_str("[")?;
    for index in 0..size {
        if index > 0 {
            f.write_str(", ")?;
        }
        write_nested(f, inner, values, start + index * stride)?;
    }
    f.write_str("]")
}
