use collective::trace::LocalKind;
use collective::{ProcessGroup, ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use crate::config::Part;
use crate::rank::Rank;

const FEATURES: usize = 3;
/// Hidden features of each rank of a tensor-parallel group.
const HIDDEN: usize = 2;
const ROWS: usize = 2;

/// `z = (x Aᵀ)² Bᵀ` on the ranks of a tensor-parallel group: A by its output features (columns of Aᵀ, rows of A), B by its
/// input features (rows of Bᵀ, columns of B), so that between the two nothing needs to be sent. One all-reduce on the way
/// there, one on the way back.
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
    let grads = backward(rank, &own, &x, &h)?;
    group.all_reduce(&grads.x, ReduceOp::Sum).await?;
    rank.keep("grad_x", &grads.x)?;

    let alone = whole.alone(&x)?;
    rank.check_allclose("hidden", &alone.h.narrow(1, place * HIDDEN, HIDDEN)?, &h)?;
    rank.check_allclose("output", &alone.z, &z)?;
    let own_rows = alone.grads.a.narrow(0, place * HIDDEN, HIDDEN)?;
    rank.check_allclose("weight_gradient", &own_rows, &grads.a)?;
    let own_columns = alone.grads.b.narrow(1, place * HIDDEN, HIDDEN)?;
    rank.check_allclose("weight_gradient_b", &own_columns, &grads.b)?;
    rank.check_allclose("input_gradient", &alone.grads.x, &grads.x)?;
    let held = own.a.numel() + own.b.numel();
    rank.log(&[("tp", tp as i64), ("weights_held", held as i64)]);
    Ok(())
}

/// The weights of both layers, `[out, in]` as torch has them, whole or a rank's shard of them.
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

    /// Some hidden features' rows of A and columns of B.
    fn shard(&self, place: usize) -> Result<Self> {
        let a = self.a.narrow(0, place * HIDDEN, HIDDEN)?.deep_clone()?;
        let b = self.b.narrow(1, place * HIDDEN, HIDDEN)?.deep_clone()?;
        Ok(Self { a, b })
    }

    /// What one rank with these weights computes by itself.
    fn alone(&self, x: &Tensor) -> Result<Alone> {
        let h = x.matmul(&self.a.t()?)?;
        let squared = h.mul(&h)?;
        let z = squared.matmul(&self.b.t()?)?;
        let grad_h = ones()?.matmul(&self.b)?.mul(&h)?.mul_scalar(2.0)?;
        let grads = Gradients {
            a: grad_h.t()?.matmul(x)?,
            b: ones()?.t()?.matmul(&squared)?,
            x: grad_h.matmul(&self.a)?,
        };
        Ok(Alone { h, z, grads })
    }
}

/// Of the sum over z, by both weights and by x.
struct Gradients {
    a: Tensor,
    b: Tensor,
    x: Tensor,
}

/// Hidden features, output and gradients of whole matrices.
struct Alone {
    h: Tensor,
    z: Tensor,
    grads: Gradients,
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

/// Back, from the gradient of the sum over z: those of the own parts of A and B, whole, and a part of x's.
fn backward(rank: &Rank, own: &Layers, x: &Tensor, h: &Tensor) -> Result<Gradients> {
    let grad_b = ones()?.t()?.matmul(&h.mul(h)?)?;
    rank.computed("backward", LocalKind::Mixed, &[h], &grad_b);
    rank.keep("grad_b", &grad_b)?;
    let grad_h = ones()?.matmul(&own.b)?.mul(h)?.mul_scalar(2.0)?;
    rank.computed("backward", LocalKind::Mixed, &[&own.b, h], &grad_h);
    let grad_a = grad_h.t()?.matmul(x)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, x], &grad_a);
    rank.keep("grad_a", &grad_a)?;
    let grad_x = grad_h.matmul(&own.a)?;
    rank.computed("backward", LocalKind::Mixed, &[&grad_h, &own.a], &grad_x);
    rank.keep("partial_grad_x", &grad_x)?;
    Ok(Gradients { a: grad_a, b: grad_b, x: grad_x })
}

/// The gradient of the sum over z.
fn ones() -> Result<Tensor> {
    Ok(Tensor::full(&[ROWS, FEATURES], 1.0, DType::Float64)?)
}

#[cfg(test)]
mod tests {
    use super::super::differences::{assert_close, gradient, sum};
    use super::*;

    #[test]
    fn gradients_are_what_the_output_changes_by() -> Result<()> {
        let mut generator = Generator::manual_seed(1)?;
        let mut draw = |shape: &[usize]| generator.randn(shape, DType::Float64);
        let (a, b, x) = (draw(&[4, FEATURES])?, draw(&[FEATURES, 4])?, draw(&[ROWS, FEATURES])?);
        let loss = |a: &Tensor, b: &Tensor, x: &Tensor| -> Result<f64> {
            sum(&Layers { a: a.clone(), b: b.clone() }.alone(x)?.z)
        };
        let found = Layers { a: a.clone(), b: b.clone() }.alone(&x)?.grads;
        assert_close(&found.a, &gradient(&a, |a| loss(a, &b, &x))?)?;
        assert_close(&found.b, &gradient(&b, |b| loss(&a, b, &x))?)?;
        assert_close(&found.x, &gradient(&x, |x| loss(&a, &b, x))?)
    }
}
