//! The float32 route for 16 numbers and more, bit for bit as torch's AVX2 code has it: logarithm, sine and cosine
//! by the single-precision polynomials of Cephes (Moshier), with multiply and add fused where that code fuses them.

use core::f32::consts::{FRAC_1_SQRT_2, TAU};

use libm::fmaf;

/// 16 uniforms to 16 normals: i and i + 8 are one pair.
pub(super) fn transform(block: &mut [f32]) {
    let (first, second) = block.split_at_mut(block.len() / 2);
    for (first, second) in first.iter_mut().zip(second) {
        let radius = (-2.0 * log(1.0 - *first)).sqrt();
        let (sin, cos) = sincos(TAU * *second);
        // torch scales by the deviation and adds the mean, which makes -0 a 0.
        *first = radius * cos + 0.0;
        *second = radius * sin + 0.0;
    }
}

/// Natural logarithm of a normal number in (0, 1].
fn log(x: f32) -> f32 {
    const SERIES: [f32; 8] = [
        -1.151_461e-1,
        1.167_699_87e-1,
        -1.242_014_1e-1,
        1.424_932_3e-1,
        -1.666_805_8e-1,
        2.000_071_4e-1,
        -2.499_999_4e-1,
        3.333_333e-1,
    ];
    let bits = x.to_bits();
    let exponent = (bits >> 23) as f32 - 126.0;
    // The mantissa in [0.5, 1), then around 0 as m - 1 with m in [√½, √2).
    let mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f00_0000);
    let (exponent, x) = if mantissa < FRAC_1_SQRT_2 {
        (exponent - 1.0, mantissa - 1.0 + mantissa)
    } else {
        (exponent, mantissa - 1.0)
    };
    let square = x * x;
    let series = SERIES.iter().fold(7.037_683_6e-2, |sum, &term| fmaf(sum, x, term));
    let tail = fmaf(series * x, square, exponent * -2.121_944_4e-4);
    let tail = fmaf(-square, 0.5, tail);
    fmaf(exponent, 0.693_359_4, x + tail)
}

/// Sine and cosine of an angle in [0, 2π).
fn sincos(x: f32) -> (f32, f32) {
    // Octant, rounded up to even; what it leaves of the angle lies in [-π/4, π/4].
    let octant = ((x * 1.273_239_5) as i32 + 1) & !1;
    let y = octant as f32;
    // π/4 in three parts, so that nothing of the angle is lost.
    let x = fmaf(y, -0.785_156_25, x);
    let x = fmaf(y, -2.418_756_5e-4, x);
    let x = fmaf(y, -3.774_895e-8, x);
    let square = x * x;

    let cos = fmaf(2.443_315_7e-5, square, -1.388_731_6e-3);
    let cos = fmaf(cos, square, 4.166_664_6e-2);
    let cos = fmaf(cos * square, square, -(square * 0.5)) + 1.0;

    let sin = fmaf(-1.951_529_6e-4, square, 8.332_161e-3);
    let sin = fmaf(sin, square, -1.666_665_5e-1);
    let sin = fmaf(sin * square, x, x);

    let (sin, cos) = if octant & 2 == 0 { (sin, cos) } else { (cos, sin) };
    let sin = if octant & 4 == 0 { sin } else { -sin };
    let cos = if (octant - 2) & 4 == 0 { -cos } else { cos };
    (sin, cos)
}
