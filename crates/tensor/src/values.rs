//! Values taken out of a tensor, for records and reports.

use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::element::to_le_bytes;
use crate::{DType, Element, Scalar};

/// The values of a tensor in row-major order: its element type, and its elements as little-endian bytes, so that it is
/// written and read as they lie, whatever the type.
///
/// ```
/// # use tensor::*;
/// let values = Tensor::from_slice(&[0.1_f32, f32::NAN]).values()?;
/// let copy: Values = serde_json::from_str(&serde_json::to_string(&values)?)?;
/// assert_eq!(copy, values); // bytes are compared, so NaN is the NaN that it was
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    dtype: DType,
    #[serde(serialize_with = "write", deserialize_with = "read")]
    bytes: Vec<u8>,
}

impl Values {
    pub(crate) fn new(dtype: DType, bytes: Vec<u8>) -> Self {
        Self { dtype, bytes }
    }

    /// These values.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Values::of(&[1_i64, 2]), Tensor::from_slice(&[1_i64, 2]).values()?);
    /// assert_ne!(Values::of(&[1_i64, 2]), Values::of(&[1_i32, 2]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn of<T: Element>(values: &[T]) -> Self {
        Self::new(T::DTYPE, to_le_bytes(values))
    }

    /// Number of values.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Values::of(&[1_i64, 2]).len(), 2);
    /// ```
    pub fn len(&self) -> usize {
        self.bytes.len() / self.dtype.size()
    }

    /// Whether there are none.
    ///
    /// ```
    /// # use tensor::*;
    /// assert!(Tensor::zeros(&[3, 0], DType::Float32)?.values()?.is_empty() && !Values::of(&[0]).is_empty());
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Type of the values.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Values::of(&[true]).dtype(), DType::Bool);
    /// ```
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Value `i` exactly; `None` past the end.
    ///
    /// ```
    /// # use tensor::*;
    /// let values = Values::of(&[i64::MAX, -1]);
    /// assert_eq!(values.get(0), Some(Scalar::I64(i64::MAX)));
    /// assert_eq!(values.get(2), None);
    /// ```
    pub fn get(&self, i: usize) -> Option<Scalar> {
        let size = self.dtype.size();
        let start = i.checked_mul(size)?;
        let element = self.bytes.get(start..start.checked_add(size)?)?;
        Some(Scalar::load(self.dtype, element))
    }

    /// Value `i` as a float64, rounded to nearest where an int64 lies beyond 2^53; `None` past the end.
    ///
    /// ```
    /// # use tensor::*;
    /// let values = Values::of(&[i64::MAX, -1]);
    /// assert_eq!((values.to_f64(0), values.to_f64(1)), (Some(2_f64.powi(63)), Some(-1.)));
    /// ```
    pub fn to_f64(&self, i: usize) -> Option<f64> {
        self.get(i).map(Scalar::to_f64)
    }

    /// Value `i` as the float32 that it is, or that is its 16-bit float; `None` past the end, or of other types.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(Values::of(&[0.1_f32]).to_f32(0), Some(0.1));
    /// assert_eq!(Values::of(&[f16::from_f32(0.1)]).to_f32(0), Some(0.099975586));
    /// assert_eq!(Values::of(&[0.1_f64]).to_f32(0), None);
    /// ```
    pub fn to_f32(&self, i: usize) -> Option<f32> {
        let single = self.dtype == DType::Float32 || self.dtype.is_half();
        self.get(i).filter(|_| single).map(Scalar::to_f32)
    }
}

fn write<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    struct Bytes;

    impl<'de> Visitor<'de> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("elements as bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        /// Formats without bytes have a list of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
            core::iter::from_fn(|| list.next_element().transpose()).collect()
        }
    }

    deserializer.deserialize_bytes(Bytes)
}
