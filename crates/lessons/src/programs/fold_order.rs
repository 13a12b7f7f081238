use collective::algorithm::Algorithm;
use collective::{ReduceOp, Result};
use tensor::{DType, Tensor};

use crate::config::Part;
use crate::rank::Rank;

/// What ranks 0, 1, 2, 3, 4 … hold, over and over. Near 10⁸ a float32 knows multiples of 8 only: a 1 that is added to it is
/// lost.
const CYCLE: [f32; 4] = [1e8, 1.0, -1e8, 1.0];

/// The same sum by five algorithms: what is added first decides what is lost.
pub(crate) async fn fold_order(rank: &Rank, _: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    // One element for each rank, since a ring begins to add each chunk at another rank.
    let input = Tensor::full(&[w], f64::from(held(r)), DType::Float32)?;
    rank.keep("input", &input)?;

    // As torch does it with gloo. Whatever the order, all ranks end with the same bits.
    let gloo = rank.clone_of(&input)?;
    world.using(Algorithm::Gloo).all_reduce(&gloo, ReduceOp::Sum).await?;
    rank.keep("gloo", &gloo)?;
    let every_gloo = Tensor::empty(&[w * w], DType::Float32)?;
    world.all_gather_into_tensor(&every_gloo, &gloo).await?;
    rank.show("every_gloo", &every_gloo);
    let own = gloo.to_vec::<f32>()?.repeat(w);
    rank.check_equal("gloo_everywhere", &Tensor::from_slice(&own), &every_gloo)?;

    // Whole numbers have no order of folding; floats that do not cancel differ in the last digits at most.
    let whole = input.to(DType::Int64)?;
    world.using(Algorithm::Gloo).all_reduce(&whole, ReduceOp::Sum).await?;
    rank.keep("whole", &whole)?;
    let exact = (0..w).map(|k| held(k) as i64).sum::<i64>();
    rank.check_equal("whole_numbers", &Tensor::full(&[w], exact, DType::Int64)?, &whole)?;
    let tenths = Tensor::full(&[w], (r + 1) as f64 / 10.0, DType::Float32)?;
    world.using(Algorithm::Gloo).all_reduce(&tenths, ReduceOp::Sum).await?;
    rank.keep("tenths", &tenths)?;
    let close = Tensor::full(&[w], (w * (w + 1)) as f64 / 20.0, DType::Float32)?;
    rank.check_allclose("tenths", &close, &tenths)?;

    // Other algorithms, and the same additions in each one's order, by this rank alone.
    let direct = rank.clone_of(&input)?;
    world.all_reduce(&direct, ReduceOp::Sum).await?;
    rank.keep("direct", &direct)?;
    let in_rank_order = Tensor::full(&[w], f64::from(folded(0..w)), DType::Float32)?;
    rank.check_equal("direct", &in_rank_order, &direct)?;
    let flat = rank.clone_of(&input)?;
    world.using(Algorithm::Flat).all_reduce(&flat, ReduceOp::Sum).await?;
    rank.keep("flat", &flat)?;
    rank.check_equal("flat_equals_direct", &direct, &flat)?;
    let ring = rank.clone_of(&input)?;
    world.using(Algorithm::Ring).all_reduce(&ring, ReduceOp::Sum).await?;
    rank.keep("ring", &ring)?;
    let round = |c: usize| folded((c..c + w).map(|k| k % w));
    let in_ring_order = Tensor::from_slice(&(0..w).map(round).collect::<Vec<f32>>());
    rank.check_equal("ring", &in_ring_order, &ring)?;
    let tree = rank.clone_of(&input)?;
    world.using(Algorithm::Binomial).all_reduce(&tree, ReduceOp::Sum).await?;
    rank.keep("tree", &tree)?;
    let in_pairs = Tensor::full(&[w], f64::from(paired(0, w)), DType::Float32)?;
    rank.check_equal("tree", &in_pairs, &tree)?;

    let elements = ring.to_vec::<f32>()?;
    let differ = elements.iter().filter(|&&sum| sum != folded(0..w)).count();
    rank.log(&[
        ("exact", exact),
        ("in_rank_order", folded(0..w) as i64),
        ("ring_differs", differ as i64),
    ]);
    Ok(())
}

/// What rank `rank` adds.
fn held(rank: usize) -> f32 {
    CYCLE[rank % CYCLE.len()]
}

/// The sum over `ranks`, one after the other.
fn folded(ranks: impl Iterator<Item = usize>) -> f32 {
    ranks.map(held).reduce(|sum, next| sum + next).unwrap_or(0.0)
}

/// The sum over `count` ranks from `first` on along a binomial tree: pairs first, then pairs of pairs.
fn paired(first: usize, count: usize) -> f32 {
    if count == 1 {
        return held(first);
    }
    // The root's farthest child has the ranks from the largest power of two below `count` on.
    let half = count.next_power_of_two() / 2;
    paired(first, half) + paired(first + half, count - half)
}
