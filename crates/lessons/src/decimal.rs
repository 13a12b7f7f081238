//! Floats as text: the shortest decimal that reads back as the same float, laid out as `{:?}` lays it out, and as Python
//! does for all but the largest and the smallest. (The standard library's way takes many times the code, which the page
//! would have to download.)

use std::cmp::Ordering;

/// `value` as `{:?}` prints it.
pub fn float64(value: f64) -> String {
    let bits = value.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    text(value, Parts { fraction, exponent, digits: 52, bias: 1075 })
}

/// `value` as `{:?}` prints it: not the digits of the float64 it equals, but as few as tell it from other float32s.
pub fn float32(value: f32) -> String {
    let bits = value.to_bits();
    let (fraction, exponent) = (u64::from(bits & ((1 << 23) - 1)), (bits >> 23 & 0xff) as i32);
    text(f64::from(value), Parts { fraction, exponent, digits: 23, bias: 150 })
}

struct Parts {
    fraction: u64,
    exponent: i32,
    /// Binary digits of the fraction.
    digits: u32,
    bias: i32,
}

fn text(value: f64, parts: Parts) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    let mut text = String::from(if value.is_sign_negative() { "-" } else { "" });
    let size = value.abs();
    if size.is_infinite() {
        text.push_str("inf");
        return text;
    }
    // Whole numbers of which each is a float.
    if size.fract() == 0.0 && size < (1_u64 << parts.digits) as f64 {
        text.push_str(&(size as u64).to_string());
        text.push_str(".0");
        return text;
    }
    let (digits, point) = shortest(&parts);
    let (count, zeros) = (digits.len() as i32, |count: i32| "0".repeat(count.max(0) as usize));
    let (whole, part) = digits.split_at(point.clamp(0, count) as usize);
    if !(1e-4..1e16).contains(&size) {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        for piece in [first, dot, rest, "e", &(point - 1).to_string()] {
            text.push_str(piece);
        }
    } else if point <= 0 {
        for piece in ["0.", &zeros(-point), part] {
            text.push_str(piece);
        }
    } else {
        let part = if part.is_empty() { "0" } else { part };
        for piece in [whole, &zeros(point - count), ".", part] {
            text.push_str(piece);
        }
    }
    text
}

/// The digits, and how many of them stand before the point. (Steele and White's way: the float is a fraction of two
/// whole numbers, and digits are drawn from it until what is left is nearer than half the way to its neighbours.)
fn shortest(parts: &Parts) -> (String, i32) {
    let (mantissa, exponent) = match parts.exponent {
        0 => (parts.fraction, 1 - parts.bias),
        exponent => (parts.fraction | 1 << parts.digits, exponent - parts.bias),
    };
    // Below a power of two, floats are twice as dense.
    let lower = u32::from(parts.fraction == 0 && parts.exponent > 1);
    let (up, down) = (exponent.max(0) as u32, (-exponent).max(0) as u32);
    let mut rest = Whole::new(mantissa, up + 1 + lower);
    let mut unit = Whole::new(1, down + 1 + lower);
    let mut below = Whole::new(1, up);
    let mut above = Whole::new(1, up + lower);
    // An even mantissa is what reading rounds to, half the way included.
    let even = mantissa.is_multiple_of(2);
    let reaches =
        |ordering: Ordering| ordering == Ordering::Greater || even && ordering == Ordering::Equal;
    let length = 64 - mantissa.leading_zeros() as i32;
    // The logarithm, never too large and at most one too small.
    let mut point = ((length + exponent - 1) * 1233) >> 12;
    for _ in 0..point {
        unit.times(10);
    }
    for _ in point..0 {
        [&mut rest, &mut below, &mut above].into_iter().for_each(|number| number.times(10));
    }
    while reaches(rest.plus(&above).compare(&unit)) {
        unit.times(10);
        point += 1;
    }
    let mut digits = String::new();
    loop {
        [&mut rest, &mut below, &mut above].into_iter().for_each(|number| number.times(10));
        let mut digit = 0;
        while rest.compare(&unit) != Ordering::Less {
            rest.less(&unit);
            digit += 1;
        }
        let low = reaches(below.compare(&rest));
        let high = reaches(rest.plus(&above).compare(&unit));
        if low || high {
            let up = high && (!low || rest.plus(&rest).compare(&unit) != Ordering::Less);
            digits.push(char::from(b'0' + digit + u8::from(up)));
            return (digits, point);
        }
        digits.push(char::from(b'0' + digit));
    }
}

/// A whole number of any size, lowest part first, without leading zeros.
struct Whole(Vec<u32>);

impl Whole {
    /// `number`, `shift` binary places up.
    fn new(number: u64, shift: u32) -> Whole {
        let mut parts = vec![0; shift as usize / 32];
        let shifted = u128::from(number) << (shift % 32);
        parts.extend([shifted as u32, (shifted >> 32) as u32, (shifted >> 64) as u32]);
        let mut whole = Whole(parts);
        whole.trim();
        whole
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(factor);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn plus(&self, other: &Whole) -> Whole {
        let mut carry = 0;
        let part = |parts: &[u32], index: usize| u64::from(parts.get(index).copied().unwrap_or(0));
        let sum = (0..self.0.len().max(other.0.len()) + 1).map(|index| {
            carry += part(&self.0, index) + part(&other.0, index);
            let sum = carry as u32;
            carry >>= 32;
            sum
        });
        let mut sum = Whole(sum.collect());
        sum.trim();
        sum
    }

    /// Takes away a number that is not larger.
    fn less(&mut self, other: &Whole) {
        let mut borrow = 0;
        for (index, part) in self.0.iter_mut().enumerate() {
            let other = other.0.get(index).copied().unwrap_or(0);
            borrow += i64::from(*part) - i64::from(other);
            *part = borrow as u32;
            borrow >>= 32;
        }
        self.trim();
    }

    fn compare(&self, other: &Whole) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn figures_of_lessons_are_short() {
        let all =
            [0.1, -0.0, 604.0, 12.35, 1e-4, 9.999e-5, 1e16, 5e-324, f64::MAX, 1.0 / 3.0, 2e15];
        for value in all {
            assert_eq!(float64(value), format!("{value:?}"));
        }
        assert_eq!(
            (float32(0.1), float64(f64::from(0.1_f32))),
            ("0.1".into(), "0.10000000149011612".into())
        );
        assert_eq!(float64(f64::NAN), "NaN");
        assert_eq!(float32(f32::NEG_INFINITY), "-inf");
    }

    #[test]
    fn powers_of_two_and_ten_are_no_exception() {
        for exponent in -1074..1024 {
            let power = 2_f64.powi(exponent);
            assert_eq!(float64(power), format!("{power:?}"));
            assert_eq!(float32(power as f32), format!("{:?}", power as f32));
        }
        for exponent in -320..309 {
            let power: f64 = format!("1e{exponent}").parse().unwrap();
            assert_eq!(float64(power), format!("{power:?}"));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn it_is_the_text_that_rust_has(bits: u64, near in -1e6..1e6_f64) {
            for value in [f64::from_bits(bits), near] {
                prop_assert_eq!(float64(value), format!("{value:?}"));
            }
            for value in [f32::from_bits(bits as u32), near as f32] {
                prop_assert_eq!(float32(value), format!("{value:?}"));
            }
        }
    }
}
