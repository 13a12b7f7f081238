//! Reports as JSON text. It writes what reports are made of and nothing else, which is a good deal less code than a
//! library for all of JSON, and the page has to download it.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::decimal;

/// `value` as JSON, on one line.
///
/// # Errors
/// [`Unwritable`] if a tensor has fewer values than its sizes say, or if there is anything in it that no report has.
pub fn encode(value: &impl Serialize) -> Result<String, Unwritable> {
    let mut writer = Writer(String::new());
    value.serialize(&mut writer)?;
    Ok(writer.0)
}

/// What is no report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report that its run damaged cannot be written: run again")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Unwritable
    }
}

struct Writer(String);

impl Writer {
    // Once, and not wherever something is written.
    #[inline(never)]
    fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    #[inline(never)]
    fn string(&mut self, text: &str) {
        self.0.push('"');
        for letter in text.chars() {
            match letter {
                '"' | '\\' => {
                    self.0.push('\\');
                    self.0.push(letter);
                }
                '\0'..' ' => self.0.push_str(&format!("\\u{:04x}", letter as u32)),
                _ => self.0.push(letter),
            }
        }
        self.0.push('"');
    }

    /// Behind anything but the beginning of a list or a map.
    #[inline(never)]
    fn comma(&mut self) {
        if !self.0.ends_with(['[', '{']) {
            self.0.push(',');
        }
    }

    fn entry(&mut self, key: &str) {
        self.comma();
        self.string(key);
        self.push(":");
    }
}

/// What reports have no use for.
macro_rules! unwritable {
    ($($name:ident($($argument:ty),*) -> $ok:ty;)*) => {$(
        fn $name(self, $(_: $argument),*) -> Result<$ok, Unwritable> {
            Err(Unwritable)
        }
    )*};
}

/// Whole numbers, as they are.
macro_rules! whole {
    ($($name:ident($number:ty);)*) => {$(
        fn $name(self, value: $number) -> Result<(), Unwritable> {
            self.push(&value.to_string());
            Ok(())
        }
    )*};
}

type No = ser::Impossible<(), Unwritable>;

impl ser::Serializer for &mut Writer {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Self;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = No;

    whole! {
        serialize_i64(i64);
        serialize_u64(u64);
    }

    unwritable! {
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_f32(f32) -> ();
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_tuple(usize) -> No;
        serialize_tuple_struct(&'static str, usize) -> No;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No;
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unwritable> {
        Err(Unwritable)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Unwritable> {
        Err(Unwritable)
    }

    fn serialize_bool(self, value: bool) -> Result<(), Unwritable> {
        self.push(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Unwritable> {
        if !value.is_finite() {
            return Err(Unwritable);
        }
        self.push(&decimal::float64(value));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Unwritable> {
        self.string(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Unwritable> {
        self.push("null");
        Ok(())
    }

    fn serialize_unit(self) -> Result<(), Unwritable> {
        self.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Unwritable> {
        self.push("[");
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Unwritable> {
        self.push("{");
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Unwritable> {
        self.serialize_map(None)
    }
}

impl ser::SerializeSeq for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.comma();
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.push("]");
        Ok(())
    }
}

impl ser::SerializeMap for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.comma();
        key.serialize(&mut **self)?;
        self.push(":");
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.push("}");
        Ok(())
    }
}

impl ser::SerializeStruct for &mut Writer {
    type Ok = ();
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.entry(key);
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Unwritable> {
        self.push("}");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use collective::{Context, simulator};
    use serde_json::Value;

    use super::*;
    use crate::{Config, RankRecord, Raw, Report};

    fn report(settings: &[(&str, &str)]) -> Report {
        let raw: Vec<_> = settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
        let config = Config::from_settings(&raw).unwrap();
        let program = async |context: Context| crate::run(context, &config).await.0;
        let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
        Report::new("one-thread", config, ranks.into_iter().map(Result::unwrap).collect())
    }

    #[test]
    fn it_is_the_json_that_serde_writes() {
        let seeds = [("world_size", "3"), ("router_seed", "18446744073709551613")];
        for settings in [&[][..], &seeds, &[("preset", "one_empty"), ("n_tok", "0,1,2,3")]] {
            let report = report(settings);
            let mine: Value = serde_json::from_str(&encode(&report).unwrap()).unwrap();
            assert_eq!(mine, serde_json::to_value(&report).unwrap());
        }
    }

    #[test]
    fn text_comes_back() {
        let mut report = report(&[("lesson", "root")]);
        report.transport = "\"\\\u{0}\n\u{1f} 中文 🙂".to_owned();
        let read: Value = serde_json::from_str(&encode(&report).unwrap()).unwrap();
        assert_eq!(read["transport"], report.transport);
    }

    #[test]
    fn a_damaged_tensor_is_an_error() {
        let value = crate::Value::Tensor(vec![2], tensor::Values::of(&[1.0_f32]));
        let section =
            crate::Section { lesson: crate::Lesson::Root, values: vec![("x".into(), value)] };
        let record = RankRecord { sections: vec![section], ..RankRecord::default() };
        let report = Report::new("shared", Config::default(), vec![record]);
        assert_eq!(encode(&report), Err(Unwritable));
    }
}
