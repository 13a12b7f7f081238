use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Tensor};

use super::moe::FOLLOWED;
use crate::config::Part;
use crate::rank::Rank;

/// Experts that a token goes to, where there are so many.
const CHOICES: usize = 2;

/// A rank's tokens, and where each goes with what weight.
struct Drawn {
    tokens: Tensor,
    /// By choice, then by token.
    experts: Vec<Vec<i64>>,
    gates: Vec<Vec<f32>>,
}

/// A token on its way: which it is, to which expert, and with what weight it comes back.
struct Sent {
    token: usize,
    expert: usize,
    gate: f32,
}

/// Every token goes to two experts, as long as they have room for it: second choices yield to first ones, and what finds no
/// room is dropped. Expert e multiplies by e + 1, so a token's sum tells who has seen it.
pub(crate) async fn moe_top2(rank: &Rank, part: &Part) -> Result<()> {
    let (w, world) = (rank.world_size(), rank.world());
    let drawn = draw(part, w)?;
    let tokens = &drawn.tokens;
    rank.keep("tokens", tokens)?;
    for (choice, experts) in drawn.experts.iter().enumerate() {
        rank.keep(["first", "second"][choice], &Tensor::from_slice(experts))?;
    }
    let (n, choices) = (part.n_tok(), drawn.experts.len());
    // Each rank may send an expert its even share.
    let capacity = (choices * n).div_ceil(w);
    let (parts, dropped) = assign(&drawn, w, capacity);
    let counts: Vec<usize> = parts.iter().map(Vec::len).collect();
    let sent: Vec<Sent> = parts.into_iter().flatten().collect();

    // Who gets how much, then the rows themselves, in their true sizes.
    let out_counts = Tensor::from_vec(counts.iter().map(|&c| c as i64).collect(), &[w])?;
    rank.keep("counts", &out_counts)?;
    let in_counts = Tensor::empty(&[w], DType::Int64)?;
    world.all_to_all_single(&in_counts, &out_counts).await?;
    rank.keep("in_counts", &in_counts)?;
    // More than any rank can send is damaged, and would ask for any memory.
    let most = CHOICES * part.most_tokens();
    let clamped = |count: i64| usize::try_from(count).unwrap_or(0).min(most);
    let coming: Vec<usize> = in_counts.to_vec::<i64>()?.into_iter().map(clamped).collect();
    let send = rows(rank, tokens, &sent)?;
    let returned = there_and_back(rank, &send, &counts, &coming).await?;

    let home = home(rank, tokens, &returned, &sent)?;
    rank.keep("final", &home)?;
    rank.check_allclose("combined", &by_experts(tokens, &sent)?, &home)?;

    let arrived: usize = coming.iter().sum();
    let told = [choices * n, sent.len(), dropped, arrived].map(|count| count as i64);
    let totals = Tensor::from_slice(&told);
    world.all_reduce(&totals, ReduceOp::Sum).await?;
    rank.keep("totals", &totals)?;
    let total = |place: usize| totals.select(0, place)?.item::<i64>();
    rank.check_number("all_choices_counted", total(0)?, total(1)?.wrapping_add(total(2)?));
    rank.check_number("all_sent_arrived", total(1)?, total(3)?);
    rank.log(&[
        ("capacity", capacity as i64),
        ("dropped_here", dropped as i64),
        ("all_dropped", total(2)?),
    ]);
    Ok(())
}

/// The tokens' rows in the order in which they are sent.
fn rows(rank: &Rank, tokens: &Tensor, sent: &[Sent]) -> Result<Tensor> {
    let index: Vec<i64> = sent.iter().map(|row| row.token as i64).collect();
    let send = tokens.index_rows(&Tensor::from_slice(&index))?;
    if tokens.shape()[0] > FOLLOWED {
        rank.computed("dispatch", LocalKind::Mixed, &[tokens], &send);
    } else {
        for (place, row) in sent.iter().enumerate() {
            let (token, row) = (tokens.select(0, row.token)?, send.select(0, place)?);
            rank.computed("dispatch", LocalKind::Copied, &[&token], &row);
        }
    }
    rank.show("send", &send);
    Ok(send)
}

/// To the experts and back; expert e multiplies by e + 1.
async fn there_and_back(
    rank: &Rank,
    send: &Tensor,
    counts: &[usize],
    coming: &[usize],
) -> Result<Tensor> {
    let world = rank.world();
    let dispatched = Tensor::empty(&[coming.iter().sum(), send.shape()[1]], DType::Float32)?;
    world.all_to_all_single_with_splits(&dispatched, send, coming, counts).await?;
    rank.keep("dispatched", &dispatched)?;
    let back = dispatched.mul_scalar((rank.rank() + 1) as f64)?;
    rank.computed("× (e + 1)", LocalKind::Elementwise, &[&dispatched], &back);
    rank.show("back", &back);
    let returned = Tensor::empty(send.shape(), DType::Float32)?;
    world.all_to_all_single_with_splits(&returned, &back, counts, coming).await?;
    rank.keep("returned", &returned)?;
    Ok(returned)
}

/// For each token the weighted sum of what came back, zero where it found no room anywhere.
fn home(rank: &Rank, tokens: &Tensor, returned: &Tensor, sent: &[Sent]) -> Result<Tensor> {
    let home = Tensor::zeros(tokens.shape(), DType::Float32)?;
    let each = tokens.shape()[0] <= FOLLOWED;
    for (place, row) in sent.iter().enumerate() {
        let (from, to) = (returned.select(0, place)?, home.select(0, row.token)?);
        to.add_tensor_(&from.mul_scalar(f64::from(row.gate))?)?;
        if each {
            rank.computed("combine", LocalKind::Folded, &[&from], &to);
        }
    }
    if !each {
        rank.computed("combine", LocalKind::Mixed, &[returned], &home);
    }
    Ok(home)
}

/// What should be home: each token times the weighted sum of what its experts multiply by.
fn by_experts(tokens: &Tensor, sent: &[Sent]) -> Result<Tensor> {
    let mut factors = vec![0.0; tokens.shape()[0]];
    for row in sent {
        factors[row.token] += f64::from(row.gate) * (row.expert + 1) as f64;
    }
    let expected = tokens.deep_clone()?;
    for (token, factor) in factors.into_iter().enumerate() {
        expected.select(0, token)?.mul_(factor)?;
    }
    Ok(expected)
}

fn draw(part: &Part, world_size: usize) -> Result<Drawn> {
    let n = part.n_tok();
    let mut generator = Generator::manual_seed(part.router_seed())?;
    let tokens = generator.randn(&[n, part.d()], DType::Float32)?;
    let first = match part.router() {
        Some(fixed) => fixed.to_vec(),
        None => generator.randint(0, world_size as i64, &[n])?.to_vec()?,
    };
    if world_size < CHOICES {
        return Ok(Drawn { tokens, experts: vec![first], gates: vec![vec![1.0; n]] });
    }
    // Another one: 1 to W − 1 further on.
    let further = generator.randint(1, world_size as i64, &[n])?.to_vec::<i64>()?;
    let second =
        first.iter().zip(further).map(|(e, more)| (e + more) % world_size as i64).collect();
    let share = generator.rand(&[n], DType::Float32)?.to_vec::<f32>()?;
    let gates: Vec<f32> = share.into_iter().map(|share| 0.5 + share / 2.0).collect();
    let rest = gates.iter().map(|gate| 1.0 - gate).collect();
    Ok(Drawn { tokens, experts: vec![first, second], gates: vec![gates, rest] })
}

/// What goes to each expert, and how many choices found no room.
fn assign(drawn: &Drawn, world_size: usize, capacity: usize) -> (Vec<Vec<Sent>>, usize) {
    let mut parts: Vec<Vec<Sent>> = (0..world_size).map(|_| Vec::new()).collect();
    let mut dropped = 0;
    for (experts, gates) in drawn.experts.iter().zip(&drawn.gates) {
        for (token, (&expert, &gate)) in experts.iter().zip(gates).enumerate() {
            let expert = usize::try_from(expert).unwrap_or(0);
            match parts.get_mut(expert) {
                Some(part) if part.len() < capacity => part.push(Sent { token, expert, gate }),
                _ => dropped += 1,
            }
        }
    }
    (parts, dropped)
}
