use collective::algorithm::chunk;
use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Tensor};

use crate::config::Part;
use crate::rank::Rank;

const FLOAT32: usize = 4;

/// An all-reduce at once, and in its two halves: the same bits, and the same bytes but for padding.
pub(crate) async fn rs_ag(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    // One too many to be shared evenly.
    let count = 2 * w + 1;
    let per = count.div_ceil(w);
    let input = draw(part.data_seed(), count)?;
    rank.keep("input", &input)?;

    let all_reduced = rank.clone_of(&input)?;
    let before = rank.sent_bytes();
    world.all_reduce(&all_reduced, ReduceOp::Sum).await?;
    let between = rank.sent_bytes();
    rank.keep("all_reduced", &all_reduced)?;

    // In halves every rank needs a shard of the same length, so the end is filled up with zeros.
    let padded = Tensor::zeros(&[w * per], DType::Float32)?;
    let head = padded.narrow(0, 0, count)?;
    head.copy_(&input)?;
    rank.computed("pad", LocalKind::Copied, &[&input], &head);
    rank.show("padded", &padded);
    let shard = Tensor::empty(&[per], DType::Float32)?;
    world.reduce_scatter_tensor(&shard, &padded, ReduceOp::Sum).await?;
    rank.keep("shard", &shard)?;
    let gathered = Tensor::empty(&[w * per], DType::Float32)?;
    world.all_gather_into_tensor(&gathered, &shard).await?;
    let after = rank.sent_bytes();
    rank.keep("gathered", &gathered)?;

    // The same additions in rank order, by this rank alone.
    let sums = Tensor::zeros(&[w * per], DType::Float32)?;
    let sum = sums.narrow(0, 0, count)?;
    sum.copy_(&draw(part.peer_data_seed(0), count)?)?;
    for peer in 1..w {
        sum.add_tensor_(&draw(part.peer_data_seed(peer), count)?)?;
    }
    rank.check_equal("all_reduce", &sum, &all_reduced)?;
    rank.check_equal("reduce_scatter", &sums.narrow(0, per * r, per)?, &shard)?;
    rank.check_equal("all_gather", &sums, &gathered)?;
    rank.check_equal("halves_equal_whole", &all_reduced, &gathered.narrow(0, 0, count)?)?;

    // At once: all chunks but its own to their owners, then its own to all. In halves: the same with padded shards.
    let own = chunk(count, w, r).len();
    let whole = FLOAT32 * (count - own + (w - 1) * own);
    let half = FLOAT32 * (w - 1) * per;
    let measured = [(between - before) as i64, (after - between) as i64];
    rank.check_number("whole_rank_bytes", whole as i64, measured[0]);
    rank.check_number("halves_rank_bytes", 2 * half as i64, measured[1]);
    let total = Tensor::from_slice(&measured);
    world.all_reduce(&total, ReduceOp::Sum).await?;
    rank.show("bytes", &total);
    let (whole_bytes, halves_bytes) =
        (total.select(0, 0)?.item::<i64>()?, total.select(0, 1)?.item::<i64>()?);
    let padding = FLOAT32 * 2 * (w - 1) * (w * per - count);
    rank.check_number("whole_bytes", (FLOAT32 * 2 * (w - 1) * count) as i64, whole_bytes);
    rank.check_number("bytes_differ_by_padding", padding as i64, halves_bytes - whole_bytes);

    rank.log(&[
        ("elements", count as i64),
        ("shard_elements", per as i64),
        ("whole_bytes", whole_bytes),
        ("halves_bytes", halves_bytes),
        ("padding_bytes", padding as i64),
    ]);
    Ok(())
}

fn draw(seed: i128, count: usize) -> Result<Tensor> {
    Ok(Generator::manual_seed(seed)?.randn(&[count], DType::Float32)?)
}
