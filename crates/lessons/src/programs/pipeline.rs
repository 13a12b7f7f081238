use collective::Result;
use collective::trace::LocalKind;
use tensor::{DType, Generator, Tensor};

use super::stage::{Alone, FEATURES, ROWS, Stage, ones};
use crate::config::Part;
use crate::rank::Rank;

const ACTIVATION: u32 = 10;
const GRADIENT: u32 = 20;

/// Every rank is a stage of one network. Activations go from left to right, then gradients from right to left, and every
/// weight ends with the gradient that one machine would have given it.
pub(crate) async fn pipeline(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let stages = Stage::all(part, w)?;
    let stage = &stages[r];
    rank.keep("weight", &stage.weight)?;
    // The first stage's data, by the first rank's seed.
    let mut generator = Generator::manual_seed(part.peer_data_seed(0))?;
    let data = generator.randn(&[ROWS, FEATURES], DType::Float32)?;

    let x = if r == 0 { data.deep_clone()? } else { buffer()? };
    if r > 0 {
        world.recv(&x, r - 1, ACTIVATION).await?;
    }
    rank.keep("x", &x)?;
    let y = stage.forward(&x)?;
    rank.computed("forward", LocalKind::Mixed, &[&x, &stage.weight], &y);
    rank.keep("y", &y)?;
    if r + 1 < w {
        world.send(&y, r + 1, ACTIVATION).await?;
    }

    // The last stage has the loss, the sum over y, and so its gradient.
    let grad_y = if r + 1 < w { buffer()? } else { ones()? };
    if r + 1 < w {
        world.recv(&grad_y, r + 1, GRADIENT).await?;
    }
    rank.keep("grad_y", &grad_y)?;
    let (grad_x, grad_weight) = stage.backward(&x, &grad_y)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_y, &stage.weight], &grad_x);
    rank.keep("grad_x", &grad_x)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_y, &x], &grad_weight);
    rank.keep("grad_weight", &grad_weight)?;
    if r > 0 {
        world.send(&grad_x, r - 1, GRADIENT).await?;
    }

    let alone = Alone::new(&stages, data)?;
    rank.check_equal("activation", &alone.activations[r], &x)?;
    rank.check_equal("gradient", &alone.grads[r + 1], &grad_y)?;
    rank.check_allclose("weight_gradient", &alone.weight_grads[r], &grad_weight)?;
    rank.log(&[("stage", r as i64), ("stages", w as i64)]);
    Ok(())
}

fn buffer() -> Result<Tensor> {
    Ok(Tensor::empty(&[ROWS, FEATURES], DType::Float32)?)
}
