//! One number without an element type of its own, as Python's numbers are to torch.

use crate::{DType, Element};

/// A Python-like number: an operation converts it to the tensor's element type before it computes, so that
/// `0.1 * x` on float32 multiplies by the float32 nearest to 0.1, as torch does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A floating-point number.
    F64(f64),
    /// An integer.
    I64(i64),
}

impl Scalar {
    /// The value as a float64, rounded to nearest.
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::F64(value) => value,
            Scalar::I64(value) => value as f64,
        }
    }

    /// The value as an int64: a fraction is cut off, what lies beyond the range saturates, NaN is 0.
    pub fn to_i64(self) -> i64 {
        match self {
            Scalar::F64(value) => value as i64,
            Scalar::I64(value) => value,
        }
    }

    /// Whether torch takes it as a value of `dtype` (a fraction may be cut off, a value may not overflow).
    pub(crate) fn fits(self, dtype: DType) -> bool {
        let (low, high) = match dtype {
            DType::Float64 => return true,
            DType::Float32 => {
                return match self {
                    Scalar::F64(value) => !value.is_finite() || value.abs() <= f64::from(f32::MAX),
                    Scalar::I64(_) => true,
                };
            }
            DType::Int64 => (i64::MIN, i64::MAX),
            DType::Int32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
            // torch lets a negative number wrap into an unsigned type.
            DType::Uint8 => (-255, 255),
        };
        match self {
            Scalar::I64(value) => (low..=high).contains(&value),
            // `high as f64 + 1.0` is exact for int32 and uint8, and 2^63 for int64.
            Scalar::F64(value) => value.trunc() >= low as f64 && value < high as f64 + 1.0,
        }
    }

    /// Reads one element.
    pub(crate) fn load(dtype: DType, bytes: &[u8]) -> Scalar {
        match dtype {
            DType::Float32 => Scalar::F64(f64::from(f32::load(bytes))),
            DType::Float64 => Scalar::F64(f64::load(bytes)),
            DType::Int64 => Scalar::I64(i64::load(bytes)),
            DType::Int32 => Scalar::I64(i64::from(i32::load(bytes))),
            DType::Uint8 => Scalar::I64(i64::from(u8::load(bytes))),
        }
    }

    /// Writes one element, converting as a cast does: one rounding, integers wrap.
    pub(crate) fn store(self, dtype: DType, bytes: &mut [u8]) {
        match (dtype, self) {
            (DType::Float32, Scalar::F64(value)) => (value as f32).store(bytes),
            (DType::Float32, Scalar::I64(value)) => (value as f32).store(bytes),
            (DType::Float64, value) => value.to_f64().store(bytes),
            (DType::Int64, value) => value.to_i64().store(bytes),
            (DType::Int32, value) => (value.to_i64() as i32).store(bytes),
            (DType::Uint8, value) => (value.to_i64() as u8).store(bytes),
        }
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Self {
        Scalar::F64(value)
    }
}

impl From<f32> for Scalar {
    fn from(value: f32) -> Self {
        Scalar::F64(f64::from(value))
    }
}

impl From<i64> for Scalar {
    fn from(value: i64) -> Self {
        Scalar::I64(value)
    }
}

impl From<i32> for Scalar {
    fn from(value: i32) -> Self {
        Scalar::I64(i64::from(value))
    }
}
