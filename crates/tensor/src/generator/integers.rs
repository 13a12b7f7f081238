//! Random integers and permutations.

use super::Generator;
use crate::{DType, Result, Tensor, TensorError};

/// From this many values on, torch takes 64 random bits for each.
const WIDE: u64 = 1 << 28;

impl Generator {
    /// Integers from `low` up to but without `high`, as int64. Follows torch.randint.
    ///
    /// # Errors
    /// Where `low >= high` or the memory is not to be had.
    pub fn randint(&mut self, low: i64, high: i64, shape: &[usize]) -> Result<Tensor> {
        if low >= high {
            return Err(Box::new(TensorError::EmptyRange { low, high }));
        }
        // Exact as an unsigned number, whatever the signs.
        let range = high.wrapping_sub(low) as u64;
        self.fill_int64(shape, |generator, _| {
            let random = if range >= WIDE {
                generator.engine.random64()
            } else {
                u64::from(generator.engine.random())
            };
            low.wrapping_add((random % range) as i64)
        })
    }

    /// 0, 1, … n - 1 in random order, as int64. Follows torch.randperm, which draws from 32 bits while n is below
    /// 2^32 / 20; more is refused here.
    ///
    /// # Errors
    /// Where `n` is 2^32 / 20 or more, or the memory is not to be had.
    pub fn randperm(&mut self, n: usize) -> Result<Tensor> {
        if n >= (u32::MAX / 20) as usize {
            return Err(Box::new(TensorError::TooLarge { shape: vec![n], dtype: DType::Int64 }));
        }
        let tensor = self.fill_int64(&[n], |_, i| i)?;
        let mut order = tensor.to_vec::<i64>()?;
        for i in 0..n.saturating_sub(1) {
            let other = i + self.engine.random() as usize % (n - i);
            order.swap(i, other);
        }
        tensor.copy_(&Tensor::from_slice(&order))?;
        Ok(tensor)
    }

    fn fill_int64(
        &mut self,
        shape: &[usize],
        mut draw: impl FnMut(&mut Generator, i64) -> i64,
    ) -> Result<Tensor> {
        let tensor = Tensor::zeros(shape, DType::Int64)?;
        let mut data = tensor.0.storage.data.borrow_mut();
        for (element, i) in data.chunks_exact_mut(DType::Int64.size()).zip(0..) {
            element.copy_from_slice(&draw(self, i).to_le_bytes());
        }
        drop(data);
        Ok(tensor)
    }
}
