//! The 128 seed and plan pairs of `tests/golden/rng.json`, drawn by torch. Runs natively and in WebAssembly.
#![allow(clippy::expect_used, clippy::panic)]

use serde::Deserialize;
use tensor::{DType, Generator, Tensor};

const GOLDEN: &str = include_str!("../../../../tests/golden/rng.json");

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    seed: i128,
    draws: Vec<Draw>,
}

#[derive(Deserialize)]
#[serde(tag = "kind")]
enum Draw {
    #[serde(rename = "randn")]
    Randn { shape: Vec<usize>, dtype: DType, values: Vec<f64> },
    #[serde(rename = "rand")]
    Rand { shape: Vec<usize>, dtype: DType, values: Vec<f64> },
    #[serde(rename = "randint")]
    Randint { low: i64, high: i64, shape: Vec<usize>, values: Vec<i64> },
    #[serde(rename = "randperm")]
    Randperm { n: usize, values: Vec<i64> },
    #[serde(rename = "uniform_")]
    Uniform { shape: Vec<usize>, low: f64, high: f64, values: Vec<f64> },
}

/// How many float64 lie between two.
fn ulps(a: f64, b: f64) -> u64 {
    let place = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    place(a).abs_diff(place(b))
}

/// float32 bit for bit; float64 within `slack` places.
fn compare_floats(drawn: &Tensor, expected: &[f64], slack: u64, what: &str) {
    assert_eq!(drawn.numel(), expected.len(), "{what}: count");
    match drawn.dtype() {
        DType::Float32 => {
            let values = drawn.to_vec::<f32>().expect("drawn values can be read");
            for (i, (drawn, &expected)) in values.iter().zip(expected).enumerate() {
                let bits = (expected as f32).to_bits();
                assert_eq!(drawn.to_bits(), bits, "{what}[{i}]: {drawn} for {expected}");
            }
        }
        DType::Float64 => {
            let values = drawn.to_vec::<f64>().expect("drawn values can be read");
            for (i, (&drawn, &expected)) in values.iter().zip(expected).enumerate() {
                let apart = ulps(drawn, expected);
                assert!(apart <= slack, "{what}[{i}]: {drawn} for {expected}, {apart} ulp");
            }
        }
        other => panic!("{what}: drew {other:?}"),
    }
}

fn check(
    generator: &mut Generator,
    draw: &Draw,
    what: &str,
) -> Result<(), Box<tensor::TensorError>> {
    match draw {
        Draw::Randn { shape, dtype, values } => {
            compare_floats(&generator.randn(shape, *dtype)?, values, 2, what)
        }
        Draw::Rand { shape, dtype, values } => {
            compare_floats(&generator.rand(shape, *dtype)?, values, 0, what)
        }
        Draw::Randint { low, high, shape, values } => {
            let drawn = generator.randint(*low, *high, shape)?.to_vec::<i64>()?;
            assert_eq!(&drawn, values, "{what}");
        }
        Draw::Randperm { n, values } => {
            let drawn = generator.randperm(*n)?.to_vec::<i64>()?;
            assert_eq!(&drawn, values, "{what}");
        }
        Draw::Uniform { shape, low, high, values } => {
            let tensor = Tensor::empty(shape, DType::Float32)?;
            generator.uniform_(&tensor, *low, *high)?;
            compare_floats(&tensor, values, 0, what);
        }
    }
    Ok(())
}

/// Draws every case and compares it with torch's values. Returns how many cases there were; panics at the first
/// difference, naming seed and draw.
pub fn check_all() -> usize {
    let golden: Golden = serde_json::from_str(GOLDEN).expect("rng.json parses");
    for case in &golden.cases {
        let mut generator = Generator::manual_seed(case.seed).expect("seed is in range");
        for (i, draw) in case.draws.iter().enumerate() {
            let what = format!("seed {} draw {i}", case.seed);
            check(&mut generator, draw, &what).unwrap_or_else(|error| panic!("{what}: {error}"));
        }
    }
    golden.cases.len()
}
