//! Comparing: whole tensors, and elements with a number.
#![allow(missing_docs, clippy::unwrap_used)]

use tensor::{DType, Element, Tensor, allclose, allclose_with, equal};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn close(a: &[f64], b: &[f64]) -> bool {
    allclose(&Tensor::from_slice(a), &Tensor::from_slice(b)).unwrap()
}

#[test]
fn allclose_at_its_edges() {
    assert!(close(&[1.0], &[1.0 + 1e-5]));
    assert!(!close(&[1.0], &[1.0 + 1.2e-5]));
    assert!(close(&[1e-8], &[0.0]) && close(&[0.0], &[1e-8]));
    assert!(!close(&[1.1e-8], &[0.0]));
    // The tolerance is relative to the second.
    let (ten, eleven) = (Tensor::from_slice(&[10_f64]), Tensor::from_slice(&[11_f64]));
    assert!(allclose_with(&ten, &eleven, 0.095, 0.0).unwrap());
    assert!(!allclose_with(&eleven, &ten, 0.095, 0.0).unwrap());
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    assert!(close(&[inf, -inf], &[inf, -inf]));
    assert!(!close(&[inf], &[-inf]) && !close(&[1.0], &[inf]) && !close(&[inf], &[1.0]));
    assert!(!close(&[nan], &[nan]));
    let single = |x: f32| Tensor::from_slice(&[x]);
    assert!(allclose(&single(f32::INFINITY), &single(f32::INFINITY)).unwrap());
    assert!(!allclose(&single(1.0), &single(f32::INFINITY)).unwrap());
    assert!(!allclose(&single(f32::NAN), &single(f32::NAN)).unwrap());
    assert!(allclose(&Tensor::from_slice(&[i64::MAX]), &Tensor::from_slice(&[i64::MAX])).unwrap());
}

#[test]
fn equality_is_of_values() {
    let single = |x: f64| Tensor::from_slice(&[x]);
    assert!(equal(&single(0.0), &single(-0.0)).unwrap());
    assert!(!equal(&single(f64::NAN), &single(f64::NAN)).unwrap());
    let large = |x: i64| Tensor::from_slice(&[x]);
    assert!(!equal(&large(i64::MAX), &large(i64::MAX - 1)).unwrap());
    assert!(equal(&single(1.0), &large(1)).is_err());
}

#[test]
fn integers_are_close_as_float32s() {
    let within = |a: i64, b: i64, atol| {
        allclose_with(&Tensor::from_slice(&[a]), &Tensor::from_slice(&[b]), 0.0, atol).unwrap()
    };
    assert!(!within(2, 3, 0.5) && within(2, 3, 1.0));
    // No float32 is 2^24 + 1, and none near 2^62 + 2^37 but 2^62.
    assert!(within((1 << 24) + 1, 1 << 24, 0.5));
    assert!(within((1 << 62) + (1 << 37), 1 << 62, 0.5));
    assert!(within(0, 3, 2.999_999_99));
    // Without a tolerance nothing is rounded.
    assert!(!within((1 << 24) + 1, 1 << 24, 0.0));
    assert!(!within((1 << 53) + 1, 1 << 53, 0.0) && within((1 << 53) + 1, 1 << 53, 1e-9));
}

#[test]
fn an_element_equals_a_number_as_its_type_has_it() {
    fn equals<T: Element>(x: T, value: i64) -> bool {
        Tensor::from_slice(&[x]).eq_scalar(value).unwrap().item().unwrap()
    }
    assert!(equals(16_777_216_f32, (1 << 24) + 1) && !equals(16_777_218_f32, (1 << 24) + 1));
    assert!(equals(2_f64.powi(53), (1 << 53) + 1));
    assert!(!equals(1_i64 << 53, (1 << 53) + 1));
    assert!(equals(44_i8, 300) && equals(255_u8, -1) && !equals(43_u8, 300));
    assert!(equals(5_i32, (1 << 32) + 5));
    assert!(equals(true, 1) && equals(false, 0));
    assert!(!equals(true, 2) && !equals(false, 2) && !equals(true, -1));
    let half = Tensor::full(&[1], 2048, DType::Float16).unwrap();
    assert!(half.eq_scalar(2049).unwrap().item::<bool>().unwrap());
    assert!(!equals(f32::NAN, 0) && equals(-0_f32, 0));
}
