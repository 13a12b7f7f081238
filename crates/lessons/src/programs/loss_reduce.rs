use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// Ranks with different numbers of tokens: the mean of their means is not the mean. Sums and counts are reduced, and
/// divided once.
pub(crate) async fn loss_reduce(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let losses = draw(part.data_seed())?;
    let (own_sum, own_count) = (sum_of(&losses)?, losses.numel());
    rank.keep("losses", &losses)?;

    let loss_sum = Tensor::from_slice(&[own_sum]);
    rank.computed("sum", LocalKind::Mixed, &[&losses], &loss_sum);
    let token_count = Tensor::from_slice(&[own_count as i64]);
    let mean_of_means = Tensor::from_slice(&[own_sum / own_count as f64]);
    rank.computed("mean", LocalKind::Mixed, &[&losses], &mean_of_means);
    let reduced =
        [("loss_sum", &loss_sum), ("token_count", &token_count), ("mean_of_means", &mean_of_means)];
    for (name, tensor) in reduced {
        rank.show(name, tensor);
        world.reduce(tensor, 0, ReduceOp::Sum).await?;
    }

    // The same from all ranks' seeds, by this rank alone.
    let (mut sum, mut count, mut means) = (0.0, 0, 0.0);
    for peer in 0..w {
        let losses = draw(part.peer_data_seed(peer))?;
        let peer_sum = sum_of(&losses)?;
        sum += peer_sum;
        count += losses.numel();
        means += peer_sum / losses.numel() as f64;
    }

    // Only rank 0 may read what was reduced; the others' tensors hold nothing that is defined.
    let mean_loss = Tensor::empty(&[1], DType::Float64)?;
    if r == 0 {
        mean_of_means.div_(w as f64)?;
        rank.computed("÷ ranks", LocalKind::Elementwise, &[&mean_of_means], &mean_of_means);
        mean_loss.copy_(&loss_sum.div(&token_count.to(DType::Float64)?)?)?;
        let from = [&loss_sum, &token_count];
        rank.computed("÷ tokens", LocalKind::Elementwise, &from, &mean_loss);
        for (name, tensor) in reduced {
            rank.keep(name, tensor)?;
        }
        rank.check_equal("token_count", &Tensor::from_slice(&[count as i64]), &token_count)?;
        let expected = Tensor::from_slice(&[means / w as f64]);
        rank.check_allclose("mean_of_means", &expected, &mean_of_means)?;
    } else {
        for (name, tensor) in reduced {
            rank.show(name, tensor);
            rank.keep_value(name, Value::None);
        }
    }

    // Whoever wants to act on it is told.
    world.broadcast(&mean_loss, 0).await?;
    rank.keep("mean_loss", &mean_loss)?;
    rank.check_allclose("mean_loss", &Tensor::from_slice(&[sum / count as f64]), &mean_loss)?;
    rank.log(&[("own_tokens", own_count as i64), ("all_tokens", count as i64)]);
    Ok(())
}

/// One to eight tokens' losses.
fn draw(seed: i128) -> Result<Tensor> {
    let mut generator = Generator::manual_seed(seed)?;
    let count = generator.randint(1, 9, &[1])?.item::<i64>()?;
    Ok(generator.rand(&[usize::try_from(count).unwrap_or(1)], DType::Float32)?)
}

fn sum_of(losses: &Tensor) -> Result<f64> {
    Ok(losses.to(DType::Float64)?.sum()?.to_f64())
}
