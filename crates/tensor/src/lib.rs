//! Tensors with torch's ownership, and torch's random draws.
//!
//! A [`Tensor`] is a strided view of a shared storage, written in place, of one thread. Its storage knows whether
//! it may be read ([`State`]). A [`Generator`] draws what torch's CPU generator draws, on every platform.
//!
//! ```
//! use tensor::{DType, Tensor};
//!
//! # fn main() -> tensor::Result<()> {
//! let x = Tensor::zeros(&[2, 3], DType::Float32)?;
//! x.select(0, 1)?.fill_(7)?;
//! assert_eq!(x.to_vec::<f32>()?, [0., 0., 0., 7., 7., 7.]);
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod arithmetic;
mod compare;
mod convert;
mod creation;
mod dtype;
mod element;
mod error;
mod float16;
mod fold;
mod generator;
mod layout;
mod linear;
mod matmul;
mod memory;
mod need;
mod read;
mod reduce;
mod refusal;
mod reshape;
mod rows;
mod scalar;
mod state;
mod storage;
mod tensor;
pub mod text;
mod values;
mod view;
mod write;

pub use compare::{allclose, allclose_with, equal};
pub use dtype::DType;
pub use element::Element;
pub use error::TensorError;
pub use fold::{BinaryOp, divide_bytes, fold_bytes};
pub use generator::Generator;
pub use half::{bf16, f16};
pub use linear::Linear;
pub use need::Need;
pub use scalar::Scalar;
pub use state::{State, Undefined};
pub use tensor::Tensor;
pub use values::Values;

/// The result of every operation here. An error is boxed, so that what succeeds, nearly always, is not as large as the
/// largest of them.
///
/// ```
/// # use tensor::*;
/// fn first(x: &Tensor) -> Result<i64> {
///     x.select(0, 0)?.item()
/// }
/// assert_eq!(first(&Tensor::from_slice(&[7_i64, 8])), Ok(7));
/// assert_eq!(first(&Tensor::from_slice::<i64>(&[])).unwrap_err().code(), "index_out_of_range");
/// ```
pub type Result<T, E = Box<TensorError>> = core::result::Result<T, E>;
