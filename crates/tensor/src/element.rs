//! Rust types that are elements, and their arithmetic.

use half::{bf16, f16};

use crate::DType;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that a tensor can hold: `f32`, `f64`, [`f16`](struct@f16), [`bf16`](struct@bf16), `i64`, `i32`, `i8`, `u8` or `bool`.
pub trait Element: Copy + PartialEq + sealed::Sealed + 'static {
    /// The element type it is.
    const DTYPE: DType;

    /// Reads one little-endian element; `bytes` is exactly one element long.
    #[doc(hidden)]
    fn load(bytes: &[u8]) -> Self;

    /// Writes one little-endian element; `bytes` is exactly one element long.
    #[doc(hidden)]
    fn store(self, bytes: &mut [u8]);
}

/// Arithmetic as torch's CPU kernels do it: integers wrap, NaN wins `min` and `max`. Bools and 16-bit floats have
/// none of their own (see `fold`).
pub(crate) trait Number: Element {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// True division; integers never get here (see `elementwise`).
    fn div(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// `acc[i] = op(acc[i], x[i])` for as many whole little-endian elements as both have.
    fn fold(acc: &mut [u8], x: &[u8], op: impl Fn(Self, Self) -> Self);
}

macro_rules! element {
    ($type:ty, $dtype:expr) => {
        impl sealed::Sealed for $type {}
        impl Element for $type {
            const DTYPE: DType = $dtype;

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$type>()];
                word.copy_from_slice(bytes);
                <$type>::from_le_bytes(word)
            }

            #[inline]
            fn store(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }
        }
    };
}

/// Bytes in arrays of one element make loops half the size of those over slices.
macro_rules! fold {
    ($type:ty) => {
        #[inline]
        fn fold(acc: &mut [u8], x: &[u8], op: impl Fn(Self, Self) -> Self) {
            let (acc, _) = acc.as_chunks_mut();
            let (x, _) = x.as_chunks();
            for (acc, x) in acc.iter_mut().zip(x) {
                *acc = op(<$type>::from_le_bytes(*acc), <$type>::from_le_bytes(*x)).to_le_bytes();
            }
        }
    };
}

macro_rules! float {
    ($type:ty, $dtype:expr) => {
        element!($type, $dtype);
        impl Number for $type {
            fold!($type);
            #[inline]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline]
            fn div(self, other: Self) -> Self {
                self / other
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                if self.is_nan() || self < other { self } else { other }
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                if self.is_nan() || self > other { self } else { other }
            }
        }
    };
}

macro_rules! integer {
    ($type:ty, $dtype:expr) => {
        element!($type, $dtype);
        impl Number for $type {
            fold!($type);
            #[inline]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline]
            fn div(self, other: Self) -> Self {
                self.checked_div(other).unwrap_or(0)
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                Ord::max(self, other)
            }
        }
    };
}

float!(f32, DType::Float32);
float!(f64, DType::Float64);
integer!(i64, DType::Int64);
integer!(i32, DType::Int32);
integer!(u8, DType::Uint8);
integer!(i8, DType::Int8);
element!(f16, DType::Float16);
element!(bf16, DType::BFloat16);

impl sealed::Sealed for bool {}
impl Element for bool {
    const DTYPE: DType = DType::Bool;

    #[inline]
    fn load(bytes: &[u8]) -> Self {
        u8::load(bytes) != 0
    }

    #[inline]
    fn store(self, bytes: &mut [u8]) {
        u8::from(self).store(bytes);
    }
}

/// Elements as little-endian bytes.
pub(crate) fn to_le_bytes<T: Element>(values: &[T]) -> Vec<u8> {
    let size = T::DTYPE.size();
    let mut bytes = vec![0; values.len() * size];
    for (value, out) in values.iter().zip(bytes.chunks_exact_mut(size)) {
        value.store(out);
    }
    bytes
}

/// Little-endian bytes as elements.
pub(crate) fn from_le_bytes<T: Element>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::DTYPE.size()).map(T::load).collect()
}

/// Calls `$function::<T>(…)` for the [`Number`] that a `DType` known only when running is; `$other` for bools and
/// 16-bit floats.
macro_rules! dispatch {
    ($dtype:expr, $function:ident($($argument:expr),* $(,)?), $other:expr) => {
        match $dtype {
            $crate::DType::Float32 => $function::<f32>($($argument),*),
            $crate::DType::Float64 => $function::<f64>($($argument),*),
            $crate::DType::Int64 => $function::<i64>($($argument),*),
            $crate::DType::Int32 => $function::<i32>($($argument),*),
            $crate::DType::Uint8 => $function::<u8>($($argument),*),
            $crate::DType::Int8 => $function::<i8>($($argument),*),
            $crate::DType::Bool | $crate::DType::Float16 | $crate::DType::BFloat16 => $other,
        }
    };
}
pub(crate) use dispatch;
