//! torch's CPU generator: the same draws from the same seeds, natively and in WebAssembly.

mod integers;
mod mt19937;
mod normal;
mod normal16;
mod uniform;

use crate::{Result, TensorError};
use mt19937::Mt19937;

/// A source of random numbers: the same seed gives torch's numbers, on every platform.
/// Follows [`torch.Generator`](https://docs.pytorch.org/docs/stable/generated/torch.Generator.html) on the CPU.
///
/// ```
/// # use tensor::*;
/// let mut generator = Generator::manual_seed(0)?;
/// let x = generator.randn(&[2], DType::Float32)?;
/// assert_eq!(x.to_vec::<f32>()?, [1.5409961, -0.2934289]); // torch.manual_seed(0); torch.randn(2)
/// let mut again = generator.clone(); // goes on from here, by itself
/// assert!(equal(&generator.rand(&[9], DType::Float32)?, &again.rand(&[9], DType::Float32)?)?);
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone)]
pub struct Generator {
    /// Boxed: of 2.5 KB, and generators are handed on.
    engine: Box<Mt19937>,
    /// The second number of the last Box-Muller pair, until it is asked for.
    second_normal: Option<f64>,
}

impl Generator {
    /// A generator that starts from `seed`; a negative one stands for itself modulo 2^64, and only the low 32 bits make a
    /// difference.
    /// Follows [`torch.Generator.manual_seed`](https://docs.pytorch.org/docs/stable/generated/torch.Generator.html#torch.Generator.manual_seed).
    ///
    /// ```
    /// # use tensor::*;
    /// let draw = |seed| Generator::manual_seed(seed)?.rand(&[1], DType::Float32)?.item::<f32>();
    /// assert_eq!(draw(0)?, 0.4962566);
    /// assert_eq!((draw(-1)?, draw((1 << 64) - 1)?), (0.9937994, 0.9937994));
    /// assert_eq!(draw(1 << 64).unwrap_err().code(), "seed_range");
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
    ///
    /// # Errors
    /// Where the seed is not within -2^63 to 2^64 - 1.
    pub fn manual_seed(seed: i128) -> Result<Generator> {
        if seed < i128::from(i64::MIN) || seed > i128::from(u64::MAX) {
            return Err(Box::new(TensorError::SeedRange { seed }));
        }
        Ok(Generator { engine: Box::new(Mt19937::new(seed as u32)), second_normal: None })
    }
}
