//! Scales of drawings that go from bytes to gigabytes: logarithms, and figures with their units.

use crate::figures::short;

/// The logarithm to base two, to two hundred-thousandths, which no drawing shows. (The standard library's is larger than
/// all of this.)
pub fn log2(value: f64) -> f64 {
    let (exponent, fraction) = (value.to_bits() >> 52, value.to_bits() & ((1 << 52) - 1));
    let mantissa = f64::from_bits(1023 << 52 | fraction);
    // Half of its natural logarithm is the area tangent of this, which is at most a third.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let half = s * (1.0 + s * s * (1.0 / 3.0 + s * s * (0.2 + s * s / 7.0)));
    exponent as f64 - 1023.0 + half * 2.0 * std::f64::consts::LOG2_E
}

/// Through [`log2`].
pub fn log10(value: f64) -> f64 {
    log2(value) * std::f64::consts::LOG10_2
}

/// That power of ten.
pub fn ten_to(exponent: i32) -> f64 {
    let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / power } else { power }
}

/// A value in the largest of `units` that leaves at least one of it; each is so many times the one before it.
fn in_units(mut value: f64, times: f64, units: &[&str]) -> String {
    let mut unit = 0;
    // What is written as a whole unit is one.
    while value >= times * 0.9995 && unit + 1 < units.len() {
        value /= times;
        unit += 1;
    }
    format!("{} {}", short(value).trim_end_matches(".0"), units[unit])
}

/// Bytes: `32 KiB`.
pub fn size(bytes: f64) -> String {
    in_units(bytes, 1024.0, &["B", "KiB", "MiB", "GiB"])
}

/// Seconds: `12.35 µs`.
pub fn seconds(seconds: f64) -> String {
    in_units(seconds * 1e9, 1000.0, &["ns", "µs", "ms", "s"])
}

/// Bytes a second: `450 GB/s`.
pub fn bandwidth(bytes: f64) -> String {
    in_units(bytes, 1000.0, &["B/s", "kB/s", "MB/s", "GB/s", "TB/s"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_enough() {
        for value in [1e-9, 0.5, 1.0, 1.3, 1.99999, 2.0, 12_345.678, 1e12] {
            assert!((log2(value) - f64::log2(value)).abs() < 2e-5, "{value}");
        }
        assert_eq!([ten_to(-3), ten_to(0), ten_to(2)], [1e-3, 1.0, 100.0]);
    }

    #[test]
    fn figures_have_their_units() {
        let sizes = [8.0, 1023.9, 32768.0, 28_312.0, 1_073_741_824.0].map(size);
        assert_eq!(sizes, ["8 B", "1.000 KiB", "32 KiB", "27.65 KiB", "1 GiB"]);
        let times = [2.5e-6, 1e-3, 999.99e-6, 12.0, 4e-9].map(seconds);
        assert_eq!(times, ["2.500 µs", "1 ms", "1.000 ms", "12 s", "4 ns"]);
        assert_eq!(
            [1.0 / (1.0 / 450e9), 63e9, 0.5].map(bandwidth),
            ["450 GB/s", "63 GB/s", "0.500 B/s"]
        );
    }
}
