//! Tensors from nothing.

use tensor::{DType, Generator, Result, Scalar, Tensor};

use super::literal::{Literal, inferred};
use crate::program::arguments::{Arguments, Read};
use crate::program::numbers::MAX_ELEMENTS;
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] = &["tensor", "zeros", "ones", "full", "empty", "arange", "randn"];

/// A tensor, made and named.
#[derive(Debug, Clone)]
pub(crate) struct Make {
    name: String,
    dtype: DType,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    Values(Literal),
    Full(Vec<usize>, Scalar),
    Empty(Vec<usize>),
    Arange(usize),
    Randn(Vec<usize>, i64),
}

impl Make {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let given = arguments.dtype()?;
        let mut dtype = given.unwrap_or(DType::Float32);
        let what = match call {
            "tensor" => {
                let json = arguments.raw("values");
                let json = json.ok_or_else(|| {
                    arguments.wrong("values", "they are missing: give a number or a list")
                })?;
                let literal = Literal::read(arguments, &arguments.path("values"), json)?;
                dtype = given.unwrap_or(literal.dtype());
                What::Values(literal)
            }
            "zeros" => What::Full(arguments.shape("shape")?, Scalar::I64(0)),
            "ones" => What::Full(arguments.shape("shape")?, Scalar::I64(1)),
            "full" => {
                let value = arguments.scalar("value")?;
                dtype = given.unwrap_or(inferred(&[value]));
                What::Full(arguments.shape("shape")?, value)
            }
            "empty" => What::Empty(arguments.shape("shape")?),
            "arange" => {
                dtype = given.unwrap_or(DType::Int64);
                let end = arguments.size("end")?;
                if end > MAX_ELEMENTS {
                    return Err(arguments
                        .wrong("end", format!("{end} is more than {MAX_ELEMENTS} elements")));
                }
                What::Arange(end)
            }
            _ => What::Randn(arguments.shape("shape")?, arguments.whole("seed")?),
        };
        Ok(Self { name: arguments.result(Kind::Tensor)?, dtype, what })
    }

    pub(super) fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let dtype = self.dtype;
        let tensor = match &self.what {
            What::Values(literal) => literal.tensor(dtype)?,
            What::Full(shape, value) => Tensor::full(shape, *value, dtype)?,
            What::Empty(shape) => Tensor::empty(shape, dtype)?,
            What::Arange(end) => Tensor::arange(*end, dtype)?,
            What::Randn(shape, seed) => {
                Generator::manual_seed(i128::from(*seed))?.randn(shape, dtype)?
            }
        };
        running.name_tensor(&self.name, tensor);
        Ok(())
    }
}
