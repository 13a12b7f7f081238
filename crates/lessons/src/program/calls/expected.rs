//! What a value should be, as it was written: how that is meant depends on what the value is.

use serde_json::Value as Json;
use tensor::Scalar;

use crate::program::expression::Place;
use crate::program::numbers::number;
use crate::record::Value;

/// What was expected and what is there, in one form: numbers where the value is made of numbers, and JSON where it is an
/// object that has travelled as such. In place of a number there may be an expression.
pub(super) fn alike(expected: &Json, actual: &Value, place: Place) -> (Value, Value) {
    let same = |expected: Value| (expected, actual.clone());
    let as_text = || Value::Text(expected.to_string());
    match actual {
        Value::Number(_) => same(whole(expected, place).map_or_else(as_text, Value::Number)),
        Value::Numbers(_) => {
            let items = expected.as_array().map(Vec::as_slice).unwrap_or_default();
            let numbers: Option<Vec<i64>> = items.iter().map(|item| whole(item, place)).collect();
            let numbers = numbers.filter(|_| expected.is_array());
            same(numbers.map_or_else(as_text, Value::Numbers))
        }
        Value::Text(text) => match (serde_json::from_str(text), again(expected)) {
            (Ok(actual), Ok(expected)) => {
                let expected = like(&expected, &actual, place);
                (Value::Text(expected.to_string()), Value::Text(actual.to_string()))
            }
            _ => same(as_text()),
        },
        Value::None if expected.is_null() => same(Value::None),
        Value::None | Value::Tensor(..) => same(as_text()),
    }
}

/// As JSON that has travelled: a fraction may have other digits then.
fn again(json: &Json) -> serde_json::Result<Json> {
    serde_json::from_str(&json.to_string())
}

fn whole(json: &Json, place: Place) -> Option<i64> {
    match number(json, place).ok()? {
        // (What is not finite has no fraction that is 0.)
        Scalar::F64(float) if float.fract() != 0.0 || float.abs() >= 2f64.powi(63) => None,
        number => Some(number.to_i64()),
    }
}

/// `expected` with its expressions worked out where `actual` has numbers or truths.
fn like(expected: &Json, actual: &Json, place: Place) -> Json {
    match (expected, actual) {
        (Json::Array(expected), Json::Array(actual)) => {
            let item = |(at, item): (usize, &Json)| {
                actual.get(at).map_or_else(|| item.clone(), |actual| like(item, actual, place))
            };
            expected.iter().enumerate().map(item).collect()
        }
        (Json::Object(expected), Json::Object(actual)) => {
            let entry = |(key, item): (&String, &Json)| {
                let actual = actual.get(key);
                let item = actual.map_or_else(|| item.clone(), |actual| like(item, actual, place));
                (key.clone(), item)
            };
            Json::Object(expected.iter().map(entry).collect())
        }
        (Json::String(_), Json::Number(_) | Json::Bool(_)) => match number(expected, place) {
            Ok(Scalar::Bool(truth)) => Json::Bool(truth),
            Ok(Scalar::I64(whole)) => like(&Json::from(whole), actual, place),
            Ok(Scalar::F64(float)) => like(&Json::from(float), actual, place),
            Err(_) => expected.clone(),
        },
        (Json::Number(one), Json::Number(other)) if is_same(one, other) => actual.clone(),
        _ => expected.clone(),
    }
}

/// Whether they are equal as numbers: 1 and 1.0 are.
fn is_same(one: &serde_json::Number, other: &serde_json::Number) -> bool {
    match (one.as_i64(), other.as_i64()) {
        (Some(one), Some(other)) => one == other,
        _ => one.as_f64() == other.as_f64(),
    }
}
