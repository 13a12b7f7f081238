//! A deserializer that goes on as if nothing had happened when it runs out of bytes or the bytes make no sense, and
//! tells at the end. So it has no errors, and what it reads into has no code for them.

mod parts;
mod reader;

use serde::de::{self, Deserialize, Visitor};

use self::parts::{Elements, Fields, Variants};
use self::reader::Reader;
use super::never::Never;

/// The value that `bytes` hold, if they hold one and nothing else.
///
/// ```
/// # use collective::wire::decode;
/// assert_eq!(decode::<(u8, bool)>(&[7, 1]), Some((7, true)));
/// assert_eq!(decode::<u8>(&[7, 1]), None); // a byte is left
/// ```
pub fn decode<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
    decode_head(bytes).and_then(|(value, rest)| rest.is_empty().then_some(value))
}

/// The value that `bytes` begin with, and what stands behind it.
///
/// ```
/// # use collective::wire::decode_head;
/// assert_eq!(decode_head::<u8>(&[7, 1]), Some((7, &[1][..])));
/// ```
pub fn decode_head<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<(T, &'de [u8])> {
    let mut reader = Reader::new(bytes);
    let Ok(value) = T::deserialize(&mut reader);
    (!reader.failed).then_some((value, reader.bytes))
}

/// Values that need no more than a look at some bytes.
macro_rules! read {
    ($($name:ident: $visit:ident($reader:ident => $value:expr);)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
            let $reader = self;
            visitor.$visit($value)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Never;

    read! {
        deserialize_u8: visit_u8(reader => reader.byte());
        deserialize_u16: visit_u16(reader => reader.varint(16) as u16);
        deserialize_u32: visit_u32(reader => reader.varint(32) as u32);
        deserialize_i8: visit_i8(reader => reader.byte() as i8);
        deserialize_i16: visit_i16(reader => reader.signed(16) as i16);
        deserialize_i32: visit_i32(reader => reader.signed(32) as i32);
        deserialize_i64: visit_i64(reader => reader.signed(64));
        deserialize_i128: visit_i128(reader => reader.wide());
        deserialize_f32: visit_f32(reader => f32::from_le_bytes(reader.array()));
        deserialize_f64: visit_f64(reader => f64::from_le_bytes(reader.array()));
    }

    // What the form does not tell, or no rank reads.
    serde::forward_to_deserialize_any! {
        identifier ignored_any char byte_buf map unit unit_struct tuple_struct
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Never> {
        unreachable!("a type that no rank reads")
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let mut value = self.varint(64);
        // A `usize` is read as this, too, and on 32 bits it refuses what is larger than itself.
        if size_of::<V::Value>() < size_of::<u64>() && value > u64::from(u32::MAX) {
            (self.failed, value) = (true, 0);
        }
        visitor.visit_u64(value)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let byte = self.byte();
        self.failed |= byte > 1;
        visitor.visit_bool(byte == 1)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let count = self.size();
        visitor.visit_borrowed_bytes(self.take(count))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let count = self.size();
        let text = str::from_utf8(self.take(count));
        self.failed |= text.is_err();
        visitor.visit_borrowed_str(text.unwrap_or_default())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let byte = self.byte();
        self.failed |= byte > 1;
        if byte == 1 { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let mut left = self.size();
        // Every element has a byte at least: no list is read, or room made for it, beyond what there is.
        if left > self.bytes.len() {
            self.failed = true;
            left = 0;
        }
        visitor.visit_seq(Elements { reader: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_enum(Variants { reader: self, count: variants.len() as u32 })
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}
