//! Random integers and permutations.

use super::Generator;
use crate::{DType, Result, Tensor, TensorError};

/// From this many values on, torch takes 64 random bits for each.
const WIDE: u64 = 1 << 28;

impl Generator {
    /// Integers from `low` up to but without `high`, each as likely, as an int64 tensor of this shape.
    /// Follows [`torch.randint`](https://docs.pytorch.org/docs/stable/generated/torch.randint.html).
    ///
    /// ```
    /// # use tensor::*;
    /// let x = Generator::manual_seed(0)?.randint(-3, 3, &[5])?;
    /// assert_eq!(x.to_vec::<i64>()?, [-1, 0, 2, -3, -2]); // torch's
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
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

    /// 0, 1, … n - 1 in random order, as a 1-d int64 tensor.
    /// Follows [`torch.randperm`](https://docs.pytorch.org/docs/stable/generated/torch.randperm.html),
    /// which draws from 32 bits while n is below 2^32 / 20; more is refused here.
    ///
    /// ```
    /// # use tensor::*;
    /// let order = Generator::manual_seed(0)?.randperm(5)?;
    /// assert_eq!(order.to_vec::<i64>()?, [4, 0, 1, 3, 2]); // torch's
    /// # Ok::<(), Box<TensorError>>(())
    /// ```
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
