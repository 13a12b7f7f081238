//! Elements of one type as those of another.

use half::bf16;

use crate::{DType, Scalar, float16};

pub(crate) fn convert(bytes: &[u8], from: DType, to: DType) -> Vec<u8> {
    let mut out = vec![0; bytes.len() / from.size() * to.size()];
    let elements = bytes.chunks_exact(from.size());
    for (element, out) in elements.zip(out.chunks_exact_mut(to.size())) {
        Scalar::load(from, element).store(to, out);
    }
    out
}

/// `value` as the nearest that a 16-bit `dtype` has; float32 as it is.
pub(crate) fn round(dtype: DType, value: f32) -> f32 {
    match dtype {
        DType::Float16 => float16::to_f32(float16::from_f32(value)),
        DType::BFloat16 => bf16::from_f32(value).to_f32(),
        _ => value,
    }
}
