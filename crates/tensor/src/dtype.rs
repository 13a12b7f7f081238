//! Element types.

use core::fmt;

use serde::{Deserialize, Serialize};

/// What one element of a tensor is.
/// Follows [`torch.dtype`](https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch.dtype).
///
/// ```
/// # use tensor::*;
/// let x = Tensor::full(&[2], 2.9, DType::Int64)?; // an integer: the fraction is cut off
/// assert_eq!((x.dtype(), x.to_vec::<i64>()?), (DType::Int64, vec![2, 2]));
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DType {
    /// IEEE 754 binary32.
    Float32,
    /// IEEE 754 binary64.
    Float64,
    /// 64-bit two's complement.
    Int64,
    /// 32-bit two's complement.
    Int32,
    /// 8-bit unsigned.
    Uint8,
    /// True or false: one byte, 1 or 0.
    Bool,
    /// 8-bit two's complement.
    Int8,
    /// IEEE 754 binary16: 5 bits of exponent, 10 of fraction.
    Float16,
    /// The upper half of a float32: 8 bits of exponent, 7 of fraction.
    BFloat16,
}

impl DType {
    /// Every element type, in the order of their codes.
    ///
    /// ```
    /// # use tensor::*;
    /// assert!(DType::ALL.iter().map(|dtype| dtype.code()).eq(0..9));
    /// ```
    pub const ALL: [DType; 9] = [
        DType::Float32,
        DType::Float64,
        DType::Int64,
        DType::Int32,
        DType::Uint8,
        DType::Bool,
        DType::Int8,
        DType::Float16,
        DType::BFloat16,
    ];

    /// Bytes per element.
    /// Follows [`torch.Tensor.element_size`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.element_size.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!([DType::Int64, DType::BFloat16, DType::Bool].map(DType::size), [8, 2, 1]);
    /// ```
    pub const fn size(self) -> usize {
        match self {
            DType::Float64 | DType::Int64 => 8,
            DType::Float32 | DType::Int32 => 4,
            DType::Float16 | DType::BFloat16 => 2,
            DType::Uint8 | DType::Bool | DType::Int8 => 1,
        }
    }

    /// torch's name without its module: `"float32"`, `"int64"`, …
    /// Follows [`torch.dtype`](https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch.dtype).
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(DType::BFloat16.name(), "bfloat16"); // torch.bfloat16
    /// assert_eq!(DType::Uint8.to_string(), DType::Uint8.name());
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            DType::Float32 => "float32",
            DType::Float64 => "float64",
            DType::Int64 => "int64",
            DType::Int32 => "int32",
            DType::Uint8 => "uint8",
            DType::Bool => "bool",
            DType::Int8 => "int8",
            DType::Float16 => "float16",
            DType::BFloat16 => "bfloat16",
        }
    }

    /// The type with this [`name`](DType::name); `None` where there is none.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!(DType::from_name("float16"), Some(DType::Float16));
    /// assert_eq!(DType::from_name("half"), None); // torch's second names are not known
    /// ```
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// Whether it is a type of floating-point numbers.
    /// Follows [`torch.is_floating_point`](https://docs.pytorch.org/docs/stable/generated/torch.is_floating_point.html).
    ///
    /// ```
    /// # use tensor::*;
    /// assert!(DType::BFloat16.is_floating_point() && !DType::Int64.is_floating_point());
    /// ```
    pub const fn is_floating_point(self) -> bool {
        matches!(self, DType::Float32 | DType::Float64) || self.is_half()
    }

    /// Whether it is a 16-bit float: stored as such, but computed with in float32.
    pub(crate) const fn is_half(self) -> bool {
        matches!(self, DType::Float16 | DType::BFloat16)
    }

    /// A byte that stands for the type in message headers; it never changes its meaning.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!([DType::Float32, DType::Bool, DType::BFloat16].map(DType::code), [0, 5, 8]);
    /// ```
    pub const fn code(self) -> u8 {
        match self {
            DType::Float32 => 0,
            DType::Float64 => 1,
            DType::Int64 => 2,
            DType::Int32 => 3,
            DType::Uint8 => 4,
            DType::Bool => 5,
            DType::Int8 => 6,
            DType::Float16 => 7,
            DType::BFloat16 => 8,
        }
    }

    /// The type with this [`code`](DType::code); `None` where there is none.
    ///
    /// ```
    /// # use tensor::*;
    /// assert_eq!((DType::from_code(2), DType::from_code(9)), (Some(DType::Int64), None));
    /// ```
    pub fn from_code(code: u8) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.code() == code)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
