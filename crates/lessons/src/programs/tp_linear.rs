use collective::trace::LocalKind;
use collective::{ProcessGroup, ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;
use crate::rank::Rank;

const FEATURES: usize = 3;
/// Hidden features of each rank of a tensor-parallel group.
const HIDDEN: usize = 2;
const ROWS: usize = 2;

/// `z = (x Aᵀ)² Bᵀ` on the ranks of a tensor-parallel group: A by its output features, B by its input features, so that
/// between the two nothing needs to be sent. One all-reduce on the way there, one on the way back.
pub(crate) async fn tp_linear(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w, tp) = (rank.rank(), rank.world_size(), part.tp());
    let (row, place) = (r / tp, r % tp);
    let mut groups: Vec<ProcessGroup> = Vec::new();
    for row in 0..w / tp {
        let ranks: Vec<usize> = (row * tp..(row + 1) * tp).collect();
        groups.push(rank.world().new_group(&ranks).await?);
    }
    let group = &groups[row];
    let hidden = HIDDEN * tp;
    let mut init = Generator::manual_seed(part.init_seed())?;
    let a = Linear::new(FEATURES, hidden, false, &mut init)?.weight.to(DType::Float64)?;
    let b = Linear::new(hidden, FEATURES, false, &mut init)?.weight.to(DType::Float64)?;
    // All ranks of the group have the same x: their first one's.
    let mut generator = Generator::manual_seed(part.data_seed() - place as i128)?;
    let x = generator.randn(&[ROWS, FEATURES], DType::Float64)?;
    rank.keep("x", &x)?;

    let a_shard = a.narrow(0, place * HIDDEN, HIDDEN)?.deep_clone()?;
    let b_shard = b.narrow(1, place * HIDDEN, HIDDEN)?.deep_clone()?;
    rank.keep("a_shard", &a_shard)?;
    rank.keep("b_shard", &b_shard)?;

    // By columns: each rank computes some of the hidden features whole, and squares them.
    let h = x.matmul(&a_shard.t()?)?;
    rank.computed("x Aᵀ", LocalKind::Mixed, &[&x, &a_shard], &h);
    rank.keep("h", &h)?;
    let squared = h.mul(&h)?;
    rank.computed("square", LocalKind::Elementwise, &[&h], &squared);
    // By rows: each rank computes a part of every sum.
    let z = squared.matmul(&b_shard.t()?)?;
    rank.computed("(x Aᵀ)² Bᵀ", LocalKind::Mixed, &[&squared, &b_shard], &z);
    rank.keep("partial_z", &z)?;
    group.all_reduce(&z, ReduceOp::Sum).await?;
    rank.keep("z", &z)?;

    // Back, from the gradient of the sum over z.
    let grad_z = Tensor::full(&[ROWS, FEATURES], 1.0, DType::Float64)?;
    let grad_h = grad_z.matmul(&b_shard)?.mul(&h)?.mul_scalar(2.0)?;
    rank.computed("backward", LocalKind::Mixed, &[&b_shard, &h], &grad_h);
    let grad_a = grad_h.t()?.matmul(&x)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, &x], &grad_a);
    rank.keep("grad_a", &grad_a)?;
    let grad_x = grad_h.matmul(&a_shard)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, &a_shard], &grad_x);
    rank.keep("partial_grad_x", &grad_x)?;
    group.all_reduce(&grad_x, ReduceOp::Sum).await?;
    rank.keep("grad_x", &grad_x)?;

    // The same with whole matrices.
    let whole_h = x.matmul(&a.t()?)?;
    let whole_z = whole_h.mul(&whole_h)?.matmul(&b.t()?)?;
    let whole_grad_h = grad_z.matmul(&b)?.mul(&whole_h)?.mul_scalar(2.0)?;
    let whole_grad_a = whole_grad_h.t()?.matmul(&x)?;
    rank.check_allclose("hidden", &whole_h.narrow(1, place * HIDDEN, HIDDEN)?, &h)?;
    rank.check_allclose("output", &whole_z, &z)?;
    let own_rows = whole_grad_a.narrow(0, place * HIDDEN, HIDDEN)?;
    rank.check_allclose("weight_gradient", &own_rows, &grad_a)?;
    rank.check_allclose("input_gradient", &whole_grad_h.matmul(&a)?, &grad_x)?;
    rank.log(&[("tp", tp as i64), ("weights_held", (a_shard.numel() + b_shard.numel()) as i64)]);
    Ok(())
}
