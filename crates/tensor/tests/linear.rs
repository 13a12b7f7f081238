//! Linear against torch's own.
#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::Value;
use tensor::{DType, Generator, Linear, Tensor, allclose, equal};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

const GOLDEN: &str = include_str!("../../../tests/golden/demo_w4.json");

/// Exact: the float64 in the file equals the float32 torch had.
fn floats(rows: &Value, shape: &[usize]) -> Tensor {
    let rows = rows.as_array().unwrap().iter();
    let values = rows.flat_map(|row| row.as_array().unwrap()).map(|x| x.as_f64().unwrap() as f32);
    Tensor::from_vec(values.collect(), shape).unwrap()
}

#[test]
fn golden_weight_data_and_gradient() {
    let golden: Value = serde_json::from_str(GOLDEN).unwrap();
    let mut init = Generator::manual_seed(0).unwrap();
    let linear = Linear::new(8, 8, false, &mut init).unwrap();
    for rank in 0..4 {
        let section = &golden["ranks"][rank]["ddp_zero2"];
        assert!(equal(&linear.weight, &floats(&section["weight"], &[8, 8])).unwrap());

        let mut generator = Generator::manual_seed(1000 + rank as i128).unwrap();
        let x = generator.randn(&[2, 8], DType::Float32).unwrap();
        assert!(equal(&x, &floats(&section["data"], &[2, 8])).unwrap());

        // The gradient of sum(y²) in the weight is 2 yᵀ x.
        let y = linear.forward(&x).unwrap();
        let gradient = y.t().unwrap().matmul(&x).unwrap();
        gradient.mul_(2).unwrap();
        assert!(allclose(&gradient, &floats(&section["local_grad"], &[8, 8])).unwrap());
    }
}

#[test]
fn bias_is_drawn_after_the_weight_and_added_to_every_row() {
    let mut init = Generator::manual_seed(0).unwrap();
    let linear = Linear::new(4, 3, true, &mut init).unwrap();
    let mut again = Generator::manual_seed(0).unwrap();
    let weight = again.rand(&[3, 4], DType::Float32).unwrap();
    let bias = again.rand(&[3], DType::Float32).unwrap();
    // The bound is 1/√4.
    for (drawn, unit) in [(&linear.weight, weight), (linear.bias.as_ref().unwrap(), bias)] {
        unit.sub_(0.5).unwrap();
        assert!(allclose(drawn, &unit).unwrap());
    }

    let zero = Tensor::zeros(&[2, 4], DType::Float32).unwrap();
    let y = linear.forward(&zero).unwrap();
    for row in 0..2 {
        let row = y.select(0, row).unwrap();
        assert!(equal(&row, linear.bias.as_ref().unwrap()).unwrap());
    }
    let none = Tensor::zeros(&[0, 4], DType::Float32).unwrap();
    assert_eq!(linear.forward(&none).unwrap().shape(), [0, 3]);
}
