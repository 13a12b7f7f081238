use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Tensor};

use super::moe::{draw, follow};
use crate::config::Part;
use crate::rank::Rank;

const FLOAT32: usize = 4;

/// Tokens to their experts and home in parts as long as they are, and once more in padded ones: the same tokens, other
/// bytes.
pub(crate) async fn moe_ragged(rank: &Rank, part: &Part) -> Result<()> {
    let world = rank.world();
    let (tokens, router) = draw(part, rank.world_size())?;
    rank.keep("tokens", &tokens)?;
    rank.keep("router", &router)?;
    let counts = router.bincount(rank.world_size())?;
    rank.computed("bincount", LocalKind::Mixed, &[&router], &counts);
    rank.keep("counts", &counts)?;
    let in_counts = Tensor::empty(&[rank.world_size()], DType::Int64)?;
    world.all_to_all_single(&in_counts, &counts).await?;
    rank.keep("in_counts", &in_counts)?;

    // In the order of their experts tokens lie as they are sent.
    let mut order = Vec::new();
    for expert in 0..rank.world_size() {
        order.extend(router.eq_scalar(expert as i64)?.nonzero()?.to_vec::<i64>()?);
    }
    let order = Tensor::from_slice(&order);
    let ordered = tokens.index_rows(&order)?;
    follow(rank, "sort", &order, &tokens, &ordered, false)?;
    rank.keep("ordered", &ordered)?;

    let (counts, in_counts) = (sizes(&counts, part)?, sizes(&in_counts, part)?);
    let start = rank.sent_bytes();
    let returned = ragged(rank, &ordered, &counts, &in_counts).await?;
    let ragged_bytes = (rank.sent_bytes() - start) as i64;
    let ragged_home = home(rank, &order, &returned)?;
    rank.keep("ragged_home", &ragged_home)?;

    let cap = largest(rank, part, &counts).await?;
    let start = rank.sent_bytes();
    let unpadded = padded(rank, &ordered, &counts, cap).await?;
    let padded_bytes = (rank.sent_bytes() - start) as i64;
    let padded_home = home(rank, &order, &unpadded)?;
    rank.keep("padded_home", &padded_home)?;

    let expected = tokens.mul_scalar(10.0)?;
    rank.check_equal("ragged_home", &expected, &ragged_home)?;
    rank.check_equal("padded_home", &expected, &padded_home)?;
    compare(rank, part, [&counts, &in_counts], cap, [ragged_bytes, padded_bytes]).await
}

/// To the experts and back in true sizes: they are the counts, and the way home has them the other way round.
async fn ragged(
    rank: &Rank,
    ordered: &Tensor,
    counts: &[usize],
    in_counts: &[usize],
) -> Result<Tensor> {
    let world = rank.world();
    let arrived = Tensor::empty(&[in_counts.iter().sum(), ordered.shape()[1]], DType::Float32)?;
    world.all_to_all_single_with_splits(&arrived, ordered, in_counts, counts).await?;
    rank.keep("arrived", &arrived)?;
    let done = times_ten(rank, &arrived)?;
    let returned = Tensor::empty(ordered.shape(), DType::Float32)?;
    world.all_to_all_single_with_splits(&returned, &done, counts, in_counts).await?;
    Ok(returned)
}

/// The size of every padded part: the largest one anywhere.
async fn largest(rank: &Rank, part: &Part, counts: &[usize]) -> Result<usize> {
    let capacity = Tensor::from_slice(&[counts.iter().copied().max().unwrap_or(0) as i64]);
    rank.world().all_reduce(&capacity, ReduceOp::Max).await?;
    rank.keep("capacity", &capacity)?;
    Ok(usize::try_from(capacity.item::<i64>()?).unwrap_or(0).min(part.most_tokens()))
}

/// To the experts and back in parts of `cap` rows.
async fn padded(rank: &Rank, ordered: &Tensor, counts: &[usize], cap: usize) -> Result<Tensor> {
    let shape = [counts.len(), cap, ordered.shape()[1]];
    let send = Tensor::zeros(&shape, DType::Float32)?;
    for (slots, rows) in parts(&send, ordered, counts)? {
        slots.copy_(&rows)?;
        rank.computed("dispatch", LocalKind::Copied, &[&rows], &slots);
    }
    let dispatched = Tensor::empty(&shape, DType::Float32)?;
    rank.world().all_to_all_single(&dispatched, &send).await?;
    rank.keep("dispatched", &dispatched)?;
    let back = times_ten(rank, &dispatched)?;
    let combined = Tensor::empty(&shape, DType::Float32)?;
    rank.world().all_to_all_single(&combined, &back).await?;
    let unpadded = Tensor::empty(ordered.shape(), DType::Float32)?;
    for (slots, rows) in parts(&combined, &unpadded, counts)? {
        rows.copy_(&slots)?;
        rank.computed("unpad", LocalKind::Copied, &[&slots], &rows);
    }
    Ok(unpadded)
}

/// Both ways' bytes. Ragged, a rank sends its tokens for others, and others' tokens back; padded, W − 1 parts each way.
async fn compare(
    rank: &Rank,
    part: &Part,
    [counts, in_counts]: [&[usize]; 2],
    cap: usize,
    [ragged_bytes, padded_bytes]: [i64; 2],
) -> Result<()> {
    let w = rank.world_size();
    let row = FLOAT32 * part.d();
    let own = counts.get(rank.rank()).copied().unwrap_or(0);
    let away = counts.iter().sum::<usize>() - own;
    let visitors = in_counts.iter().sum::<usize>().saturating_sub(own);
    rank.check_number("ragged_rank_bytes", (row * (away + visitors)) as i64, ragged_bytes);
    let padded_expected = (row * 2 * (w - 1) * cap) as i64;
    rank.check_number("padded_rank_bytes", padded_expected, padded_bytes);
    let total = Tensor::from_slice(&[away as i64, ragged_bytes, padded_bytes]);
    rank.world().all_reduce(&total, ReduceOp::Sum).await?;
    rank.show("total", &total);
    let number = |i| -> Result<i64> { Ok(total.select(0, i)?.item()?) };
    let ragged_expected = number(0)?.wrapping_mul(2 * row as i64);
    rank.check_number("ragged_bytes", ragged_expected, number(1)?);
    rank.check_number("padded_bytes", padded_expected * w as i64, number(2)?);
    rank.log(&[("ragged_bytes", number(1)?), ("padded_bytes", number(2)?)]);
    Ok(())
}

/// Counts as sizes of parts. No rank has more tokens than all are configured with: what says otherwise is damaged, and would
/// ask for any memory.
fn sizes(counts: &Tensor, part: &Part) -> Result<Vec<usize>> {
    let size = |count| usize::try_from(count).unwrap_or(0).min(part.most_tokens());
    Ok(counts.to_vec::<i64>()?.into_iter().map(size).collect())
}

/// The expert: zeros stay zeros.
fn times_ten(rank: &Rank, rows: &Tensor) -> Result<Tensor> {
    let done = rows.mul_scalar(10.0)?;
    rank.computed("× 10", LocalKind::Elementwise, &[rows], &done);
    Ok(done)
}

/// For each expert: the slots in use of its padded part, and its rows among the ordered ones.
fn parts(padded: &Tensor, ordered: &Tensor, counts: &[usize]) -> Result<Vec<(Tensor, Tensor)>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (expert, &count) in counts.iter().enumerate() {
        let slots = padded.select(0, expert)?.narrow(0, 0, count)?;
        parts.push((slots, ordered.narrow(0, start, count)?));
        start += count;
    }
    Ok(parts)
}

/// Each row back to where its token was.
fn home(rank: &Rank, order: &Tensor, ordered: &Tensor) -> Result<Tensor> {
    let home = Tensor::empty(ordered.shape(), DType::Float32)?;
    home.set_rows_(order, ordered)?;
    follow(rank, "home", order, &home, ordered, true)?;
    Ok(home)
}
