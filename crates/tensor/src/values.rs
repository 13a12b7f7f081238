//! Values taken out of a tensor, for records and reports.

use serde::{Deserialize, Serialize};

use crate::{DType, Scalar};

/// The values of a tensor in row-major order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// float32.
    Float32(Vec<f32>),
    /// float64.
    Float64(Vec<f64>),
    /// int64.
    Int64(Vec<i64>),
    /// int32.
    Int32(Vec<i32>),
    /// uint8.
    Uint8(Vec<u8>),
    /// bool.
    Bool(Vec<bool>),
    /// int8.
    Int8(Vec<i8>),
    /// float16, each exactly as float32.
    Float16(Vec<f32>),
    /// bfloat16, each exactly as float32.
    BFloat16(Vec<f32>),
}

impl Values {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Float32(values) | Values::Float16(values) | Values::BFloat16(values) => {
                values.len()
            }
            Values::Float64(values) => values.len(),
            Values::Int64(values) => values.len(),
            Values::Int32(values) => values.len(),
            Values::Uint8(values) => values.len(),
            Values::Bool(values) => values.len(),
            Values::Int8(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Type of the values.
    pub fn dtype(&self) -> DType {
        match self {
            Values::Float32(_) => DType::Float32,
            Values::Float64(_) => DType::Float64,
            Values::Int64(_) => DType::Int64,
            Values::Int32(_) => DType::Int32,
            Values::Uint8(_) => DType::Uint8,
            Values::Bool(_) => DType::Bool,
            Values::Int8(_) => DType::Int8,
            Values::Float16(_) => DType::Float16,
            Values::BFloat16(_) => DType::BFloat16,
        }
    }

    /// Value `i` exactly; `None` past the end.
    pub fn get(&self, i: usize) -> Option<Scalar> {
        match self {
            Values::Float32(values) | Values::Float16(values) | Values::BFloat16(values) => {
                values.get(i).map(|&v| Scalar::from(v))
            }
            Values::Float64(values) => values.get(i).map(|&v| Scalar::from(v)),
            Values::Int64(values) => values.get(i).map(|&v| Scalar::from(v)),
            Values::Int32(values) => values.get(i).map(|&v| Scalar::from(v)),
            Values::Uint8(values) => values.get(i).map(|&v| Scalar::I64(i64::from(v))),
            Values::Bool(values) => values.get(i).map(|&v| Scalar::from(v)),
            Values::Int8(values) => values.get(i).map(|&v| Scalar::I64(i64::from(v))),
        }
    }

    /// Value `i` as a float64, rounded to nearest where an int64 lies beyond 2^53; `None` past the end.
    pub fn to_f64(&self, i: usize) -> Option<f64> {
        self.get(i).map(Scalar::to_f64)
    }
}
