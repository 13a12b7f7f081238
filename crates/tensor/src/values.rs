//! Values taken out of a tensor, for records and reports.

use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::element::to_le_bytes;
use crate::{DType, Element, Scalar};

/// The values of a tensor in row-major order: its element type, and its elements as little-endian bytes, so that it is
/// written and read as they lie, whatever the type.
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
    pub fn of<T: Element>(values: &[T]) -> Self {
        Self::new(T::DTYPE, to_le_bytes(values))
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.dtype.size()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Type of the values.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Value `i` exactly; `None` past the end.
    pub fn get(&self, i: usize) -> Option<Scalar> {
        let size = self.dtype.size();
        let start = i.checked_mul(size)?;
        let element = self.bytes.get(start..start.checked_add(size)?)?;
        Some(Scalar::load(self.dtype, element))
    }

    /// Value `i` as a float64, rounded to nearest where an int64 lies beyond 2^53; `None` past the end.
    pub fn to_f64(&self, i: usize) -> Option<f64> {
        self.get(i).map(Scalar::to_f64)
    }

    /// Value `i` as the float32 that it is, or that is its 16-bit float; `None` past the end, or of other types.
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
