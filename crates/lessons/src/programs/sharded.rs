use collective::Result;
use collective::trace::LocalKind;
use tensor::{DType, Tensor};

use crate::rank::Rank;

/// `tensor`, flat, with zeros behind it up to `count` elements, as shards of one length need it. The trace has it as `name`,
/// on the caller's line.
#[track_caller]
pub(super) fn padded(rank: &Rank, name: &str, tensor: &Tensor, count: usize) -> Result<Tensor> {
    let padded = Tensor::zeros(&[count], DType::Float32)?;
    let head = padded.narrow(0, 0, tensor.numel())?;
    head.copy_(&tensor.flatten()?)?;
    rank.computed(name, LocalKind::Copied, &[tensor], &head);
    Ok(padded)
}

/// The gradient of `sum((x Wᵀ)²)` by W, `[out, in]`: `2 (x Wᵀ)ᵀ x`.
pub(super) fn weight_gradient(weight: &Tensor, data: &Tensor) -> Result<Tensor> {
    Ok(data.matmul(&weight.t()?)?.mul_scalar(2.0)?.t()?.matmul(data)?)
}

/// The gradient of `sum((x Wᵀ)²)` by x: `2 (x Wᵀ) W`.
pub(super) fn input_gradient(weight: &Tensor, data: &Tensor) -> Result<Tensor> {
    Ok(data.matmul(&weight.t()?)?.mul_scalar(2.0)?.matmul(weight)?)
}

#[cfg(test)]
mod tests {
    use super::super::differences::{assert_close, gradient, sum};
    use super::*;
    use tensor::Generator;

    #[test]
    fn gradients_are_what_the_sum_of_squares_changes_by() -> Result<()> {
        let mut generator = Generator::manual_seed(1)?;
        let weight = generator.randn(&[3, 5], DType::Float64)?;
        let data = generator.randn(&[2, 5], DType::Float64)?;
        let loss = |weight: &Tensor, data: &Tensor| {
            let output = data.matmul(&weight.t()?)?;
            sum(&output.mul(&output)?)
        };
        let by_weight = gradient(&weight, |weight| loss(weight, &data))?;
        assert_close(&weight_gradient(&weight, &data)?, &by_weight)?;
        assert_close(
            &input_gradient(&weight, &data)?,
            &gradient(&data, |data| loss(&weight, data))?,
        )
    }
}
