//! Gradients as differences of what a function gives nearby: they know no formula, so a wrong one shows.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

use collective::Result;
use tensor::Tensor;

const STEP: f64 = 1e-5;

/// What `of` changes by with each element of `at`, which is float64.
pub(super) fn gradient(at: &Tensor, of: impl Fn(&Tensor) -> Result<f64>) -> Result<Tensor> {
    let values = at.to_vec::<f64>()?;
    let beside = |place: usize, step: f64| {
        let mut moved = values.clone();
        moved[place] += step;
        of(&Tensor::from_vec(moved, at.shape())?)
    };
    let mut changes = Vec::new();
    for place in 0..values.len() {
        changes.push((beside(place, STEP)? - beside(place, -STEP)?) / (2.0 * STEP));
    }
    Ok(Tensor::from_vec(changes, at.shape())?)
}

/// The sum over a float64 tensor.
pub(super) fn sum(tensor: &Tensor) -> Result<f64> {
    Ok(tensor.to_vec::<f64>()?.iter().sum())
}

/// Asserts that a gradient is what differences say, as far as they can tell.
pub(super) fn assert_close(found: &Tensor, differences: &Tensor) -> Result<()> {
    let close = tensor::allclose_with(found, differences, 1e-5, 1e-5)?;
    assert!(close, "{:?} should be {:?}", found.to_vec::<f64>(), differences.to_vec::<f64>());
    Ok(())
}
