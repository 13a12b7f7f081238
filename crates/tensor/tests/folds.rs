//! Folding against what gloo gave: the reductions of `tests/golden/collectives_w*.json`.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use tensor::{BinaryOp, DType, Tensor, TensorError, allclose, divide_bytes, equal, fold_bytes};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const GOLDEN: [&str; 4] = [
    include_str!("../../../tests/golden/collectives_w2.json"),
    include_str!("../../../tests/golden/collectives_w3.json"),
    include_str!("../../../tests/golden/collectives_w4.json"),
    include_str!("../../../tests/golden/collectives_w5.json"),
];

const OPS: [BinaryOp; 7] = [
    BinaryOp::Add,
    BinaryOp::Mul,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

fn tensor(list: &Value, dtype: DType) -> Tensor {
    let number = |value: &Value| match value {
        Value::Bool(truth) => f64::from(u8::from(*truth)),
        value => value.as_f64().unwrap(),
    };
    let values: Vec<f64> = list.as_array().unwrap().iter().map(number).collect();
    Tensor::from_slice(&values).to(dtype).unwrap()
}

/// The ranks' inputs folded in rank order, and divided by their number for AVG.
fn reduced(op: &str, inputs: &[Tensor]) -> Result<Tensor, Box<TensorError>> {
    let fold = match op {
        "SUM" | "AVG" => BinaryOp::Add,
        "PRODUCT" => BinaryOp::Mul,
        "MIN" => BinaryOp::Min,
        "MAX" => BinaryOp::Max,
        "BAND" => BinaryOp::And,
        "BOR" => BinaryOp::Or,
        "BXOR" => BinaryOp::Xor,
        op => panic!("{op} is unknown"),
    };
    let result = inputs[0].deep_clone()?;
    let (dtype, mut acc) = (result.dtype(), result.to_bytes()?);
    for input in &inputs[1..] {
        fold_bytes(dtype, fold, &mut acc, &input.to_bytes()?)?;
    }
    if op == "AVG" {
        divide_bytes(dtype, &mut acc, inputs.len())?;
    }
    result.write_bytes(0, &acc)?;
    Ok(result)
}

/// Whether every rank got what folding gives, by `same`.
fn agrees(case: &Value, same: impl Fn(&Tensor, &Tensor) -> bool) -> bool {
    let dtype = DType::from_name(case["dtype"].as_str().unwrap()).unwrap();
    let ranks = case["ranks"].as_array().unwrap();
    let inputs: Vec<Tensor> = ranks.iter().map(|rank| tensor(&rank["in"], dtype)).collect();
    let whole = reduced(case["op"].as_str().unwrap(), &inputs).unwrap();
    let mut outputs = ranks.iter().enumerate().filter(|(_, rank)| !rank["out"].is_null());
    outputs.all(|(r, rank)| {
        let part = whole.numel() / ranks.len();
        let ours = match case["kind"].as_str().unwrap() {
            "reduce_scatter" => whole.narrow(0, r * part, part).unwrap(),
            _ => whole.clone(),
        };
        same(&ours, &tensor(&rank["out"], dtype))
    })
}

#[test]
fn golden_reductions() {
    let mut count = 0;
    for text in GOLDEN {
        let golden: Value = serde_json::from_str(text).unwrap();
        for case in golden["cases"].as_array().unwrap() {
            if !["all_reduce", "reduce_scatter", "reduce"].contains(&case["kind"].as_str().unwrap())
            {
                continue;
            }
            count += 1;
            // These sums and products are of small integers, and AVG divides once: even floats have to be exact,
            // 16-bit ones among them.
            assert!(agrees(case, |a, b| equal(a, b).unwrap()), "{case}");
            assert!(agrees(case, |a, b| allclose(a, b).unwrap()), "{case}");
        }
    }
    assert_eq!(count, 696);
}

#[test]
fn golden_comparison_can_fail() {
    let golden: Value = serde_json::from_str(GOLDEN[1]).unwrap();
    for case in golden["cases"].as_array().unwrap() {
        let wrong = match (case["kind"].as_str(), case["op"].as_str()) {
            (Some("all_reduce"), Some("SUM")) => "PRODUCT",
            (Some("all_reduce"), Some("MIN")) => "MAX",
            _ => continue,
        };
        let mut case = case.clone();
        case["op"] = wrong.into();
        // One element may agree by chance.
        if case["n"] == 7 {
            assert!(!agrees(&case, |a, b| equal(a, b).unwrap()), "{case}");
        }
    }
}

#[test]
fn every_type_folds_or_says_why_not() {
    for dtype in DType::ALL {
        let ones = Tensor::full(&[2], 1, dtype).unwrap().to_bytes().unwrap();
        for op in OPS {
            let bitwise = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
            let mut acc = ones.clone();
            match fold_bytes(dtype, op, &mut acc, &ones) {
                Ok(()) => assert!(!(bitwise && dtype.is_floating_point())),
                Err(error) => {
                    assert!(bitwise && dtype.is_floating_point());
                    assert_eq!(
                        error.to_string(),
                        format!(
                            "a bitwise operation is not defined on {dtype}; use an integer type or bool"
                        )
                    );
                    assert_eq!(acc, ones);
                }
            }
        }
        let mut acc = ones.clone();
        let divided = divide_bytes(dtype, &mut acc, 4);
        assert_eq!(divided.is_ok(), dtype.is_floating_point(), "{dtype}");
        if let Err(error) = divided {
            let sentence = format!(
                "an average is not defined on {dtype}; use a floating-point type, since the quotient is one"
            );
            assert_eq!(error.to_string(), sentence);
            assert_eq!(acc, ones);
        }
    }
    let partial = divide_bytes(DType::Float16, &mut [0; 3], 2).unwrap_err();
    assert_eq!(partial.code(), "partial_element");
}

#[test]
fn bools_fold_to_bools_whatever_bytes_come() {
    let fold = |op, a: u8, b: u8| {
        let mut acc = [a];
        fold_bytes(DType::Bool, op, &mut acc, &[b]).unwrap();
        acc[0]
    };
    for (a, b) in [(0, 0), (0, 2), (128, 0), (1, 2), (255, 1)] {
        let (x, y) = (a != 0, b != 0);
        for op in OPS {
            let truth = match op {
                BinaryOp::Add | BinaryOp::Max | BinaryOp::Or => x || y,
                BinaryOp::Mul | BinaryOp::Min | BinaryOp::And => x && y,
                BinaryOp::Xor => x != y,
            };
            assert_eq!(fold(op, a, b), u8::from(truth), "{op:?} {a} {b}");
        }
    }
}

#[test]
fn signed_bytes_have_a_sign_and_wrap() {
    let fold = |op, a: i8, b: i8| {
        let mut acc = a.to_le_bytes();
        fold_bytes(DType::Int8, op, &mut acc, &b.to_le_bytes()).unwrap();
        i8::from_le_bytes(acc)
    };
    assert_eq!(fold(BinaryOp::Add, 127, 1), -128);
    assert_eq!(fold(BinaryOp::Mul, -128, -1), -128);
    assert_eq!(fold(BinaryOp::Min, -1, 1), -1);
    assert_eq!(fold(BinaryOp::Max, -1, 1), 1);
}

#[test]
fn sixteen_bit_floats_round_at_every_step() {
    let sum = |dtype, terms: &[f64]| {
        let term = |x: &f64| Tensor::full(&[1], *x, dtype).unwrap();
        let inputs: Vec<Tensor> = terms.iter().map(term).collect();
        reduced("SUM", &inputs).unwrap().values().unwrap().to_f64(0).unwrap()
    };
    // 2^11 and 2^8 are where the ones get lost: each rounds to even, and both together would not have.
    assert_eq!(sum(DType::Float16, &[2048.0, 1.0, 1.0]), 2048.0);
    assert_eq!(sum(DType::Float16, &[1.0, 1.0, 2048.0]), 2050.0);
    assert_eq!(sum(DType::BFloat16, &[256.0, 1.0, 1.0]), 256.0);
    assert_eq!(sum(DType::BFloat16, &[1.0, 1.0, 256.0]), 258.0);
    // A tie with an odd neighbour below goes up.
    assert_eq!(sum(DType::BFloat16, &[258.0, 1.0]), 260.0);
    assert_eq!(sum(DType::Float16, &[65504.0, 16.0]), f64::INFINITY);
    assert_eq!(sum(DType::Float16, &[65504.0, 15.0]), 65504.0);
}

#[test]
fn an_average_divides_the_rounded_sum() {
    // The sum is 2050 only if it is not rounded on the way.
    let inputs = [2048.0, 1.0, 1.0].map(|x| Tensor::full(&[1], x, DType::Float16).unwrap());
    let average = reduced("AVG", &inputs).unwrap().values().unwrap().to_f64(0);
    assert_eq!(average, Some(682.5));
    let by_hand = Tensor::full(&[1], 2048, DType::Float16).unwrap();
    by_hand.div_(3).unwrap();
    assert_eq!(by_hand.values().unwrap().to_f64(0), average);
}
