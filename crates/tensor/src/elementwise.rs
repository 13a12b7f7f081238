//! Arithmetic element by element, with a tensor or a scalar.

use crate::fold::Arithmetic;
use crate::{DType, Result, Scalar, Tensor, TensorError};

/// A scalar is folded in blocks of this many elements, so that it needs no second tensor.
const SCALAR_BLOCK: usize = 512;

impl Tensor {
    /// Lets `change` rewrite the view's bytes in row-major order.
    fn modify(&self, change: impl FnOnce(&mut [u8])) -> Result<()> {
        self.check_writable()?;
        let start = self.layout.offset * self.dtype.size();
        let range = start..start + self.nbytes();
        if !self.is_contiguous() {
            let mut bytes = self.to_bytes()?;
            change(&mut bytes);
            self.scatter(0, &bytes);
            return Ok(());
        }
        self.bytes()?;
        let mut data = self.storage.data.borrow_mut();
        if let Some(bytes) = data.get_mut(range) {
            change(bytes);
        }
        Ok(())
    }

    fn refuse_integer_division(&self, name: &'static str, op: Arithmetic) -> Result<()> {
        if matches!(op, Arithmetic::Div) && !self.dtype.is_floating_point() {
            return Err(TensorError::UnsupportedDType {
                op: name,
                dtype: self.dtype,
                allowed: "a floating-point tensor, since the quotient is one",
            });
        }
        Ok(())
    }

    fn apply_(&self, name: &'static str, op: Arithmetic, other: &Tensor) -> Result<()> {
        self.expect_same_shape(name, other)?;
        if self.dtype != other.dtype {
            return Err(TensorError::DTypeMismatch {
                op: name,
                left: self.dtype,
                right: other.dtype,
            });
        }
        self.refuse_integer_division(name, op)?;
        let x = other.bytes_beside(self)?;
        self.modify(|acc| op.fold(self.dtype, acc, &x))
    }

    fn apply_scalar_(&self, name: &'static str, op: Arithmetic, scalar: Scalar) -> Result<()> {
        self.refuse_integer_division(name, op)?;
        if matches!(scalar, Scalar::F64(_)) && !self.dtype.is_floating_point() {
            return Err(TensorError::UnsupportedDType {
                op: name,
                dtype: self.dtype,
                allowed: "an integer scalar or a floating-point tensor",
            });
        }
        let element = self.element_of(scalar)?;
        let block = element.repeat(self.numel().clamp(1, SCALAR_BLOCK));
        self.modify(|acc| {
            for part in acc.chunks_mut(block.len()) {
                op.fold(self.dtype, part, &block);
            }
        })
    }

    /// As torch promotes: an integer tensor becomes float32 where the result is not an integer.
    fn apply_scalar(&self, name: &'static str, op: Arithmetic, scalar: Scalar) -> Result<Tensor> {
        let fractional = matches!(scalar, Scalar::F64(_)) || matches!(op, Arithmetic::Div);
        let result = if fractional && !self.dtype.is_floating_point() {
            self.to(DType::Float32)?
        } else {
            self.deep_clone()?
        };
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

macro_rules! arithmetic {
    ($($op:ident: $scalar_:ident $tensor_:ident $tensor:ident $scalar:ident, $page:literal;)*) => {
        /// Arithmetic. A scalar is first converted to the tensor's element type. In place (names ending in `_`)
        /// the element type stays; out of place an integer tensor becomes float32 where the scalar or the
        /// operation is not integral. Integers wrap.
        ///
        /// All fail where a tensor is pending or undefined, where a scalar is beyond the element type's range, and,
        /// between tensors, where shapes or element types differ (nothing is broadcast).
        impl Tensor {$(
            #[doc = concat!("In place, with a scalar. Follows torch.Tensor.", $page, "_.")]
            pub fn $scalar_(&self, scalar: impl Into<Scalar>) -> Result<()> {
                self.apply_scalar_(stringify!($scalar_), Arithmetic::$op, scalar.into())
            }

            #[doc = concat!("In place, with a tensor of the same shape. Follows torch.Tensor.", $page, "_.")]
            pub fn $tensor_(&self, other: &Tensor) -> Result<()> {
                self.apply_(stringify!($tensor_), Arithmetic::$op, other)
            }

            #[doc = concat!("A new tensor, with a tensor of the same shape. Follows torch.Tensor.", $page, ".")]
            pub fn $tensor(&self, other: &Tensor) -> Result<Tensor> {
                self.apply(stringify!($tensor), Arithmetic::$op, other)
            }

            #[doc = concat!("A new tensor, with a scalar. Follows torch.Tensor.", $page, ".")]
            pub fn $scalar(&self, scalar: impl Into<Scalar>) -> Result<Tensor> {
                self.apply_scalar(stringify!($scalar), Arithmetic::$op, scalar.into())
            }
        )*}
    };
}

arithmetic! {
    Add: add_ add_tensor_ add add_scalar, "add";
    Sub: sub_ sub_tensor_ sub sub_scalar, "sub";
    Mul: mul_ mul_tensor_ mul mul_scalar, "mul";
    Div: div_ div_tensor_ div div_scalar, "div";
}
