use collective::Result;
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;

/// Features of what passes through a pipeline.
pub(super) const FEATURES: usize = 2;
/// Rows of a batch, or of one of its parts.
pub(super) const ROWS: usize = 2;

/// One stage of a pipeline: `y = x + x Wᵀ`.
pub(super) struct Stage {
    pub weight: Tensor,
}

impl Stage {
    /// All stages of a pipeline, drawn from the seed that all ranks share. A real pipeline would draw its own only; here
    /// every rank can work out by itself what should arrive.
    pub fn all(part: &Part, stages: usize) -> Result<Vec<Stage>> {
        let mut init = Generator::manual_seed(part.init_seed())?;
        let mut all = Vec::new();
        for _ in 0..stages {
            all.push(Stage { weight: Linear::new(FEATURES, FEATURES, false, &mut init)?.weight });
        }
        Ok(all)
    }

    /// What the stage hands on.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        Ok(x.add(&x.matmul(&self.weight.t()?)?)?)
    }

    /// The gradients of what came in and of the weight, by that of what went out.
    pub fn backward(&self, x: &Tensor, grad: &Tensor) -> Result<(Tensor, Tensor)> {
        let grad_in = grad.add(&grad.matmul(&self.weight)?)?;
        Ok((grad_in, grad.t()?.matmul(x)?))
    }
}

/// What one machine that had all the stages would compute from `x`: what goes into each stage and out of the last, and the
/// gradients of all weights and of what went into each stage. The loss is the sum over the last stage's output.
pub(super) struct Alone {
    pub activations: Vec<Tensor>,
    pub grads: Vec<Tensor>,
    pub weight_grads: Vec<Tensor>,
}

impl Alone {
    pub fn new(stages: &[Stage], x: Tensor) -> Result<Alone> {
        let mut activations = vec![x];
        for stage in stages {
            if let Some(x) = activations.last() {
                activations.push(stage.forward(x)?);
            }
        }
        let mut grad = ones()?;
        let (mut grads, mut weight_grads) = (vec![grad.clone()], Vec::new());
        for (stage, x) in stages.iter().zip(&activations).rev() {
            let (grad_in, weight_grad) = stage.backward(x, &grad)?;
            grad = grad_in;
            grads.push(grad.clone());
            weight_grads.push(weight_grad);
        }
        grads.reverse();
        weight_grads.reverse();
        Ok(Alone { activations, grads, weight_grads })
    }
}

/// The gradient of a sum.
pub(super) fn ones() -> Result<Tensor> {
    Ok(Tensor::full(&[ROWS, FEATURES], 1.0, DType::Float32)?)
}

#[cfg(test)]
mod tests {
    use super::super::differences::{assert_close, gradient, sum};
    use super::*;

    fn draw(seed: i128, shape: &[usize]) -> Result<Tensor> {
        Ok(Generator::manual_seed(seed)?.randn(shape, DType::Float64)?)
    }

    #[test]
    fn a_stages_gradients_are_what_its_output_changes_by() -> Result<()> {
        let (x, weight) = (draw(1, &[ROWS, FEATURES])?, draw(2, &[FEATURES, FEATURES])?);
        // Of a sum that weighs every element of the output otherwise.
        let weights = draw(3, &[ROWS, FEATURES])?;
        let loss = |x: &Tensor, weight: &Tensor| {
            sum(&Stage { weight: weight.clone() }.forward(x)?.mul(&weights)?)
        };
        let (by_x, by_weight) = Stage { weight: weight.clone() }.backward(&x, &weights)?;
        assert_close(&by_x, &gradient(&x, |x| loss(x, &weight))?)?;
        assert_close(&by_weight, &gradient(&weight, |weight| loss(&x, weight))?)
    }

    #[test]
    fn one_machine_gets_every_stages_gradients() -> Result<()> {
        let x = draw(1, &[ROWS, FEATURES])?;
        let mut weights = Vec::new();
        for seed in 2..5 {
            weights.push(draw(seed, &[FEATURES, FEATURES])?);
        }
        let loss = |mut x: Tensor, from: usize, weights: &[Tensor]| {
            for weight in &weights[from..] {
                x = Stage { weight: weight.clone() }.forward(&x)?;
            }
            sum(&x)
        };
        // It works in float32.
        let small = |tensor: &Tensor| tensor.to(DType::Float32);
        let mut stages = Vec::new();
        for weight in &weights {
            stages.push(Stage { weight: small(weight)? });
        }
        let alone = Alone::new(&stages, small(&x)?)?;
        for (stage, found) in alone.weight_grads.iter().enumerate() {
            let differences = gradient(&weights[stage], |weight| {
                let mut moved = weights.clone();
                moved[stage] = weight.clone();
                loss(x.clone(), 0, &moved)
            })?;
            assert!(tensor::allclose_with(found, &small(&differences)?, 1e-4, 1e-4)?, "{stage}");
        }
        for (stage, found) in alone.grads.iter().enumerate() {
            let at = alone.activations[stage].to(DType::Float64)?;
            let differences = gradient(&at, |x| loss(x.clone(), stage, &weights))?;
            assert!(tensor::allclose_with(found, &small(&differences)?, 1e-4, 1e-4)?, "{stage}");
        }
        Ok(())
    }
}
