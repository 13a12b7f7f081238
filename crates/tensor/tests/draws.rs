//! What the generator promises beyond the golden draws.
#![allow(missing_docs, clippy::unwrap_used)]

use tensor::{DType, Generator, Tensor, TensorError};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn seeded(seed: i128) -> Generator {
    Generator::manual_seed(seed).unwrap()
}

#[test]
fn seeds_in_range_only() {
    let (low, high) = (-(1_i128 << 63), (1_i128 << 64) - 1);
    assert!(Generator::manual_seed(low).is_ok() && Generator::manual_seed(high).is_ok());
    for seed in [low - 1, high + 1, i128::MIN, i128::MAX] {
        let error = Generator::manual_seed(seed).map(drop).unwrap_err();
        assert_eq!(*error, TensorError::SeedRange { seed });
        assert!(error.to_string().contains(&seed.to_string()));
    }
}

#[test]
fn drawing_nothing_changes_nothing() {
    let (mut a, mut b) = (seeded(3), seeded(3));
    a.randn(&[1], DType::Float32).unwrap();
    b.randn(&[1], DType::Float32).unwrap();
    b.randn(&[0, 5], DType::Float32).unwrap();
    b.randint(0, 4, &[0]).unwrap();
    b.randperm(0).unwrap();
    b.randperm(1).unwrap();
    b.randn(&[2], DType::Int64).unwrap_err();
    b.randint(4, 4, &[2]).unwrap_err();
    let draw = |g: &mut Generator| g.randn(&[3], DType::Float64).unwrap().to_vec::<f64>().unwrap();
    assert_eq!(draw(&mut a), draw(&mut b));
}

#[test]
fn integers_stay_in_range() {
    let mut generator = seeded(1);
    for (low, high) in
        [(0, 1), (-3, 2), (i64::MIN, i64::MAX), (i64::MAX - 1, i64::MAX), (0, 1 << 28)]
    {
        for value in generator.randint(low, high, &[200]).unwrap().to_vec::<i64>().unwrap() {
            assert!((low..high).contains(&value), "{value} of {low}..{high}");
        }
    }
    let mut order = generator.randperm(1000).unwrap().to_vec::<i64>().unwrap();
    order.sort_unstable();
    assert!(order.into_iter().eq(0..1000));
}

#[test]
fn uniform_fills_views_in_the_order_of_their_memory() {
    let row_major = Tensor::zeros(&[2, 3], DType::Float32).unwrap();
    seeded(5).uniform_(&row_major, -1.0, 1.0).unwrap();
    let turned = Tensor::zeros(&[3, 2], DType::Float32).unwrap();
    seeded(5).uniform_(&turned.t().unwrap(), -1.0, 1.0).unwrap();
    assert_eq!(turned.to_vec::<f32>().unwrap(), row_major.to_vec::<f32>().unwrap());

    let base = Tensor::zeros(&[6], DType::Float32).unwrap();
    seeded(5).uniform_(&base.narrow(0, 2, 3).unwrap(), 1.0, 2.0).unwrap();
    let touched: Vec<bool> = base.to_vec::<f32>().unwrap().iter().map(|&x| x != 0.0).collect();
    assert_eq!(touched, [false, false, true, true, true, false]);
}

#[test]
fn uniform_bounds_are_checked() {
    let x = Tensor::zeros(&[2], DType::Float32).unwrap();
    let mut generator = seeded(0);
    for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-3e38, 3e38)] {
        let refused = generator.uniform_(&x, low, high);
        assert!(
            matches!(refused, Err(error) if matches!(*error, TensorError::UniformBounds { .. })),
            "{low} {high}"
        );
    }
    let ints = Tensor::zeros(&[2], DType::Int32).unwrap();
    assert!(matches!(
        generator.uniform_(&ints, 0.0, 1.0),
        Err(error) if matches!(*error, TensorError::UnsupportedDType { .. })
    ));
    generator.uniform_(&x, 2.0, 2.0).unwrap();
    assert_eq!(x.to_vec::<f32>().unwrap(), [2.0, 2.0]);
}
