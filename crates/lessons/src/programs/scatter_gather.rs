use collective::Result;
use tensor::{DType, Tensor};

use crate::rank::Rank;
use crate::record::Value;

const INT64: usize = 8;

/// The last rank deals out a table's rows and collects them again, then collects what every rank has of its own and deals
/// it out again: either way everybody has what was there before.
pub(crate) async fn scatter_gather(rank: &Rank) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let world = rank.world();
    let root = w - 1;
    let is_root = r == root;
    let before = rank.sent_bytes();

    // Parts differ in what they hold, not in size: row i has i + 1 numbers, and zeros behind them.
    let table = is_root.then(|| table(w)).transpose()?;
    let part = Tensor::empty(&[w], DType::Int64)?;
    let parts = rows(table.as_ref(), w)?;
    keep_or_none(rank, "table", table.as_ref())?;
    world.scatter(&part, parts.as_deref(), root).await?;
    rank.keep("part", &part)?;
    rank.check_equal("scatter", &row(r, w), &part)?;

    // Gather undoes scatter.
    let collected = is_root.then(|| Tensor::empty(&[w, w], DType::Int64)).transpose()?;
    let places = rows(collected.as_ref(), w)?;
    world.gather(&part, places.as_deref(), root).await?;
    keep_or_none(rank, "collected", collected.as_ref())?;
    if let (Some(table), Some(collected)) = (&table, &collected) {
        rank.check_equal("gather_of_scatter", table, collected)?;
    }

    // And scatter undoes gather.
    let own = Tensor::from_slice(&[r as i64, (r * r) as i64]);
    rank.keep("own", &own)?;
    let everyones = is_root.then(|| Tensor::empty(&[w, 2], DType::Int64)).transpose()?;
    let places = rows(everyones.as_ref(), w)?;
    world.gather(&own, places.as_deref(), root).await?;
    keep_or_none(rank, "everyones", everyones.as_ref())?;
    let returned = Tensor::empty(&[2], DType::Int64)?;
    world.scatter(&returned, places.as_deref(), root).await?;
    rank.keep("returned", &returned)?;
    rank.check_equal("scatter_of_gather", &own, &returned)?;

    // Each way moves one part and one pair for every rank but the root: it sends them all, or each sends its own.
    let once = INT64 * (w + 2);
    let expected = if is_root { (w - 1) * once } else { once };
    let sent = (rank.sent_bytes() - before) as i64;
    rank.check_number("rank_bytes", expected as i64, sent);
    rank.log(&[("root", root as i64), ("sent_bytes", sent)]);
    Ok(())
}

/// Row `i` of the table: 100 (i + 1) and the numbers after it, i + 1 of them.
fn row(i: usize, world_size: usize) -> Tensor {
    let number = |j: usize| if j <= i { (100 * (i + 1) + j) as i64 } else { 0 };
    Tensor::from_slice(&(0..world_size).map(number).collect::<Vec<_>>())
}

fn table(world_size: usize) -> Result<Tensor> {
    let table = Tensor::zeros(&[world_size, world_size], DType::Int64)?;
    for i in 0..world_size {
        table.select(0, i)?.copy_(&row(i, world_size))?;
    }
    Ok(table)
}

/// Views of a tensor's rows, on the rank that has the tensor.
fn rows(tensor: Option<&Tensor>, count: usize) -> Result<Option<Vec<Tensor>>> {
    let Some(tensor) = tensor else { return Ok(None) };
    let mut rows = Vec::new();
    for i in 0..count {
        rows.push(tensor.select(0, i)?);
    }
    Ok(Some(rows))
}

#[track_caller]
fn keep_or_none(rank: &Rank, name: &str, tensor: Option<&Tensor>) -> Result<()> {
    match tensor {
        Some(tensor) => rank.keep(name, tensor)?,
        None => rank.keep_value(name, Value::None),
    }
    Ok(())
}
