//! Assertions.

use serde_json::Value as Json;

use super::literal::Literal;
use crate::program::arguments::{Arguments, Read};
use crate::program::names::Thing;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;
use crate::record::Value;

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
    Value { actual: String, expected: Value },
}

#[derive(Debug, Clone)]
enum Expected {
    Tensor(String),
    Literal(Literal),
}

impl Check {
    pub(super) fn read(_: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let key = if arguments.has("allclose") { "allclose" } else { "equal" };
        let json = arguments.raw(key);
        let json = json.ok_or_else(|| {
            arguments.wrong(
                key,
                "it is missing: give values or a tensor's name, as equal or as allclose",
            )
        })?;
        let place = arguments.path(key);
        let (about, what) = if arguments.has("value") {
            let actual = arguments.name("value", Kind::Value)?;
            let expected = value(arguments, &place, json)?;
            (actual.clone(), What::Value { actual, expected })
        } else {
            let actual = arguments.tensor("tensor")?;
            let named =
                json.as_str().filter(|name| arguments.scope().kind(name) == Some(Kind::Tensor));
            let expected = match named {
                Some(name) => Expected::Tensor(name.to_owned()),
                None => Expected::Literal(Literal::read(arguments, &place, json)?),
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
            What::Value { actual, expected } => match running.names.get(actual) {
                Some(Thing::Value(value)) => {
                    running.rank.check_value(&self.name, expected.clone(), value.clone());
                }
                _ => return Err(Stop::missing(actual)),
            },
        }
        Ok(())
    }
}

/// What a value should be: a whole number or a list of them, or else any JSON, as objects travel.
fn value(arguments: &Arguments<'_>, place: &str, json: &Json) -> Read<Value> {
    if let Ok(number) = arguments.number(place, json)
        && !matches!(number, tensor::Scalar::F64(_))
    {
        return Ok(Value::Number(number.to_i64()));
    }
    let whole = |json: &Json| json.as_i64();
    match json.as_array().map(|items| items.iter().map(whole).collect::<Option<Vec<_>>>()) {
        Some(Some(numbers)) => Ok(Value::Numbers(numbers)),
        _ => Ok(Value::Text(json.to_string())),
    }
}
