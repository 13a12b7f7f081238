//! Elements of one type as those of another.

use half::{bf16, f16};

use crate::{DType, Scalar};

/// 16-bit floats are computed with in blocks of this many, so that they need no second tensor.
const BLOCK: usize = 128;

pub(crate) fn convert(bytes: &[u8], from: DType, to: DType) -> Vec<u8> {
    let mut out = vec![0; bytes.len() / from.size() * to.size()];
    convert_into(bytes, from, &mut out, to);
    out
}

/// Converts as many whole elements as both have.
fn convert_into(bytes: &[u8], from: DType, out: &mut [u8], to: DType) {
    let elements = bytes.chunks_exact(from.size());
    for (element, out) in elements.zip(out.chunks_exact_mut(to.size())) {
        Scalar::load(from, element).store(to, out);
    }
}

/// Lets `change` rewrite 16-bit floats as float32, block by block, and rounds what it leaves to nearest even: once
/// per call, as torch's CPU kernels do once per operation. The second slice has the same elements of `x`, of which
/// there may be fewer or none.
pub(crate) fn in_float32(
    dtype: DType,
    acc: &mut [u8],
    x: &[u8],
    mut change: impl FnMut(&mut [u8], &[u8]),
) {
    let (mut wide, mut wide_x) = ([0; 4 * BLOCK], [0; 4 * BLOCK]);
    let mut x = x.chunks(2 * BLOCK);
    for acc in acc.chunks_mut(2 * BLOCK) {
        let x = x.next().unwrap_or(&[]);
        let (wide, wide_x) = (&mut wide[..2 * acc.len()], &mut wide_x[..2 * x.len()]);
        convert_into(acc, dtype, wide, DType::Float32);
        convert_into(x, dtype, wide_x, DType::Float32);
        change(wide, wide_x);
        convert_into(wide, DType::Float32, acc, dtype);
    }
}

/// `value` as the nearest that a 16-bit `dtype` has; float32 as it is.
pub(crate) fn round(dtype: DType, value: f32) -> f32 {
    match dtype {
        DType::Float16 => f16::from_f32(value).to_f32(),
        DType::BFloat16 => bf16::from_f32(value).to_f32(),
        _ => value,
    }
}
