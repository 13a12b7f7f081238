use collective::{ReduceOp, Result};
use tensor::{DType, Tensor};

use crate::rank::Rank;

/// Elements of one rank's part in lesson 3.
pub const PART_ELEMENTS: usize = 2;

/// Reduce-scatter and all-gather on one side, all-reduce on the other: the same sums by two ways.
pub(crate) async fn all_members(rank: &Rank) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();

    let input = Tensor::arange(PART_ELEMENTS * w, DType::Float64)?;
    input.add_((100 * r) as f64)?;
    rank.keep("input", &input)?;

    let shard = Tensor::empty(&[PART_ELEMENTS], DType::Float64)?;
    world.reduce_scatter_tensor(&shard, &input, ReduceOp::Sum).await?;
    rank.keep("shard", &shard)?;

    let gathered = Tensor::empty(&[PART_ELEMENTS * w], DType::Float64)?;
    world.all_gather_into_tensor(&gathered, &shard).await?;
    rank.keep("gathered", &gathered)?;

    let all_reduced = rank.clone_of(&input)?;
    world.all_reduce(&all_reduced, ReduceOp::Sum).await?;
    rank.keep("all_reduced", &all_reduced)?;

    // Element i of rank k's input is i + 100 k; the sum over k = 0 … W − 1 is W i + 100 W (W − 1) / 2.
    let sums = Tensor::arange(PART_ELEMENTS * w, DType::Float64)?.mul_scalar(w as f64)?;
    sums.add_((50 * w * (w - 1)) as f64)?;
    rank.check_equal("reduce_scatter", &sums.narrow(0, PART_ELEMENTS * r, PART_ELEMENTS)?, &shard)?;
    rank.check_equal("all_gather", &sums, &gathered)?;
    rank.check_equal("all_reduce", &sums, &all_reduced)?;
    rank.check_equal("ag_of_rs_equals_ar", &all_reduced, &gathered)?;
    rank.log(&[]);
    Ok(())
}
