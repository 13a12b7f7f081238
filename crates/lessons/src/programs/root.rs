use collective::{ReduceOp, Result};
use tensor::{DType, Tensor};

use crate::rank::Rank;
use crate::record::Value;

/// One rank gives to all, or takes from all: broadcast, scatter, gather, reduce, with rank 0 as the root.
pub(crate) async fn root(rank: &Rank) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let is_root = r == 0;
    let float = |value: usize| Tensor::from_slice(&[value as f64]);

    let b = Tensor::arange(4, DType::Float64)?;
    b.add_((100 * r) as f64)?;
    rank.keep("broadcast_in", &b)?;
    world.broadcast(&b, 0).await?;
    rank.keep("broadcast_out", &b)?;
    rank.check_equal("broadcast", &Tensor::arange(4, DType::Float64)?, &b)?;

    let mine = Tensor::empty(&[1], DType::Float64)?;
    let parts: Option<Vec<Tensor>> = is_root.then(|| (0..w).map(float).collect());
    world.scatter(&mine, parts.as_deref(), 0).await?;
    rank.keep("scatter_out", &mine)?;
    rank.check_equal("scatter", &float(r), &mine)?;

    let gathered = Tensor::empty(&[w], DType::Float64)?;
    let mut places = Vec::new();
    for i in 0..w {
        places.push(gathered.narrow(0, i, 1)?);
    }
    world.gather(&mine, is_root.then_some(&places), 0).await?;
    if is_root {
        rank.keep("gather_out", &gathered)?;
        rank.check_equal("gather", &Tensor::arange(w, DType::Float64)?, &gathered)?;
    } else {
        rank.keep_value("gather_out", Value::None);
    }

    let total = rank.clone_of(&mine)?;
    world.reduce(&total, 0, ReduceOp::Sum).await?;
    if is_root {
        rank.keep("reduce_out", &total)?;
        rank.check_equal("reduce", &float(w * (w - 1) / 2), &total)?;
    } else {
        rank.show("reduce_out", &total);
        rank.keep_value("reduce_out", Value::None);
    }
    rank.log(&[]);
    Ok(())
}
