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
    let tp = part.tp();
    let place = rank.rank() % tp;
    let group = &own_group(rank, tp).await?;
    let whole = Layers::draw(part)?;
    // All ranks of the group have the same x: their first one's.
    let mut generator = Generator::manual_seed(part.peer_data_seed(rank.rank() - place))?;
    let x = generator.randn(&[ROWS, FEATURES], DType::Float64)?;
    rank.keep("x", &x)?;
    let own = whole.shard(place)?;
    rank.keep("a_shard", &own.a)?;
    rank.keep("b_shard", &own.b)?;

    let (h, z) = forward(rank, &own, &x)?;
    group.all_reduce(&z, ReduceOp::Sum).await?;
    rank.keep("z", &z)?;
    let (grad_a, grad_x) = backward(rank, &own, &x, &h)?;
    group.all_reduce(&grad_x, ReduceOp::Sum).await?;
    rank.keep("grad_x", &grad_x)?;

    // The same with whole matrices.
    let whole_h = x.matmul(&whole.a.t()?)?;
    let whole_z = whole_h.mul(&whole_h)?.matmul(&whole.b.t()?)?;
    let whole_grad_h = ones()?.matmul(&whole.b)?.mul(&whole_h)?.mul_scalar(2.0)?;
    let whole_grad_a = whole_grad_h.t()?.matmul(&x)?;
    rank.check_allclose("hidden", &whole_h.narrow(1, place * HIDDEN, HIDDEN)?, &h)?;
    rank.check_allclose("output", &whole_z, &z)?;
    let own_rows = whole_grad_a.narrow(0, place * HIDDEN, HIDDEN)?;
    rank.check_allclose("weight_gradient", &own_rows, &grad_a)?;
    rank.check_allclose("input_gradient", &whole_grad_h.matmul(&whole.a)?, &grad_x)?;
    let held = own.a.numel() + own.b.numel();
    rank.log(&[("tp", tp as i64), ("weights_held", held as i64)]);
    Ok(())
}

/// The weights of both layers, whole or a rank's shard of them.
struct Layers {
    a: Tensor,
    b: Tensor,
}

impl Layers {
    fn draw(part: &Part) -> Result<Self> {
        let hidden = HIDDEN * part.tp();
        let mut init = Generator::manual_seed(part.init_seed())?;
        let a = Linear::new(FEATURES, hidden, false, &mut init)?.weight.to(DType::Float64)?;
        let b = Linear::new(hidden, FEATURES, false, &mut init)?.weight.to(DType::Float64)?;
        Ok(Self { a, b })
    }

    /// By columns, then by rows: some hidden features' row of A and column of B.
    fn shard(&self, place: usize) -> Result<Self> {
        let a = self.a.narrow(0, place * HIDDEN, HIDDEN)?.deep_clone()?;
        let b = self.b.narrow(1, place * HIDDEN, HIDDEN)?.deep_clone()?;
        Ok(Self { a, b })
    }
}

/// The tensor-parallel groups, each of `tp` ranks in a row; every rank makes all of them, and gets its own.
async fn own_group(rank: &Rank, tp: usize) -> Result<ProcessGroup> {
    let mut groups: Vec<ProcessGroup> = Vec::new();
    for row in 0..rank.world_size() / tp {
        let ranks: Vec<usize> = (row * tp..(row + 1) * tp).collect();
        groups.push(rank.world().new_group(&ranks).await?);
    }
    Ok(groups.swap_remove(rank.rank() / tp))
}

/// Some of the hidden features whole, and from their squares a part of every sum.
fn forward(rank: &Rank, own: &Layers, x: &Tensor) -> Result<(Tensor, Tensor)> {
    let h = x.matmul(&own.a.t()?)?;
    rank.computed("x Aᵀ", LocalKind::Mixed, &[x, &own.a], &h);
    rank.keep("h", &h)?;
    let squared = h.mul(&h)?;
    rank.computed("square", LocalKind::Elementwise, &[&h], &squared);
    let z = squared.matmul(&own.b.t()?)?;
    rank.computed("(x Aᵀ)² Bᵀ", LocalKind::Mixed, &[&squared, &own.b], &z);
    rank.keep("partial_z", &z)?;
    Ok((h, z))
}

/// Back, from the gradient of the sum over z: that of the own part of A, and the own part of x's.
fn backward(rank: &Rank, own: &Layers, x: &Tensor, h: &Tensor) -> Result<(Tensor, Tensor)> {
    let grad_h = ones()?.matmul(&own.b)?.mul(h)?.mul_scalar(2.0)?;
    rank.computed("backward", LocalKind::Mixed, &[&own.b, h], &grad_h);
    let grad_a = grad_h.t()?.matmul(x)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, x], &grad_a);
    rank.keep("grad_a", &grad_a)?;
    let grad_x = grad_h.matmul(&own.a)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, &own.a], &grad_x);
    rank.keep("partial_grad_x", &grad_x)?;
    Ok((grad_a, grad_x))
}

/// The gradient of the sum over z.
fn ones() -> Result<Tensor> {
    Ok(Tensor::full(&[ROWS, FEATURES], 1.0, DType::Float64)?)
}
