//! Writing into tensors in place.

use ::collective::trace::LocalKind;
use tensor::{Result, Scalar};

use crate::program::arguments::{Arguments, Read};
use crate::program::running::Running;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] = &["add_", "sub_", "mul_", "div_", "copy_", "fill_"];

/// `tensor` changed in place, by another tensor or by a number.
#[derive(Debug, Clone)]
pub(crate) struct Arithmetic {
    tensor: String,
    how: How,
    other: Other,
}

#[derive(Debug, Clone, Copy)]
enum How {
    Add,
    Sub,
    Mul,
    Div,
    Copy,
    Fill,
}

#[derive(Debug, Clone)]
enum Other {
    Tensor(String),
    Number(Scalar),
}

impl Arithmetic {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let tensor = arguments.tensor("tensor")?;
        let (how, key) = match call {
            "add_" => (How::Add, "other"),
            "sub_" => (How::Sub, "other"),
            "mul_" => (How::Mul, "other"),
            "div_" => (How::Div, "other"),
            "copy_" => (How::Copy, "src"),
            _ => (How::Fill, "value"),
        };
        // A tensor's name is no expression, since expressions know only the rank and the world size.
        let named = arguments.raw(key).and_then(|json| json.as_str());
        let is_name = named.is_some_and(|name| arguments.scope().kind(name).is_some());
        let other = match how {
            How::Copy => Other::Tensor(arguments.tensor(key)?),
            How::Fill => Other::Number(arguments.scalar(key)?),
            _ if is_name => Other::Tensor(arguments.tensor(key)?),
            _ => Other::Number(arguments.scalar(key)?),
        };
        Ok(Self { tensor, how, other })
    }

    pub(super) fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let tensor = running.names.tensor(&self.tensor)?;
        match &self.other {
            Other::Tensor(other) => {
                let other = running.names.tensor(other)?;
                match self.how {
                    How::Add => tensor.add_tensor_(other)?,
                    How::Sub => tensor.sub_tensor_(other)?,
                    How::Mul => tensor.mul_tensor_(other)?,
                    How::Div => tensor.div_tensor_(other)?,
                    How::Copy | How::Fill => tensor.copy_(other)?,
                }
                let (kind, from) = match self.how {
                    How::Copy => (LocalKind::Copied, &[other][..]),
                    _ => (LocalKind::Elementwise, &[tensor, other][..]),
                };
                running.rank.computed(&self.tensor, kind, from, tensor);
            }
            Other::Number(number) => {
                match self.how {
                    How::Add => tensor.add_(*number)?,
                    How::Sub => tensor.sub_(*number)?,
                    How::Mul => tensor.mul_(*number)?,
                    How::Div => tensor.div_(*number)?,
                    How::Copy | How::Fill => tensor.fill_(*number)?,
                }
                let from: &[_] = if matches!(self.how, How::Fill) { &[] } else { &[tensor] };
                running.rank.computed(&self.tensor, LocalKind::Elementwise, from, tensor);
            }
        }
        running.rank.show(&self.tensor, tensor);
        Ok(())
    }
}
