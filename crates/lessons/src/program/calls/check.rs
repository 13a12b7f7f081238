//! Assertions.

use serde_json::Value as Json;

use super::expected::alike;
use super::literal::Literal;
use crate::program::arguments::{Arguments, Read};
use crate::program::expression::Place;
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] = &["check"];

/// That a tensor or a value is what it should be.
#[derive(Debug, Clone)]
pub(crate) struct Check {
    name: String,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    Tensor { actual: String, expected: Expected, is_close: bool },
    Value { actual: String, expected: Json, place: Place },
}

#[derive(Debug, Clone)]
enum Expected {
    Tensor(String),
    Literal(Literal),
}

impl Check {
    pub(super) fn read(_: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let (key, json) = expected(arguments)?;
        let (about, what) = if arguments.has("value") {
            let actual = arguments.name("value", Kind::Value)?;
            if arguments.has("tensor") {
                return Err(arguments.wrong("tensor", "value is given too: give one of them"));
            }
            let (expected, place) = (json.clone(), arguments.scope().place);
            (actual.clone(), What::Value { actual, expected, place })
        } else {
            let actual = arguments.tensor("tensor")?;
            let named =
                json.as_str().filter(|name| arguments.scope().kind(name) == Some(Kind::Tensor));
            let expected = match named {
                Some(_) => Expected::Tensor(arguments.tensor(key)?),
                None => Expected::Literal(Literal::read(arguments, &arguments.path(key), json)?),
            };
            (actual.clone(), What::Tensor { actual, expected, is_close: key == "allclose" })
        };
        let name = arguments.optional_text("name")?.map_or(about, str::to_owned);
        Ok(Self { name, what })
    }

    pub(super) fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        match &self.what {
            What::Tensor { actual, expected, is_close } => {
                let actual = running.names.tensor(actual)?;
                let expected = match expected {
                    Expected::Tensor(name) => running.names.tensor(name)?.clone(),
                    Expected::Literal(literal) => literal.tensor(actual.dtype())?,
                };
                if *is_close {
                    running.rank.check_allclose(&self.name, &expected, actual)?;
                } else {
                    running.rank.check_equal(&self.name, &expected, actual)?;
                }
            }
            What::Value { actual, expected, place } => match running.names.get(actual) {
                Some(Thing::Value(value)) => {
                    let (expected, actual) = alike(expected, value, *place);
                    running.rank.check_value(&self.name, expected, actual);
                }
                _ => return Err(running.names.missing(actual)),
            },
        }
        Ok(())
    }
}

/// What should be, and the argument that says so.
fn expected<'a>(arguments: &Arguments<'a>) -> Read<(&'static str, &'a Json)> {
    match (arguments.any_json("equal"), arguments.any_json("allclose")) {
        (Some(_), Some(_)) => {
            Err(arguments.wrong("allclose", "equal is given too: give one of equal and allclose"))
        }
        (Some(json), None) => Ok(("equal", json)),
        (None, Some(json)) => Ok(("allclose", json)),
        (None, None) => Err(arguments.wrong(
            "equal",
            "it is missing: give values or a tensor's name, as equal or as allclose",
        )),
    }
}
