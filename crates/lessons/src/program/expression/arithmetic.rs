//! Python's arithmetic on numbers of either kind.

use std::cmp::Ordering;

use tensor::Scalar;

/// Why a whole number cannot be had.
pub(crate) fn too_large(number: &str) -> String {
    let (least, most) = (i64::MIN, i64::MAX);
    format!("{number} does not fit into 64 bits: give a whole number from {least} to {most}")
}

/// Whether the comparison `token` holds.
pub(super) fn compare(token: &str, left: Scalar, right: Scalar) -> bool {
    let order = match (left, right) {
        (Scalar::F64(_), _) | (_, Scalar::F64(_)) => left.to_f64().partial_cmp(&right.to_f64()),
        _ => Some(left.to_i64().cmp(&right.to_i64())),
    };
    let Some(order) = order else { return token == "!=" };
    match token {
        "==" => order == Ordering::Equal,
        "!=" => order != Ordering::Equal,
        "<=" => order != Ordering::Greater,
        ">=" => order != Ordering::Less,
        "<" => order == Ordering::Less,
        _ => order == Ordering::Greater,
    }
}

pub(super) fn divisor(value: Scalar) -> Result<Scalar, String> {
    if value.to_f64() == 0.0 { Err("it divides by zero".to_owned()) } else { Ok(value) }
}

pub(super) fn floor_div(a: i64, b: i64) -> Option<i64> {
    Some(a.checked_div(b)? - i64::from(a.checked_rem(b)? != 0 && (a < 0) != (b < 0)))
}

pub(super) fn floor_mod(a: i64, b: i64) -> Option<i64> {
    // (The lowest number by -1 leaves nothing, though its quotient does not fit.)
    let rest = if b == -1 { 0 } else { a.checked_rem(b)? };
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

/// `a % b` with the sign of `b`; `a` itself where `b` is infinite and has that sign.
pub(super) fn remainder(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        rest.copysign(b)
    } else if (rest < 0.0) == (b < 0.0) {
        rest
    } else {
        rest + b
    }
}

/// `a // b`, with which [`remainder`] makes `a` again.
pub(super) fn quotient(a: f64, b: f64) -> f64 {
    let rest = a % b;
    let below = if rest != 0.0 && (rest < 0.0) != (b < 0.0) { 1.0 } else { 0.0 };
    // What is left is a multiple of `b`, but for rounding.
    ((a - rest) / b - below).round()
}

/// Whole numbers as such, as long as both are.
pub(super) fn computed(
    left: Scalar,
    right: Scalar,
    whole: impl Fn(i64, i64) -> Option<i64>,
    float: impl Fn(f64, f64) -> f64,
) -> Result<Scalar, String> {
    match (left, right) {
        (Scalar::F64(_), _) | (_, Scalar::F64(_)) => {
            Ok(Scalar::F64(float(left.to_f64(), right.to_f64())))
        }
        _ => whole(left.to_i64(), right.to_i64())
            .map(Scalar::I64)
            .ok_or_else(|| "its value does not fit into 64 bits".to_owned()),
    }
}
