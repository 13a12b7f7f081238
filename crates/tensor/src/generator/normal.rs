//! Normally distributed numbers (Box and Muller, 1958), by the three routes that torch takes.

use core::f64::consts::TAU;

use super::Generator;
use super::normal16;
use super::uniform::expect_float;
use crate::{DType, Result, Tensor};

/// From this many numbers on, torch transforms whole blocks of this size.
const BLOCK: usize = 16;

impl Generator {
    /// A tensor of this shape of normally distributed numbers: mean 0, standard deviation 1.
    /// Follows [`torch.randn`](https://docs.pytorch.org/docs/stable/generated/torch.randn.html):
    /// float32 bit for bit as on a CPU with AVX2, float64 to the last place or two (the platform's logarithm decides in torch).
    ///
    /// ```
    /// # use tensor::*;
    /// let mut generator = Generator::manual_seed(0)?;
    /// let x = generator.randn(&[3], DType::Float32)?;
    /// assert_eq!(x.to_vec::<f32>()?, [1.5409961, -0.2934289, -2.1787894]); // torch's
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where `dtype` is neither float32 nor float64 or the memory is not to be had.
    pub fn randn(&mut self, shape: &[usize], dtype: DType) -> Result<Tensor> {
        expect_float("randn", dtype)?;
        // Refuses what does not fit in memory before anything is drawn.
        let tensor = Tensor::zeros(shape, dtype)?;
        let count = tensor.numel();
        match dtype {
            DType::Float32 if count >= BLOCK => {
                let values = self.blocks(count, Generator::uniform32, normal16::transform);
                Tensor::from_vec(values, shape)
            }
            DType::Float32 => {
                let draw = |_| self.normal() as f32;
                Tensor::from_vec((0..count).map(draw).collect(), shape)
            }
            _ if count >= BLOCK => {
                let values = self.blocks(count, Generator::uniform64, transform64);
                Tensor::from_vec(values, shape)
            }
            _ => Tensor::from_vec((0..count).map(|_| self.normal()).collect(), shape),
        }
    }

    /// One number. Each pair of uniforms gives two, and the second waits for the next call, whichever type that
    /// one is for.
    fn normal(&mut self) -> f64 {
        if let Some(second) = self.second_normal.take() {
            return second;
        }
        let (u1, u2) = (self.uniform64(), self.uniform64());
        let radius = (-2.0 * libm::log1p(-u2)).sqrt();
        let (sin, cos) = sincos_of_turn(u1);
        self.second_normal = Some(radius * sin + 0.0);
        // torch scales by the deviation and adds the mean, which makes -0 a 0.
        radius * cos + 0.0
    }

    /// `count >= 16` numbers: uniforms, then block by block transformed. A count that is no multiple of 16 has its
    /// last 16 drawn anew, overwriting some that were done.
    fn blocks<T: Copy>(
        &mut self,
        count: usize,
        uniform: fn(&mut Generator) -> T,
        transform: fn(&mut [T]),
    ) -> Vec<T> {
        let mut values: Vec<T> = (0..count).map(|_| uniform(self)).collect();
        values.chunks_exact_mut(BLOCK).for_each(transform);
        if !count.is_multiple_of(BLOCK) {
            let last = &mut values[count - BLOCK..];
            last.fill_with(|| uniform(self));
            transform(last);
        }
        values
    }
}

/// Sine and cosine of a part, from 0 to 1, of a whole turn.
fn sincos_of_turn(part: f64) -> (f64, f64) {
    // Changes nothing, but tells the compiler that no angle needs reducing by a thousand digits of π, which would be a
    // twentieth of what a rank downloads. (Floats from 0 on are ordered as their bits are.)
    let angle = (TAU * part).to_bits().min(TAU.to_bits());
    libm::sincos(f64::from_bits(angle))
}

/// 16 uniforms to 16 normals: i and i + 8 are one pair.
fn transform64(block: &mut [f64]) {
    let (first, second) = block.split_at_mut(BLOCK / 2);
    for (first, second) in first.iter_mut().zip(second) {
        let radius = (-2.0 * libm::log(1.0 - *first)).sqrt();
        let (sin, cos) = sincos_of_turn(*second);
        *first = radius * cos + 0.0;
        *second = radius * sin + 0.0;
    }
}
