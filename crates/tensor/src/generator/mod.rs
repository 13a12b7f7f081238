//! torch's CPU generator: the same draws from the same seeds, natively and in WebAssembly.

mod integers;
mod mt19937;
mod normal;
mod normal16;
mod uniform;

use crate::{Result, TensorError};
use mt19937::Mt19937;

/// A source of random numbers. Follows torch.Generator on the CPU.
#[derive(Clone)]
pub struct Generator {
    /// Boxed: of 2.5 KB, and generators are handed on.
    engine: Box<Mt19937>,
    /// The second number of the last Box-Muller pair, until it is asked for.
    second_normal: Option<f64>,
}

impl Generator {
    /// A generator that starts from `seed`. Follows torch.Generator.manual_seed: a negative seed stands for itself
    /// modulo 2^64, and only the low 32 bits make a difference.
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
