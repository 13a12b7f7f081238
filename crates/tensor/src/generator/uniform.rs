//! Uniform floating-point numbers.

use super::Generator;
use crate::element::to_le_bytes;
use crate::{DType, Need, Result, Tensor, TensorError, refusal};

impl Generator {
    /// 24 random bits over 2^24: in [0, 1).
    pub(super) fn uniform32(&mut self) -> f32 {
        (self.engine.random() & 0x00ff_ffff) as f32 * (1.0 / 16_777_216.0)
    }

    /// 53 random bits over 2^53: in [0, 1).
    pub(super) fn uniform64(&mut self) -> f64 {
        const BITS: u64 = 1 << 53;
        (self.engine.random64() & (BITS - 1)) as f64 * (1.0 / BITS as f64)
    }

    /// A tensor of this shape of numbers from [0, 1), each as likely.
    /// Follows [`torch.rand`](https://docs.pytorch.org/docs/stable/generated/torch.rand.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Generator::manual_seed(0)?.rand(&[3], DType::Float32)?;
    /// assert_eq!(x.to_vec::<f32>()?, [0.4962566, 0.7682218, 0.08847743]); // torch's
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `dtype` is neither float32 nor float64 or the memory is not to be had.
    pub fn rand(&mut self, shape: &[usize], dtype: DType) -> Result<Tensor> {
        expect_float("rand", dtype)?;
        let tensor = Tensor::zeros(shape, dtype)?;
        self.uniform_(&tensor, 0.0, 1.0)?;
        Ok(tensor)
    }

    /// Fills `tensor` with numbers from [low, high), each as likely, in the order of its memory.
    /// Follows [`torch.Tensor.uniform_`](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.uniform_.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Tensor::zeros(&[2, 2], DType::Float32)?;
    /// Generator::manual_seed(0)?.uniform_(&x.t()?, -1., 1.)?;
    /// assert_eq!(x.to_vec::<f32>()?, [-0.00748682, 0.5364436, -0.82304513, -0.735939]); // as without `t`
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where it holds neither float32 nor float64, the bounds are out of order, not finite, or further apart than the type
    /// can hold, or the tensor is pending and may no longer be written.
    pub fn uniform_(&mut self, tensor: &Tensor, low: f64, high: f64) -> Result<()> {
        expect_float("uniform_", tensor.dtype())?;
        let span = match tensor.dtype() {
            DType::Float32 => f64::from(high as f32 - low as f32),
            _ => high - low,
        };
        if !(low <= high && span.is_finite()) {
            return Err(Box::new(TensorError::UniformBounds { low, high }));
        }
        if tensor.dtype() == DType::Float32 {
            return self.fill_float32(tensor, low as f32, high as f32);
        }
        tensor.check_writable()?;
        let mut draws = Vec::with_capacity(tensor.numel());
        for _ in 0..tensor.numel() {
            draws.push(libm::fma(self.uniform64(), high - low, low));
        }
        tensor.in_memory_order().scatter(0, &to_le_bytes(&draws));
        Ok(())
    }

    /// What is left of [`uniform_`](Self::uniform_) for float32 and bounds that are right: by itself, so that who fills
    /// nothing else does not carry float64's fused multiply-add into a browser.
    pub(crate) fn fill_float32(&mut self, tensor: &Tensor, low: f32, high: f32) -> Result<()> {
        tensor.check_writable()?;
        let mut draws = Vec::with_capacity(tensor.numel());
        for _ in 0..tensor.numel() {
            // Fused, as torch's AVX2 build has it: Linear's weights show the difference.
            draws.push(libm::fmaf(self.uniform32(), high - low, low));
        }
        tensor.in_memory_order().scatter(0, &to_le_bytes(&draws));
        Ok(())
    }
}

pub(super) fn expect_float(op: &'static str, dtype: DType) -> Result<()> {
    if matches!(dtype, DType::Float32 | DType::Float64) {
        return Ok(());
    }
    Err(refusal::unsupported(op, dtype, Need::Float32Or64))
}
