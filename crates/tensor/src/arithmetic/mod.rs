//! Arithmetic element by element, with a tensor or a scalar: one file for each operation, and here what is common to them.

mod add;
mod div;
mod mul;
mod sub;

use crate::fold::Arithmetic;
use crate::{DType, Need, Result, Scalar, Tensor, refusal};

/// The type of a result, as torch promotes: the tensor's, unless the scalar is of a wider kind (bool, integer,
/// floating-point).
fn promoted(dtype: DType, scalar: Scalar) -> DType {
    match scalar {
        Scalar::F64(_) if !dtype.is_floating_point() => DType::Float32,
        Scalar::I64(_) if dtype == DType::Bool => DType::Int64,
        _ => dtype,
    }
}

impl Tensor {
    /// Lets `change` rewrite the view's bytes in row-major order.
    fn modify(&self, change: impl FnOnce(&mut [u8])) -> Result<()> {
        self.check_writable()?;
        self.check_defined()?;
        let start = self.0.layout.offset * self.0.dtype.size();
        let range = start..start + self.nbytes();
        if !self.is_contiguous() {
            let mut bytes = self.gathered();
            change(&mut bytes);
            self.scatter(0, &bytes);
            return Ok(());
        }
        self.count_write();
        let mut data = self.0.storage.data.borrow_mut();
        if let Some(bytes) = data.get_mut(range) {
            change(bytes);
        }
        Ok(())
    }

    /// What torch refuses whatever the operand is.
    fn refuse(&self, name: &'static str, op: Arithmetic) -> Result<()> {
        let allowed = match op {
            Arithmetic::Div if !self.0.dtype.is_floating_point() => Need::FloatTensor,
            Arithmetic::Sub if self.0.dtype == DType::Bool => Need::Numbers,
            _ => return Ok(()),
        };
        Err(refusal::unsupported(name, self.0.dtype, allowed))
    }

    fn apply_(&self, name: &'static str, op: Arithmetic, other: &Tensor) -> Result<()> {
        self.expect_same_shape(name, other)?;
        self.expect_dtype(name, other.0.dtype)?;
        self.refuse(name, op)?;
        let x = other.bytes_beside(self)?;
        self.modify(|acc| op.fold(self.0.dtype, acc, &x))
    }

    fn apply_scalar_(&self, name: &'static str, op: Arithmetic, scalar: Scalar) -> Result<()> {
        self.refuse(name, op)?;
        if promoted(self.0.dtype, scalar) != self.0.dtype {
            let allowed = match self.0.dtype {
                DType::Bool => Need::NumbersOrBool,
                _ => Need::IntegerOrFloatTensor,
            };
            return Err(refusal::unsupported(name, self.0.dtype, allowed));
        }
        let dtype = if op.keeps_float32(self.0.dtype) { DType::Float32 } else { self.0.dtype };
        scalar.expect_fit(dtype)?;
        self.modify(|acc| op.fold_scalar(self.0.dtype, acc, scalar))
    }

    fn apply_scalar(&self, name: &'static str, op: Arithmetic, scalar: Scalar) -> Result<Tensor> {
        // Once it is promoted, a bool can be subtracted from.
        if matches!(op, Arithmetic::Sub) {
            self.refuse(name, op)?;
        }
        let dtype = match op {
            Arithmetic::Div => promoted(self.0.dtype, Scalar::F64(0.0)),
            _ => promoted(self.0.dtype, scalar),
        };
        let result = if dtype == self.0.dtype { self.deep_clone()? } else { self.to(dtype)? };
        result.apply_scalar_(name, op, scalar)?;
        Ok(result)
    }

    fn apply(&self, name: &'static str, op: Arithmetic, other: &Tensor) -> Result<Tensor> {
        self.expect_same_shape(name, other)?;
        let result = self.deep_clone()?;
        result.apply_(name, op, other)?;
        Ok(result)
    }
}
