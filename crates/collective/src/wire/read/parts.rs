//! What a value is made of: elements, fields and variants.

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::reader::Reader;
use crate::wire::never::Never;

pub(super) struct Elements<'a, 'de> {
    pub(super) reader: &'a mut Reader<'de>,
    pub(super) left: usize,
}

impl<'de> de::SeqAccess<'de> for Elements<'_, 'de> {
    type Error = Never;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        // What was cut short has no more of them.
        if self.left == 0 || self.reader.failed {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// Who asks for fields knows how many there are.
pub(super) struct Fields<'a, 'de>(pub(super) &'a mut Reader<'de>);

impl<'de> de::SeqAccess<'de> for Fields<'_, 'de> {
    type Error = Never;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

pub(super) struct Variants<'a, 'de> {
    pub(super) reader: &'a mut Reader<'de>,
    pub(super) count: u32,
}

impl<'a, 'de> de::EnumAccess<'de> for Variants<'a, 'de> {
    type Error = Never;
    type Variant = &'a mut Reader<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), Never> {
        let Variants { reader, count } = self;
        let mut index = reader.varint(32) as u32;
        if index >= count {
            (reader.failed, index) = (true, 0);
        }
        let index: de::value::U32Deserializer<Never> = index.into_deserializer();
        let Ok(variant) = seed.deserialize(index);
        Ok((variant, reader))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Reader<'de> {
    type Error = Never;

    fn unit_variant(self) -> Result<(), Never> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }
}
