//! float16 from and to float32, by float32's own arithmetic: as the `half` crate does it, in a third of the code that every
//! rank would download.

use half::f16;

/// 2 to the power of 112: by how much the exponents of the two types differ.
const SCALE: f32 = f32::from_bits((127 + 112) << 23);
/// How many bits more a float32's fraction has.
const SHIFT: u32 = 13;
/// The smallest normal float16.
const MIN_NORMAL: u32 = (127 - 14) << 23;
const INFINITE: u32 = 0x7c00;

/// The float16 nearest to `value`, or of two as near the one whose last bit is 0.
pub(crate) fn from_f32(value: f32) -> f16 {
    let (sign, size) = (value.to_bits() >> 16 & 0x8000, value.abs());
    let bits = if value.is_nan() {
        // Quiet, with what there is room for of the rest.
        INFINITE | 0x200 | size.to_bits() >> SHIFT & 0x3ff
    } else {
        // Next to a number so much larger, a float32 has room for as many bits as a float16 would keep.
        let exponent = size.to_bits().max(MIN_NORMAL) & f32::INFINITY.to_bits();
        let large = f32::from_bits(exponent.saturating_add(SHIFT << 23).min(254 << 23));
        let rounded = size + large - large;
        ((rounded / SCALE).to_bits() >> SHIFT).min(INFINITE)
    };
    f16::from_bits((sign | bits) as u16)
}

/// The same number as a float32.
pub(crate) fn to_f32(value: f16) -> f32 {
    let bits = u32::from(value.to_bits());
    let (sign, size) = (bits >> 15 << 31, bits & 0x7fff);
    let mut scaled = (f32::from_bits(size << SHIFT) * SCALE).to_bits();
    if size >= INFINITE {
        scaled |= f32::INFINITY.to_bits();
    }
    if size > INFINITE {
        // A NaN is quiet.
        scaled |= 1 << 22;
    }
    f32::from_bits(sign | scaled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float16_is_the_float32_it_is() {
        for bits in 0..=u16::MAX {
            let value = f16::from_bits(bits);
            assert_eq!(to_f32(value).to_bits(), value.to_f32().to_bits(), "{bits:#x}");
        }
    }

    #[test]
    fn float32s_are_rounded_as_they_should_be() {
        // Around every float16, half-way between two, and a step of each kind of float32.
        let near = (0..=u16::MAX).flat_map(|bits| {
            let float = f16::from_bits(bits).to_f32().to_bits();
            [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff].map(|more| float.wrapping_add(more))
        });
        for bits in near.chain((0..=u32::MAX).step_by(9973)) {
            let value = f32::from_bits(bits);
            let expected = f16::from_f32_const(value);
            assert_eq!(from_f32(value).to_bits(), expected.to_bits(), "{bits:#x}");
        }
    }
}
