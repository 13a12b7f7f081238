//! A linear layer.

use crate::{DType, Generator, Need, Result, Tensor, TensorError};

/// A layer `y = x Aᵀ + b` from `in_features` numbers to `out_features`.
/// Follows [`torch.nn.Linear`](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html).
///
/// ```
/// # use tensor::*;
/// let weight = Tensor::from_vec(vec![1_f32, 2., 3., 4.], &[2, 2])?;
/// let layer = Linear { weight, bias: Some(Tensor::from_slice(&[10_f32, 20.])) };
/// let x = Tensor::from_vec(vec![1_f32, -1.], &[1, 2])?;
/// assert_eq!(layer.forward(&x)?.to_vec::<f32>()?, [1. - 2. + 10., 3. - 4. + 20.]);
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Linear {
    /// A, of shape `[out_features, in_features]`.
    pub weight: Tensor,
    /// b, of shape `[out_features]`.
    pub bias: Option<Tensor>,
}

impl Linear {
    /// A float32 layer initialised as torch does: weight, then bias, drawn uniformly within ±1/√in_features (the
    /// weight by kaiming_uniform_ with a = √5, which comes to that but for rounding; He et al., 2015).
    /// Follows [`torch.nn.Linear`](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html) after `torch.manual_seed`.
    ///
    /// ```
    /// # use tensor::*;
    /// let layer = Linear::new(2, 1, true, &mut Generator::manual_seed(0)?)?;
    /// assert_eq!(layer.weight.to_vec::<f32>()?, [-0.005293981, 0.3793229]); // torch's, bit for bit
    /// assert_eq!(layer.bias.expect("one").to_vec::<f32>()?, [-0.58198076]);
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the memory is not to be had.
    pub fn new(
        in_features: usize,
        out_features: usize,
        bias: bool,
        generator: &mut Generator,
    ) -> Result<Linear> {
        let weight = Tensor::zeros(&[out_features, in_features], DType::Float32)?;
        if weight.numel() > 0 {
            let a = 5_f64.sqrt();
            let gain = (2.0 / (1.0 + a * a)).sqrt();
            let bound = 3_f64.sqrt() * (gain / (in_features as f64).sqrt());
            generator.fill_float32(&weight, -bound as f32, bound as f32)?;
        }
        let bias = if bias {
            let bias = Tensor::zeros(&[out_features], DType::Float32)?;
            let bound = match in_features {
                0 => 0.0,
                _ => 1.0 / (in_features as f64).sqrt(),
            };
            generator.fill_float32(&bias, -bound as f32, bound as f32)?;
            Some(bias)
        } else {
            None
        };
        Ok(Linear { weight, bias })
    }

    /// The layer's output, of shape `[n, out_features]`, for `x` of shape `[n, in_features]`.
    /// Follows [`torch.nn.Linear`](https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let layer = Linear { weight: Tensor::from_vec(vec![1_f32, 10.], &[1, 2])?, bias: None };
    /// let x = Tensor::from_vec(vec![1_f32, 2., 3., 4.], &[2, 2])?;
    /// let y = layer.forward(&x)?;
    /// assert_eq!((y.shape(), y.to_vec::<f32>()?), (&[2, 1][..], vec![21., 43.]));
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `x` has another shape or element type, or is pending or undefined.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let &[n, _] = x.shape() else {
            return Err(Box::new(TensorError::WrongDims {
                op: "Linear",
                dims: x.shape().len(),
                needs: Need::Features,
            }));
        };
        let y = x.matmul(&self.weight.t()?)?;
        if let Some(bias) = &self.bias {
            for row in 0..n {
                y.select(0, row)?.add_tensor_(bias)?;
            }
        }
        Ok(y)
    }
}
