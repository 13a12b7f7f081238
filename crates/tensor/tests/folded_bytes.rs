//! Folding bytes, as collectives do with what arrives.
#![allow(missing_docs, clippy::unwrap_used)]

use tensor::{BinaryOp, DType, Tensor, fold_bytes};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn folds_bytes_at_any_alignment() {
    let mut acc = vec![0; 1 + 16];
    acc[1..].copy_from_slice(&Tensor::from_slice(&[1.5_f64, -2.0]).to_bytes().unwrap());
    let x = Tensor::from_slice(&[2.0_f64, f64::NAN]).to_bytes().unwrap();
    let folded = |op| {
        let mut acc = acc.clone();
        fold_bytes(DType::Float64, op, &mut acc[1..], &x).unwrap();
        let value = |i: usize| f64::from_le_bytes(acc[1 + 8 * i..][..8].try_into().unwrap());
        assert!(value(1).is_nan());
        value(0)
    };
    assert_eq!(folded(BinaryOp::Add), 3.5);
    assert_eq!(folded(BinaryOp::Mul), 3.0);
    assert_eq!(folded(BinaryOp::Min), 1.5);
    assert_eq!(folded(BinaryOp::Max), 2.0);
    // NaN on the other side too.
    let mut nan = x.clone();
    fold_bytes(DType::Float64, BinaryOp::Max, &mut nan, &acc[1..]).unwrap();
    assert!(f64::from_le_bytes(nan[8..].try_into().unwrap()).is_nan());
}

#[test]
fn folds_integers() {
    let fold = |op, a: i32, b: i32| {
        let mut acc = a.to_le_bytes();
        fold_bytes(DType::Int32, op, &mut acc, &b.to_le_bytes()).unwrap();
        i32::from_le_bytes(acc)
    };
    assert_eq!(fold(BinaryOp::Add, i32::MAX, 1), i32::MIN);
    assert_eq!(fold(BinaryOp::Mul, i32::MAX, 2), -2);
    assert_eq!(fold(BinaryOp::Min, -1, 1), -1);
    assert_eq!(fold(BinaryOp::Max, -1, 1), 1);
    assert_eq!(fold(BinaryOp::And, 0b1100, 0b1010), 0b1000);
    assert_eq!(fold(BinaryOp::Or, 0b1100, 0b1010), 0b1110);
    assert_eq!(fold(BinaryOp::Xor, -1, 1 << 20), !(1 << 20));
}

#[test]
fn refuses_to_fold_what_does_not_fit() {
    let mut acc = [0; 8];
    let mut fold = |dtype, op, x: &[u8]| fold_bytes(dtype, op, &mut acc, x).unwrap_err().code();
    assert_eq!(fold(DType::Int32, BinaryOp::Add, &[0; 4]), "unequal_bytes");
    assert_eq!(fold(DType::Float32, BinaryOp::Xor, &[0; 8]), "unsupported_dtype");
    let partial = fold_bytes(DType::Int64, BinaryOp::Add, &mut [0; 9], &[0; 9]);
    assert_eq!(partial.unwrap_err().code(), "partial_element");
}
