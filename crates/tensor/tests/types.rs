//! bool, int8, float16 and bfloat16.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use tensor::{
    BinaryOp, DType, Generator, Scalar, Tensor, Values, allclose, allclose_with, bf16, equal, f16,
    fold_bytes,
};

const HALVES: [DType; 2] = [DType::Float16, DType::BFloat16];

fn code<T: std::fmt::Debug>(result: Result<T, Box<tensor::TensorError>>) -> &'static str {
    result.unwrap_err().code()
}

fn list(tensor: &Tensor) -> Vec<f64> {
    let values = tensor.values().unwrap();
    (0..values.len()).map(|i| values.to_f64(i).unwrap()).collect()
}

/// A 16-bit tensor of these values.
fn half(dtype: DType, values: &[f64]) -> Tensor {
    Tensor::from_slice(values).to(dtype).unwrap()
}

/// The nearest value of a 16-bit float, ties to even, worked out on the grid of its numbers.
fn nearest(dtype: DType, x: f64) -> f64 {
    let (digits, lowest, largest) = match dtype {
        DType::Float16 => (11, -14, 65504.0),
        _ => (8, -126, (256.0 - 1.0) * 120_f64.exp2()),
    };
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    // `ilogb`, from the bits of a normal float64.
    let exponent = ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let step = f64::from(exponent.max(lowest) - (digits - 1)).exp2();
    let rounded = (x / step).round_ties_even() * step;
    if rounded.abs() > largest { f64::INFINITY.copysign(x) } else { rounded }
}

#[test]
fn elements_go_in_and_out() {
    let truths = Tensor::from_vec(vec![true, false, true, true], &[2, 2]).unwrap();
    assert_eq!(truths.to_bytes().unwrap(), [1, 0, 1, 1]);
    assert_eq!(truths.t().unwrap().to_vec::<bool>().unwrap(), [true, true, false, true]);
    assert_eq!(truths.values().unwrap(), Values::of(&[true, false, true, true]));
    assert_eq!(truths.values().unwrap().get(1), Some(Scalar::Bool(false)));
    let small = Tensor::from_slice(&[-128_i8, 127]);
    assert_eq!(small.to_vec::<i8>().unwrap(), [-128, 127]);
    assert_eq!(small.values().unwrap(), Values::of(&[-128_i8, 127]));
    assert_eq!(small.values().unwrap().get(0), Some(Scalar::I64(-128)));
    let x = Tensor::from_slice(&[f16::from_f32(0.1)]);
    assert_eq!(x.item::<f16>().unwrap(), f16::from_f32(0.1));
    assert_eq!(x.values().unwrap(), Values::of(&[f16::from_f32(0.1)]));
    let x = Tensor::from_slice(&[bf16::from_f32(0.1)]);
    assert_eq!(x.item::<bf16>().unwrap(), bf16::from_f32(0.1));
    assert_eq!(x.values().unwrap(), Values::of(&[bf16::from_f32(0.1)]));
    assert_eq!(code(x.item::<f16>()), "dtype_mismatch");
}

#[test]
fn values_round_trip() {
    let cases = [
        (Tensor::from_slice(&[true, false]), r#"{"dtype":"bool","bytes":[1,0]}"#),
        (Tensor::from_slice(&[-5_i8]), r#"{"dtype":"int8","bytes":[251]}"#),
        (half(DType::Float16, &[1.5]), r#"{"dtype":"float16","bytes":[0,62]}"#),
        (half(DType::BFloat16, &[-0.25]), r#"{"dtype":"bfloat16","bytes":[128,190]}"#),
    ];
    for (tensor, text) in cases {
        let values = tensor.values().unwrap();
        assert_eq!(values.dtype(), tensor.dtype());
        assert_eq!((values.len(), values.is_empty()), (tensor.numel(), false));
        assert_eq!(serde_json::to_string(&values).unwrap(), text);
        assert_eq!(serde_json::from_str::<Values>(text).unwrap(), values);
    }
}

#[test]
fn a_bool_holds_nothing_but_0_and_1() {
    let x = Tensor::empty(&[2, 2], DType::Bool).unwrap();
    x.t().unwrap().write_bytes(0, &[2, 0, 255, 1]).unwrap();
    assert_eq!(x.to_bytes().unwrap(), [1, 1, 0, 1]);
    for (value, truth) in [
        (Scalar::from(5), true),
        (Scalar::from(-1), true),
        (Scalar::from(0.0), false),
        (Scalar::from(0.5), true),
        (Scalar::from(f64::NAN), true),
        (Scalar::from(1e300), true),
        (Scalar::from(false), false),
    ] {
        let full = Tensor::full(&[1], value, DType::Bool).unwrap();
        assert_eq!(full.item::<bool>().unwrap(), truth, "{value:?}");
    }
    let signs = Tensor::from_slice(&[-0.0_f32, 0.25, f32::INFINITY]).to(DType::Bool).unwrap();
    assert_eq!(signs.to_vec::<bool>().unwrap(), [false, true, true]);
}

#[test]
fn every_type_converts_to_every_other() {
    for from in DType::ALL {
        let x = Tensor::from_slice(&[0_i64, 1, 1]).to(from).unwrap();
        for to in DType::ALL {
            let y = x.to(to).unwrap();
            assert_eq!((y.dtype(), list(&y)), (to, vec![0.0, 1.0, 1.0]), "{from} to {to}");
            let z = Tensor::empty(&[3], to).unwrap();
            z.copy_(&x).unwrap();
            assert!(equal(&y, &z).unwrap());
        }
    }
    let x = half(DType::Float16, &[-2.75, 300.0]);
    assert_eq!(x.to(DType::Int8).unwrap().to_vec::<i8>().unwrap(), [-2, 44]);
    assert_eq!(x.to(DType::Uint8).unwrap().to_vec::<u8>().unwrap(), [254, 44]);
    // By way of float32, as torch converts: the nearest float16 itself would be 1 + 2^-10.
    let above_a_tie = 1.0 + 2_f64.powi(-11) + 2_f64.powi(-40);
    assert_eq!(list(&half(DType::Float16, &[above_a_tie])), [1.0]);
    assert_eq!(list(&half(DType::Float16, &[1e5, -1e5])), [f64::INFINITY, f64::NEG_INFINITY]);
}

#[test]
fn scalars_out_of_range_are_refused() {
    let refused = [
        (Scalar::from(65520), DType::Float16),
        (Scalar::from(-1e5), DType::Float16),
        (Scalar::from(3.4e38), DType::BFloat16),
        (Scalar::from(128), DType::Int8),
        (Scalar::from(-129), DType::Int8),
        (Scalar::from(128.0), DType::Int8),
    ];
    for (value, dtype) in refused {
        assert_eq!(code(Tensor::full(&[1], value, dtype)), "scalar_range", "{value:?} {dtype}");
    }
    for (value, dtype) in [
        (Scalar::from(65504), DType::Float16),
        (Scalar::from(3.38e38), DType::BFloat16),
        (Scalar::from(i64::MAX), DType::BFloat16),
        (Scalar::from(f64::INFINITY), DType::Float16),
        (Scalar::from(-128.9), DType::Int8),
        (Scalar::from(true), DType::Int8),
    ] {
        Tensor::full(&[1], value, dtype).unwrap();
    }
    assert_eq!(code(Tensor::arange(2, DType::Bool)), "unsupported_dtype");
    assert_eq!(code(Tensor::arange(129, DType::Int8)), "scalar_range");
    assert_eq!(list(&Tensor::arange(3, DType::BFloat16).unwrap()), [0.0, 1.0, 2.0]);
}

#[test]
fn bools_in_arithmetic() {
    let x = Tensor::from_slice(&[true, true, false, false]);
    let y = Tensor::from_slice(&[true, false, true, false]);
    assert_eq!(x.add(&y).unwrap().to_vec::<bool>().unwrap(), [true, true, true, false]);
    assert_eq!(x.mul(&y).unwrap().to_vec::<bool>().unwrap(), [true, false, false, false]);
    assert_eq!(x.mul_scalar(false).unwrap().to_vec::<bool>().unwrap(), [false; 4]);
    assert_eq!(x.add_scalar(2).unwrap().to_vec::<i64>().unwrap(), [3, 3, 2, 2]);
    assert_eq!(x.mul_scalar(0.5).unwrap().to_vec::<f32>().unwrap(), [0.5, 0.5, 0.0, 0.0]);
    assert_eq!(x.div_scalar(2).unwrap().to_vec::<f32>().unwrap(), [0.5, 0.5, 0.0, 0.0]);
    for refused in [x.add_(1), x.mul_(0.5), x.sub_(true), x.sub_tensor_(&y), x.div_tensor_(&y)] {
        assert_eq!(code(refused), "unsupported_dtype");
    }
    for refused in [x.sub(&y), x.sub_scalar(1), x.matmul(&y), x.bincount(0)] {
        assert!(refused.is_err());
    }
    assert_eq!(code(x.sub_scalar(1)), "unsupported_dtype");
    assert_eq!(code(x.bincount(0)), "unsupported_dtype");
    let square = x.reshape(&[2, 2]).unwrap();
    assert_eq!(code(square.matmul(&square)), "unsupported_dtype");
    assert_eq!((x.sum(), x.max()), (Ok(Scalar::I64(2)), Ok(Scalar::Bool(true))));
    assert!(!equal(&x, &y).unwrap() && !allclose(&x, &y).unwrap());
    assert!(equal(&x, &x.deep_clone().unwrap()).unwrap());
    assert_eq!(x.nonzero().unwrap().to_vec::<i64>().unwrap(), [0, 1]);
    assert_eq!(x.eq_scalar(0).unwrap().to_vec::<bool>().unwrap(), [false, false, true, true]);
    let rows = Tensor::arange(4, DType::Int8).unwrap();
    assert_eq!(rows.masked_rows(&y).unwrap().to_vec::<i8>().unwrap(), [0, 2]);
    let bytes = y.to(DType::Uint8).unwrap();
    assert_eq!(rows.masked_rows(&bytes).unwrap().to_vec::<i8>().unwrap(), [0, 2]);
    assert_eq!(code(rows.masked_rows(&rows)), "dtype_mismatch");
}

#[test]
fn signed_bytes_in_arithmetic() {
    let x = Tensor::from_slice(&[100_i8, -100]);
    x.add_tensor_(&x).unwrap();
    assert_eq!(x.to_vec::<i8>().unwrap(), [-56, 56]);
    x.mul_(-3).unwrap();
    assert_eq!(x.to_vec::<i8>().unwrap(), [-88, 88]);
    assert_eq!((x.sum(), x.max()), (Ok(Scalar::I64(0)), Ok(Scalar::I64(88))));
    assert_eq!(code(x.div_(2)), "unsupported_dtype");
    let counts = Tensor::from_slice(&[2_i8, 0, 2]).bincount(0).unwrap();
    assert_eq!(counts.to_vec::<i64>().unwrap(), [1, 0, 2]);
    let row = Tensor::from_vec(vec![100_i8, 100], &[1, 2]).unwrap();
    let product = row.matmul(&row.t().unwrap()).unwrap();
    assert_eq!(product.to_vec::<i8>().unwrap(), [20_000_i32 as i8]);
}

#[test]
fn a_scalar_meets_a_half_as_torch_has_it() {
    // To add, 0.1 is rounded to 16 bits; to multiply or divide, to float32 only. 3 (float16) and 9 (bfloat16) times
    // 0.1, 55 (bfloat16) divided by it and -0.1 plus it tell the two apart.
    for dtype in HALVES {
        let tenth = nearest(dtype, 0.1);
        let values = [3.0, 9.0, 55.0, -tenth];
        let x = half(dtype, &values);
        let expected =
            |f: &dyn Fn(f64) -> f64| values.map(|x| nearest(dtype, f64::from(f(x) as f32)));
        assert_eq!(list(&x.add_scalar(0.1).unwrap()), expected(&|x| x + tenth));
        assert_eq!(list(&x.sub_scalar(0.1).unwrap()), expected(&|x| x - tenth));
        let tenth = f64::from(0.1_f32);
        assert_eq!(list(&x.mul_scalar(0.1).unwrap()), expected(&|x| x * tenth));
        assert_eq!(list(&x.div_scalar(0.1).unwrap()), expected(&|x| x / tenth));
    }
    let x = half(DType::Float16, &[0.25]);
    assert_eq!(list(&x.mul_scalar(1e5).unwrap()), [24_992.0]);
    assert_eq!(code(x.add_scalar(1e5)), "scalar_range");
    assert_eq!(code(x.mul_scalar(1e39)), "scalar_range");
}

#[test]
fn halves_reduce_in_wider_types() {
    let ones = Tensor::full(&[4096], 1, DType::Float16).unwrap();
    assert_eq!(ones.sum(), Ok(Scalar::F64(4096.0)));
    let row = ones.reshape(&[1, 4096]).unwrap();
    assert_eq!(list(&row.matmul(&row.t().unwrap()).unwrap()), [4096.0]);
    let many = Tensor::full(&[2], 65504, DType::Float16).unwrap();
    assert_eq!(many.sum(), Ok(Scalar::F64(f64::INFINITY)));
    let x = half(DType::BFloat16, &[1.0, f64::NAN, 2.0]);
    assert!(x.max().unwrap().to_f64().is_nan());
    assert_eq!(code(x.bincount(0)), "unsupported_dtype");
    let mut generator = Generator::manual_seed(0).unwrap();
    assert_eq!(code(generator.rand(&[2], DType::Float16)), "unsupported_dtype");
    assert_eq!(code(generator.randn(&[2], DType::BFloat16)), "unsupported_dtype");
    assert_eq!(code(generator.uniform_(&x, 0.0, 1.0)), "unsupported_dtype");
}

#[test]
fn halves_are_close_in_their_own_arithmetic() {
    let (a, b) = (half(DType::Float16, &[1.0]), half(DType::Float16, &[1.0 + 2_f64.powi(-10)]));
    assert!(!allclose(&a, &b).unwrap());
    assert!(allclose_with(&a, &b, 1e-3, 0.0).unwrap());
    assert!(allclose(&a, &a.deep_clone().unwrap()).unwrap());
    // Their difference is beyond float16.
    let (large, negative) = (half(DType::Float16, &[65504.0]), half(DType::Float16, &[-65504.0]));
    assert!(!allclose_with(&large, &negative, 3.0, 0.0).unwrap());
    let nan = half(DType::BFloat16, &[f64::NAN]);
    assert!(!allclose(&nan, &nan).unwrap() && !equal(&nan, &nan).unwrap());
    let zero = half(DType::BFloat16, &[0.0]);
    assert!(equal(&zero, &half(DType::BFloat16, &[-0.0])).unwrap());
}

/// What `f` gives of two 16-bit floats: computed in float32, rounded once.
fn expected(dtype: DType, a: &Tensor, b: &Tensor, f: fn(f32, f32) -> f32) -> Vec<f64> {
    let one = |(a, b): (f64, f64)| nearest(dtype, f64::from(f(a as f32, b as f32)));
    list(a).into_iter().zip(list(b)).map(one).collect()
}

fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()))
}

proptest! {
    #[test]
    fn float32_rounds_to_the_nearest_half(bits in any::<u32>(), near in any::<u16>(), offset in -3..=3_i32) {
        // Anything, and what lies near a 16-bit float or halfway between two.
        let halfway = (u32::from(near) << 16 | 0x8000).wrapping_add_signed(offset);
        let by_float16 = f16::from_bits(near).to_f32().to_bits();
        let halfway16 = (by_float16 + (1 << 12)).wrapping_add_signed(offset);
        for value in [bits, halfway, by_float16, halfway16].map(f32::from_bits) {
            for dtype in HALVES {
                let ours = list(&Tensor::from_slice(&[value]).to(dtype).unwrap());
                prop_assert!(same(&ours, &[nearest(dtype, f64::from(value))]), "{} {}", value, dtype);
            }
        }
    }

    #[test]
    fn halves_fold_as_float32_rounded_once(bits in prop::collection::vec(any::<(u16, u16)>(), 0..300)) {
        for dtype in HALVES {
            let side = |pick: fn(&(u16, u16)) -> u16| {
                let tensor = Tensor::empty(&[bits.len()], dtype).unwrap();
                let bytes: Vec<u8> = bits.iter().flat_map(|pair| pick(pair).to_le_bytes()).collect();
                tensor.write_bytes(0, &bytes).unwrap();
                tensor
            };
            let (a, b) = (side(|pair| pair.0), side(|pair| pair.1));
            prop_assert!(same(&list(&a.add(&b).unwrap()), &expected(dtype, &a, &b, |a, b| a + b)));
            prop_assert!(same(&list(&a.sub(&b).unwrap()), &expected(dtype, &a, &b, |a, b| a - b)));
            prop_assert!(same(&list(&a.mul(&b).unwrap()), &expected(dtype, &a, &b, |a, b| a * b)));
            prop_assert!(same(&list(&a.div(&b).unwrap()), &expected(dtype, &a, &b, |a, b| a / b)));
            let least = |a: f32, b: f32| if a.is_nan() || b.is_nan() { f32::NAN } else { a.min(b) };
            let mut acc = a.to_bytes().unwrap();
            fold_bytes(dtype, BinaryOp::Min, &mut acc, &b.to_bytes().unwrap()).unwrap();
            a.write_bytes(0, &acc).unwrap();
            let (a, b) = (list(&a), expected(dtype, &side(|pair| pair.0), &b, least));
            prop_assert!(same(&a, &b));
        }
    }
}
