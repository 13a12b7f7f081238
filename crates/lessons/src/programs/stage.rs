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
