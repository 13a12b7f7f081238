//! One number without an element type of its own, as Python's numbers are to torch.

use half::{bf16, f16};
use serde::{Deserialize, Serialize};

use crate::{DType, Element, float16};

/// A Python-like number: an operation converts it to the tensor's element type before it computes, so that
/// `0.1 * x` on float32 multiplies by the float32 nearest to 0.1, as torch does.
///
/// ```
/// # use tensor::*;
/// let x = Tensor::full(&[1], 0.1, DType::Float32)?; // from an f64, i64, …, or a `Scalar`
/// assert_eq!(x.max()?, Scalar::F64(f64::from(0.1_f32)));
/// assert_ne!(x.max()?, Scalar::F64(0.1));
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Scalar {
    /// A floating-point number.
    F64(f64),
    /// An integer.
    I64(i64),
    /// True or false.
    Bool(bool),
}

impl Scalar {
    /// The value as a float64, rounded to nearest; true is 1.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!((Scalar::from(true).to_f64(), Scalar::from(-7).to_f64()), (1., -7.));
    /// assert_eq!(Scalar::from((1_i64 << 53) + 1).to_f64(), 2_f64.powi(53));
    /// ```
    pub fn to_f64(self) -> f64 {
        match self {
            Scalar::F64(value) => value,
            Scalar::I64(value) => value as f64,
            Scalar::Bool(value) => f64::from(u8::from(value)),
        }
    }

    /// The value as an int64: a fraction is cut off, what lies beyond the range saturates, NaN is 0, true is 1.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!((Scalar::from(-2.9).to_i64(), Scalar::from(true).to_i64()), (-2, 1));
    /// assert_eq!((Scalar::from(1e300).to_i64(), Scalar::from(f64::NAN).to_i64()), (i64::MAX, 0));
    /// ```
    pub fn to_i64(self) -> i64 {
        match self {
            Scalar::F64(value) => value as i64,
            Scalar::I64(value) => value,
            Scalar::Bool(value) => i64::from(value),
        }
    }

    /// Rounded once: an int64 does not pass through float64.
    pub(crate) fn to_f32(self) -> f32 {
        match self {
            Scalar::I64(value) => value as f32,
            value => value.to_f64() as f32,
        }
    }

    /// Whether torch takes it as a value of `dtype` (a fraction may be cut off, a value may not overflow; whatever
    /// is not 0 is true).
    pub(crate) fn fits(self, dtype: DType) -> bool {
        let (low, high) = match dtype {
            DType::Bool | DType::Float64 => return true,
            DType::Float32 => return self.within(f32::MAX),
            DType::Float16 => return self.within(f16::MAX.to_f32()),
            DType::BFloat16 => return self.within(bf16::MAX.to_f32()),
            DType::Int64 => (i64::MIN, i64::MAX),
            DType::Int32 => (i64::from(i32::MIN), i64::from(i32::MAX)),
            DType::Int8 => (i64::from(i8::MIN), i64::from(i8::MAX)),
            // torch lets a negative number wrap into an unsigned type.
            DType::Uint8 => (-255, 255),
        };
        match self {
            // `high as f64 + 1.0` is exact for the smaller types, and 2^63 for int64.
            Scalar::F64(value) => value.trunc() >= low as f64 && value < high as f64 + 1.0,
            value => (low..=high).contains(&value.to_i64()),
        }
    }

    /// Whether it is at most `largest` in size, infinite or NaN.
    fn within(self, largest: f32) -> bool {
        let value = self.to_f64();
        !value.is_finite() || value.abs() <= f64::from(largest)
    }

    /// Reads one element.
    pub(crate) fn load(dtype: DType, bytes: &[u8]) -> Scalar {
        match dtype {
            DType::Float32 => Scalar::from(f32::load(bytes)),
            DType::Float64 => Scalar::F64(f64::load(bytes)),
            DType::Float16 => Scalar::from(float16::to_f32(f16::load(bytes))),
            DType::BFloat16 => Scalar::from(bf16::load(bytes).to_f32()),
            DType::Int64 => Scalar::I64(i64::load(bytes)),
            DType::Int32 => Scalar::from(i32::load(bytes)),
            DType::Int8 => Scalar::I64(i64::from(i8::load(bytes))),
            DType::Uint8 => Scalar::I64(i64::from(u8::load(bytes))),
            DType::Bool => Scalar::Bool(bool::load(bytes)),
        }
    }

    /// Writes one element, converting as torch's casts do: one rounding (two on the way to a 16-bit float, which
    /// goes through float32), integers wrap, whatever is not 0 is true.
    pub(crate) fn store(self, dtype: DType, bytes: &mut [u8]) {
        match dtype {
            DType::Float32 => self.to_f32().store(bytes),
            DType::Float64 => self.to_f64().store(bytes),
            DType::Float16 => float16::from_f32(self.to_f32()).store(bytes),
            DType::BFloat16 => bf16::from_f32(self.to_f32()).store(bytes),
            DType::Int64 => self.to_i64().store(bytes),
            DType::Int32 => (self.to_i64() as i32).store(bytes),
            DType::Int8 => (self.to_i64() as i8).store(bytes),
            DType::Uint8 => (self.to_i64() as u8).store(bytes),
            DType::Bool => (self.to_f64() != 0.0).store(bytes),
        }
    }

    /// What is left of it as an element of `dtype`.
    pub(crate) fn rounded(self, dtype: DType) -> Scalar {
        let mut bytes = [0; 8];
        let element = &mut bytes[..dtype.size()];
        self.store(dtype, element);
        Scalar::load(dtype, element)
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

impl From<bool> for Scalar {
    fn from(value: bool) -> Self {
        Scalar::Bool(value)
    }
}
