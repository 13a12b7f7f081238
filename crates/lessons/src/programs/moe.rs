use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Tensor};

use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// Tokens travel to the ranks of their experts and home again, in equal padded parts: one all-to-all there, one back.
pub(crate) async fn moe(rank: &Rank, part: &Part) -> Result<()> {
    let (w, d) = (rank.world_size(), part.d());
    let world = rank.world();
    let (tokens, router) = draw(part, w)?;
    rank.keep("tokens", &tokens)?;
    rank.keep("router", &router)?;

    // How many tokens go to each rank, and so how many come from each.
    let counts = router.bincount(w)?;
    rank.computed("bincount", LocalKind::Mixed, &[&router], &counts);
    rank.keep("counts", &counts)?;
    let in_counts = Tensor::empty(&[w], DType::Int64)?;
    world.all_to_all_single(&in_counts, &counts).await?;
    rank.keep("in_counts", &in_counts)?;

    // Every part is padded to the largest count anywhere.
    let largest = counts.to_vec::<i64>()?.into_iter().max().unwrap_or(0);
    let capacity = Tensor::from_slice(&[largest]);
    world.all_reduce(&capacity, ReduceOp::Max).await?;
    // No rank has more tokens than all are configured with: what says otherwise is damaged, and would ask for any memory.
    let most = part.most_tokens();
    let cap = usize::try_from(capacity.item::<i64>()?).unwrap_or(0).min(most);
    rank.keep_value("capacity", Value::Number(cap as i64));

    // Dispatch: tokens sorted by destination, zeros behind them.
    let send = Tensor::zeros(&[w, cap, d], DType::Float32)?;
    for expert in 0..w {
        let index = router.eq_scalar(expert as i64)?.nonzero()?;
        let part = send.select(0, expert)?;
        part.narrow(0, 0, index.numel())?.copy_(&tokens.index_rows(&index)?)?;
        follow(rank, "dispatch", &index, &tokens, &part, false)?;
    }
    rank.show("send", &send);
    let dispatched = Tensor::zeros(&[w, cap, d], DType::Float32)?;
    world.all_to_all_single(&dispatched, &send).await?;
    rank.keep("dispatched", &dispatched)?;

    // The expert multiplies by ten; padding stays zero.
    let back = Tensor::zeros(&[w, cap, d], DType::Float32)?;
    for (source, count) in in_counts.to_vec::<i64>()?.into_iter().enumerate() {
        let count = usize::try_from(count).unwrap_or(0);
        let rows = dispatched.select(0, source)?.narrow(0, 0, count)?;
        let head = back.select(0, source)?.narrow(0, 0, count)?;
        head.copy_(&rows.mul_scalar(10.0)?)?;
        rank.computed("× 10", LocalKind::Elementwise, &[&rows], &head);
    }
    rank.show("back", &back);
    let combined = Tensor::zeros(&[w, cap, d], DType::Float32)?;
    world.all_to_all_single(&combined, &back).await?;
    rank.keep("combined", &combined)?;

    // Home: each token back to the row it came from.
    let home = Tensor::empty(tokens.shape(), DType::Float32)?;
    for expert in 0..w {
        let index = router.eq_scalar(expert as i64)?.nonzero()?;
        let part = combined.select(0, expert)?;
        home.set_rows_(&index, &part.narrow(0, 0, index.numel())?)?;
        follow(rank, "home", &index, &home, &part, true)?;
    }
    rank.keep("final", &home)?;
    rank.check_allclose("tokens_home_times_ten", &tokens.mul_scalar(10.0)?, &home)?;
    rank.log(&[]);
    Ok(())
}

/// A rank's tokens and where each goes, from the rank's own generator.
pub(super) fn draw(part: &Part, world_size: usize) -> Result<(Tensor, Tensor)> {
    let count = part.n_tok();
    let mut generator = Generator::manual_seed(part.router_seed())?;
    let tokens = generator.randn(&[count, part.d()], DType::Float32)?;
    let router = match part.router() {
        Some(fixed) => Tensor::from_slice(fixed),
        None => generator.randint(0, world_size as i64, &[count])?,
    };
    Ok((tokens, router))
}

/// Up to so many tokens the trace tells of each by itself which row it went to; of more, that they went.
pub(super) const FOLLOWED: usize = 256;

/// Notes that rows `index` of `tokens` went to the head of `part`, one after the other; or `home` from there.
#[track_caller]
pub(super) fn follow(
    rank: &Rank,
    name: &str,
    index: &Tensor,
    tokens: &Tensor,
    part: &Tensor,
    home: bool,
) -> Result<()> {
    if tokens.shape().first().is_some_and(|&count| count > FOLLOWED) {
        let (from, to) = if home { (part, tokens) } else { (tokens, part) };
        rank.computed(name, LocalKind::Mixed, &[from], to);
        return Ok(());
    }
    for (row, token) in index.to_vec::<i64>()?.into_iter().enumerate() {
        let token = usize::try_from(token).unwrap_or(0);
        let (token, row) = (tokens.select(0, token)?, part.select(0, row)?);
        let (from, to) = if home { (row, token) } else { (token, row) };
        rank.computed(name, LocalKind::Copied, &[&from], &to);
    }
    Ok(())
}
