//! Settings from JS: an object of numbers, BigInts, strings and arrays.

use fabric::page::{FabricError, string_of};
use js_sys::{Array, ArrayBuffer, JSON, JsString, Object, Reflect};
use lessons::{Config, Raw, SettingError};
use wasm_bindgen::prelude::*;

use crate::state::{Setting, TransportChoice};

/// Lists longer than this are not read: no setting has one.
const LONGEST: u32 = 1 << 16;
/// A router is a list of lists; nothing is deeper.
const DEEPEST: u32 = 2;

/// Why a configuration is not run.
pub enum Refusal {
    /// A setting that cannot be.
    Setting(SettingError),
    /// It is no object of settings.
    NoObject(String),
    /// It is no program.
    NoProgram(String),
    /// Reading it threw.
    Thrown(JsValue),
    /// A run is under way.
    Busy,
}

impl Refusal {
    /// As a JS error: `message` is the sentence, `code` the kind, `setting` the setting's name.
    pub fn into_js(self) -> JsValue {
        match self {
            Refusal::Setting(error) => {
                let js = js_error(error.code(), &error.to_string());
                put(&js, "setting", error.setting());
                js
            }
            Refusal::NoObject(given) => js_error(
                "invalid_config",
                &format!(
                    "config = {given} is not allowed: give an object of settings, or nothing for the defaults"
                ),
            ),
            Refusal::NoProgram(given) => {
                let js = js_error(
                    "invalid_setting",
                    &format!(
                        "program = {given} is not allowed: give a program as an object, or as JSON"
                    ),
                );
                put(&js, "setting", Setting::Program.key());
                js
            }
            Refusal::Thrown(error) => {
                let js = js_error(
                    "invalid_config",
                    &format!("config cannot be read: {}: give an object of values", text(&error)),
                );
                let _ = Reflect::set(&js, &"cause".into(), &error);
                js
            }
            Refusal::Busy => {
                let busy = FabricError::Busy;
                js_error(busy.code(), &busy.to_string())
            }
        }
    }
}

/// An `Error` with a `code`.
pub fn js_error(code: &str, message: &str) -> JsValue {
    let error: JsValue = js_sys::Error::new(message).into();
    put(&error, "code", code);
    error
}

fn put(target: &JsValue, key: &str, value: &str) {
    // An error made a line before takes properties.
    let _ = Reflect::set(target, &key.into(), &value.into());
}

/// Reads a configuration; `undefined` is an empty one. A setting that is `undefined` or `null` is not given.
pub fn read(config: &JsValue) -> Result<(Config, TransportChoice), Refusal> {
    let mut transport = TransportChoice::Auto;
    let mut settings: Vec<(String, Raw)> = Vec::new();
    if !config.is_undefined() {
        let keys = keys(config)?;
        for key in keys {
            let Some(key) = key.as_string() else { continue };
            let value =
                Reflect::get(config, &JsString::from(key.as_str())).map_err(Refusal::Thrown)?;
            let known = Setting::from_key(&key).ok_or_else(|| Refusal::Setting(unknown(&key)))?;
            if value.is_undefined() || value.is_null() {
                continue;
            }
            match known {
                Setting::Transport => {
                    transport = TransportChoice::parse(&text(&value)).map_err(Refusal::Setting)?;
                }
                Setting::Program => settings.push((key, Raw::One(json(&value)?))),
                _ => settings.push((key, raw(&value, 0))),
            }
        }
    }
    let config = Config::from_settings(&settings).map_err(Refusal::Setting)?;
    Ok((config, transport))
}

/// The names that an object has. Lists, dates and maps are objects to JS, but have no settings.
fn keys(config: &JsValue) -> Result<Array, Refusal> {
    if !config.is_object() {
        return Err(Refusal::NoObject(text(config)));
    }
    if Array::is_array(config) {
        return Err(Refusal::NoObject(format!("[{}]", text(config))));
    }
    let keys = Reflect::own_keys(config).map_err(Refusal::Thrown)?;
    let prototype = Reflect::get_prototype_of(config).map_err(Refusal::Thrown)?;
    let plain = Object::get_prototype_of(&Object::new());
    if keys.length() == 0 && !prototype.is_null() && !Object::is(&prototype, &plain) {
        return Err(Refusal::NoObject(text(config)));
    }
    Ok(keys)
}

fn unknown(key: &str) -> SettingError {
    let known = Setting::ALL.map(Setting::key).join(", ");
    SettingError::Unknown { key: key.to_owned(), known }
}

/// A program as text, if it is not one already.
fn json(program: &JsValue) -> Result<String, Refusal> {
    if let Some(text) = program.as_string() {
        return Ok(text);
    }
    // JSON has no BigInts; as a text one is an expression.
    let digits = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(|_, value: JsValue| {
        if value.is_bigint() { text(&value).into() } else { value }
    });
    // Throws for what holds itself, and has no text for a function.
    let json = JSON::stringify_with_replacer(program, digits.as_ref()).map_err(Refusal::Thrown)?;
    JsValue::from(json).as_string().ok_or_else(|| Refusal::NoProgram(text(program)))
}

fn raw(value: &JsValue, depth: u32) -> Raw {
    if let Some(string) = value.as_string() {
        return Raw::flat(&string);
    }
    let is_list = Array::is_array(value) || ArrayBuffer::is_view(value);
    if !is_list || depth == DEEPEST {
        return Raw::text(text(value));
    }
    let length = Reflect::get(value, &"length".into()).ok().and_then(|length| length.as_f64());
    match length {
        Some(length) if length <= f64::from(LONGEST) => {
            Raw::List(Array::from(value).iter().map(|item| raw(&item, depth + 1)).collect())
        }
        length => Raw::text(format!("[… × {}]", length.unwrap_or_default() as u64)),
    }
}

/// A value in a sentence, and numbers and BigInts as they are read.
fn text(value: &JsValue) -> String {
    string_of(value).unwrap_or_else(|_| "a value without a text".to_owned())
}
