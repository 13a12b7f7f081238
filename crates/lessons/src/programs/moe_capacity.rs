use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Tensor};

use super::moe::{draw, follow};
use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

/// What a part may hold, over what it would hold if routers were even: 5/4.
const FACTOR: [usize; 2] = [5, 4];
const FLOAT32: usize = 4;

/// Parts of one size, twice: large enough for every token, as all ranks agree by MAX; then capped, and tokens that find no
/// room stay as they are.
pub(crate) async fn moe_capacity(rank: &Rank, part: &Part) -> Result<()> {
    let (w, d) = (rank.world_size(), part.d());
    let (tokens, router) = draw(part, w)?;
    rank.keep("tokens", &tokens)?;
    rank.keep("router", &router)?;
    let counts = router.bincount(w)?;
    rank.computed("bincount", LocalKind::Mixed, &[&router], &counts);
    rank.keep("counts", &counts)?;
    let agreed = agree(rank, &counts.to_vec::<i64>()?).await?;

    // The cap follows from all ranks' tokens: a W-th of them for each expert, and of that a W-th from each rank.
    let total = Tensor::from_slice(&[tokens.shape()[0] as i64]);
    rank.world().all_reduce(&total, ReduceOp::Sum).await?;
    rank.keep("total", &total)?;
    let total = total.item::<i64>()?;
    let even = usize::try_from(total).unwrap_or(0).min(w * part.most_tokens());
    // No rank has more tokens than all are configured with: what says otherwise is damaged, and would ask for any memory.
    let holds = usize::try_from(agreed).unwrap_or(0).min(part.most_tokens());
    let cap = (FACTOR[0] * even).div_ceil(FACTOR[1] * w * w).min(holds);
    rank.keep_value("cap", Value::Number(cap as i64));

    // Dispatch: of each expert's tokens the first ones, as far as there is room.
    let send = Tensor::zeros(&[w, cap, d], DType::Float32)?;
    let (mut kept, mut dropped) = (Vec::new(), 0);
    for expert in 0..w {
        let all = router.eq_scalar(expert as i64)?.nonzero()?;
        let index = all.narrow(0, 0, all.numel().min(cap))?;
        dropped += (all.numel() - index.numel()) as i64;
        let slots = send.select(0, expert)?.narrow(0, 0, index.numel())?;
        slots.copy_(&tokens.index_rows(&index)?)?;
        follow(rank, "dispatch", &index, &tokens, &slots, false)?;
        kept.push(index);
    }
    rank.show("send", &send);
    let before = rank.sent_bytes();
    let combined = there_and_back(rank, &send).await?;
    let sent = (rank.sent_bytes() - before) as i64;
    let home = home(rank, &tokens, &combined, &kept)?;
    rank.keep("final", &home)?;
    rank.check_equal("kept_times_expert", &by_experts(&tokens, &kept)?, &home)?;
    rank.check_number("rank_bytes", (FLOAT32 * 2 * (w - 1) * cap * d) as i64, sent);

    let own_kept: usize = kept.iter().map(Tensor::numel).sum();
    let both = Tensor::from_slice(&[own_kept as i64, dropped]);
    rank.world().all_reduce(&both, ReduceOp::Sum).await?;
    rank.keep("kept_and_dropped", &both)?;
    let all_kept = both.select(0, 0)?.item::<i64>()?;
    let all_dropped = both.select(0, 1)?.item::<i64>()?;
    rank.check_number("kept_and_dropped_are_all", total, all_kept.wrapping_add(all_dropped));
    rank.log(&[("dropped_here", dropped), ("all_dropped", all_dropped), ("sent_bytes", sent)]);
    Ok(())
}

/// The largest count anywhere. Each rank by itself would choose another size, and the calls would not fit together.
async fn agree(rank: &Rank, counts: &[i64]) -> Result<i64> {
    let largest = counts.iter().copied().max().unwrap_or(0);
    rank.keep_value("largest", Value::Number(largest));
    let agreed = Tensor::from_slice(&[largest]);
    rank.world().all_reduce(&agreed, ReduceOp::Max).await?;
    rank.keep("agreed", &agreed)?;
    let agreed = agreed.item::<i64>()?;
    let beyond = counts.iter().map(|&count| (count - agreed.max(0)).max(0)).sum();
    rank.check_number("agreed_holds_all", 0, beyond);
    Ok(agreed)
}

/// To the experts and back. Expert e multiplies by e + 2, so a token that went to another would show it.
async fn there_and_back(rank: &Rank, send: &Tensor) -> Result<Tensor> {
    let dispatched = Tensor::empty(send.shape(), DType::Float32)?;
    rank.world().all_to_all_single(&dispatched, send).await?;
    rank.keep("dispatched", &dispatched)?;
    let back = dispatched.mul_scalar((rank.rank() + 2) as f64)?;
    rank.computed("expert", LocalKind::Elementwise, &[&dispatched], &back);
    let combined = Tensor::empty(send.shape(), DType::Float32)?;
    rank.world().all_to_all_single(&combined, &back).await?;
    rank.keep("combined", &combined)?;
    Ok(combined)
}

/// Every kept token back to its row. A dropped one has passed its expert by: what was there stays.
fn home(rank: &Rank, tokens: &Tensor, combined: &Tensor, kept: &[Tensor]) -> Result<Tensor> {
    let home = rank.clone_of(tokens)?;
    for (expert, index) in kept.iter().enumerate() {
        let slots = combined.select(0, expert)?.narrow(0, 0, index.numel())?;
        home.set_rows_(index, &slots)?;
        follow(rank, "home", index, &home, &slots, true)?;
    }
    Ok(home)
}

/// What should be home: tokens times what their experts multiply by, where they were kept.
fn by_experts(tokens: &Tensor, kept: &[Tensor]) -> Result<Tensor> {
    let expected = tokens.deep_clone()?;
    for (expert, index) in kept.iter().enumerate() {
        let times = tokens.index_rows(index)?.mul_scalar((expert + 2) as f64)?;
        expected.set_rows_(index, &times)?;
    }
    Ok(expected)
}
