//! A serializer that cannot fail.

use serde::ser::{self, Serialize};

use super::never::Never;

/// `value` in postcard's form.
///
/// ```
/// # use collective::wire::{decode, encode};
/// let bytes = encode(&("x", 300_u32));
/// assert_eq!(bytes, [1, b'x', 0xac, 0x02]);
/// assert_eq!(decode(&bytes), Some(("x", 300_u32)));
/// ```
pub fn encode(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    let mut writer = Writer(Vec::new());
    let Ok(()) = value.serialize(&mut writer);
    writer.0
}

struct Writer(Vec<u8>);

impl Writer {
    // One piece of code for integers of every size.
    #[inline(never)]
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    #[inline(never)]
    fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn signed(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63) as u64);
    }
}

type Done = Result<(), Never>;

/// Integers, each as a variable number of bytes.
macro_rules! varints {
    ($($name:ident: $type:ty => $write:ident as $wide:ty;)*) => {$(
        fn $name(self, value: $type) -> Done {
            self.$write(value as $wide);
            Ok(())
        }
    )*};
}

impl ser::Serializer for &mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    varints! {
        serialize_u16: u16 => varint as u64;
        serialize_u32: u32 => varint as u64;
        serialize_u64: u64 => varint as u64;
        serialize_i16: i16 => signed as i64;
        serialize_i32: i32 => signed as i64;
        serialize_i64: i64 => signed as i64;
    }

    fn serialize_bool(self, value: bool) -> Done {
        self.serialize_u8(value.into())
    }

    fn serialize_u8(self, value: u8) -> Done {
        self.0.push(value);
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Done {
        self.serialize_u8(value as u8)
    }

    fn serialize_i128(self, value: i128) -> Done {
        let mut value = (value << 1 ^ value >> 127) as u128;
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.serialize_u8(value as u8)
    }

    fn serialize_f32(self, value: f32) -> Done {
        self.0.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Done {
        self.0.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Done {
        self.bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Done {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.bytes(value);
        Ok(())
    }

    fn serialize_none(self) -> Done {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.0.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Done {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.varint(index.into());
        value.serialize(self)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Self, Never> {
        // Every list of a rank's knows its length.
        debug_assert!(len.is_some(), "the form starts with the length");
        self.varint(len.unwrap_or(0) as u64);
        Ok(self)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self, Never> {
        self.serialize_seq(len)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.varint(index.into());
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.varint(index.into());
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Whatever has parts is its parts, one after the other.
macro_rules! parts {
    ($($trait:ident: $method:ident($($name:ident)?);)*) => {$(
        impl ser::$trait for &mut Writer {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: &'static str,)?
                value: &T,
            ) -> Done {
                value.serialize(&mut **self)
            }

            fn end(self) -> Done {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(_name);
    SerializeStructVariant: serialize_field(_name);
}

impl ser::SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(&mut **self)
    }

    fn end(self) -> Done {
        Ok(())
    }
}
