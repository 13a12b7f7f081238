//! Tensors from others: views that share their storage, and copies that do not.

use ::collective::trace::LocalKind;
use tensor::{DType, Result, Tensor};

use crate::program::arguments::{Arguments, Read};
use crate::program::running::Running;
use crate::program::scope::Kind;
use crate::program::stop::Stop;

pub(super) const NAMES: &[&str] =
    &["clone", "contiguous", "to", "reshape", "narrow", "select", "transpose", "t"];

/// A tensor made of another, and named.
#[derive(Debug, Clone)]
pub(crate) struct View {
    name: String,
    of: String,
    how: How,
}

#[derive(Debug, Clone)]
enum How {
    Clone,
    Contiguous,
    To(DType),
    Reshape(Vec<isize>),
    Narrow { dim: usize, start: usize, length: usize },
    Select { dim: usize, index: usize },
    Transpose(usize, usize),
    T,
}

impl View {
    pub(super) fn read(call: &str, arguments: &Arguments<'_>) -> Read<Self> {
        let size = |key| arguments.size(key);
        let how = match call {
            "clone" => How::Clone,
            "contiguous" => How::Contiguous,
            "to" => {
                let missing = || arguments.wrong("dtype", "it is missing: give a type of elements");
                How::To(arguments.dtype()?.ok_or_else(missing)?)
            }
            "reshape" => How::Reshape(arguments.new_shape("shape")?),
            "narrow" => {
                How::Narrow { dim: size("dim")?, start: size("start")?, length: size("length")? }
            }
            "select" => How::Select { dim: size("dim")?, index: size("index")? },
            "transpose" => How::Transpose(size("dim0")?, size("dim1")?),
            _ => How::T,
        };
        Ok(Self { of: arguments.tensor("tensor")?, name: arguments.result(Kind::Tensor)?, how })
    }

    pub(super) fn run(&self, running: &mut Running<'_>) -> Result<(), Stop> {
        let of = running.names.tensor(&self.of)?;
        let made = self.of(of)?;
        if made.storage_id() != of.storage_id() {
            running.rank.computed(&self.name, LocalKind::Elementwise, &[of], &made);
        }
        running.name_tensor(&self.name, made);
        Ok(())
    }

    fn of(&self, of: &Tensor) -> Result<Tensor> {
        match &self.how {
            How::Clone => of.deep_clone(),
            How::Contiguous => of.contiguous(),
            How::To(dtype) => of.to(*dtype),
            How::Reshape(shape) => of.reshape(shape),
            How::Narrow { dim, start, length } => of.narrow(*dim, *start, *length),
            How::Select { dim, index } => of.select(*dim, *index),
            How::Transpose(dim0, dim1) => of.transpose(*dim0, *dim1),
            How::T => of.t(),
        }
    }
}
