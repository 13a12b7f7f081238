//! Rust types that are elements.

use half::{bf16, f16};

use crate::DType;

mod sealed {
    #[doc(hidden)]
    pub trait Sealed {}
}

/// A Rust type that a tensor can hold: `f32`, `f64`, [`f16`](struct@f16), [`bf16`](struct@bf16), `i64`, `i32`, `i8`, `u8` or
/// `bool`. No other type can be one.
///
/// ```
/// # use tensor::*;
/// fn last<T: Element>(x: &Tensor) -> Option<T> {
///     (x.dtype() == T::DTYPE).then(|| x.to_vec().ok()?.pop())?
/// }
/// let x = Tensor::from_slice(&[1_i8, 2]);
/// assert_eq!((last::<i8>(&x), last::<u8>(&x)), (Some(2), None));
/// ```
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

// For every size once, whatever the type.

#[inline(never)]
fn word<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut word = [0; N];
    word.copy_from_slice(bytes);
    word
}

#[inline(never)]
fn put<const N: usize>(word: [u8; N], bytes: &mut [u8]) {
    bytes.copy_from_slice(&word);
}

macro_rules! element {
    ($type:ty, $dtype:expr) => {
        impl sealed::Sealed for $type {}
        impl Element for $type {
            const DTYPE: DType = $dtype;

            #[inline]
            fn load(bytes: &[u8]) -> Self {
                <$type>::from_le_bytes(word(bytes))
            }

            #[inline]
            fn store(self, bytes: &mut [u8]) {
                put(self.to_le_bytes(), bytes);
            }
        }
    };
}

element!(f32, DType::Float32);
element!(f64, DType::Float64);
element!(i64, DType::Int64);
element!(i32, DType::Int32);
element!(u8, DType::Uint8);
element!(i8, DType::Int8);
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
