//! Values written in a program: a number, or lists of them within each other; expressions count as numbers.

use serde_json::Value as Json;
use tensor::{DType, Result, Scalar, Tensor};

use crate::program::arguments::{Arguments, Read, short};
use crate::program::error::ProgramError;
use crate::program::numbers::MAX_ELEMENTS;

/// A tensor's values as they were written.
#[derive(Debug, Clone)]
pub(super) struct Literal {
    shape: Vec<usize>,
    values: Vec<Scalar>,
}

/// Lists within lists.
const DEEPEST: usize = 8;

impl Literal {
    pub(super) fn read(arguments: &Arguments<'_>, place: &str, json: &Json) -> Read<Self> {
        let mut shape = Vec::new();
        let mut first = json;
        while let Some(items) = first.as_array() {
            shape.push(items.len());
            let Some(next) = items.first() else { break };
            first = next;
        }
        if shape.len() > DEEPEST {
            return Err(ProgramError::new(place, format!("lists may stand {DEEPEST} deep")));
        }
        let mut values = Vec::new();
        collect(arguments, place, json, &shape, &mut values)?;
        Ok(Self { shape, values })
    }

    /// The type that torch would infer.
    pub(super) fn dtype(&self) -> DType {
        inferred(&self.values)
    }

    /// # Errors
    /// A value that `dtype` cannot hold.
    pub(super) fn tensor(&self, dtype: DType) -> Result<Tensor> {
        let tensor = Tensor::zeros(&self.shape, dtype)?;
        let flat = tensor.flatten()?;
        for (at, &value) in self.values.iter().enumerate() {
            flat.narrow(0, at, 1)?.fill_(value)?;
        }
        Ok(tensor)
    }
}

/// The type that torch infers from values: bool for bools, int64 for whole numbers, float32 where there is a fraction.
pub(super) fn inferred(values: &[Scalar]) -> DType {
    let is_float = |value: &Scalar| matches!(value, Scalar::F64(_));
    let is_bool = |value: &Scalar| matches!(value, Scalar::Bool(_));
    match values {
        [] => DType::Float32,
        values if values.iter().any(is_float) => DType::Float32,
        values if values.iter().all(is_bool) => DType::Bool,
        _ => DType::Int64,
    }
}

fn collect(
    arguments: &Arguments<'_>,
    place: &str,
    json: &Json,
    shape: &[usize],
    values: &mut Vec<Scalar>,
) -> Read<()> {
    let Some((&size, inner)) = shape.split_first() else {
        values.push(arguments.number(place, json)?);
        return match values.len() {
            ..=MAX_ELEMENTS => Ok(()),
            _ => {
                Err(ProgramError::new(place, format!("a tensor may have {MAX_ELEMENTS} elements")))
            }
        };
    };
    let items = json.as_array().filter(|items| items.len() == size).ok_or_else(|| {
        let what = format!(
            "{} is no list of {size}: all lists of one depth are of one length",
            short(json)
        );
        ProgramError::new(place, what)
    })?;
    for (at, item) in items.iter().enumerate() {
        collect(arguments, &format!("{place}[{at}]"), item, inner, values)?;
    }
    Ok(())
}
