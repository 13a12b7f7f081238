//! Ranks whose calls do not fit together: both are told, with both names. The tests have the names of the programs whose
//! outcome under gloo is known, which is often silence.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod misuse;
mod worlds;

use collective::{Context, ReduceOp};
use misuse::End::{self, Disagrees, Either};
use misuse::{Outcome, ends, f, values};
use tensor::{DType, Tensor};

const BOTH: [End<'static>; 2] = [Disagrees(&[0, 1], ""); 2];

fn ones(count: usize, dtype: DType) -> collective::Result<Tensor> {
    Ok(Tensor::full(&[count], 1, DType::Int64)?.to(dtype)?)
}

async fn all_reduce(context: &Context, x: Tensor, op: ReduceOp) -> Outcome {
    context.world().all_reduce(&x, op).await?;
    values(&[&x])
}

async fn broadcast(context: &Context, x: Tensor, src: usize) -> Outcome {
    context.world().broadcast(&x, src).await?;
    values(&[&x])
}

#[test]
fn counts_types_and_operations() {
    let sizes = |rank, first, second| if rank == 0 { first } else { second };
    ends("bcast_shape_diff", &BOTH, async |c| {
        broadcast(c, f(&vec![1.0; sizes(c.rank(), 4, 2)]), 0).await
    });
    ends("bcast_shape_diff_rev", &BOTH, async |c| {
        broadcast(c, f(&vec![1.0; sizes(c.rank(), 2, 4)]), 0).await
    });
    for name in ["ar_shape_across", "detail_shape"] {
        ends(name, &BOTH, async |c| {
            all_reduce(c, f(&vec![1.0; 2 + c.rank()]), ReduceOp::Sum).await
        });
    }
    for (name, other) in [("ar_dtype_across", DType::Int32), ("detail_dtype", DType::Float64)] {
        ends(name, &BOTH, async |c| {
            let dtype = if c.rank() == 0 { DType::Float32 } else { other };
            all_reduce(c, ones(4, dtype)?, ReduceOp::Sum).await
        });
    }
    for name in ["ar_op_across", "detail_redop"] {
        ends(name, &BOTH, async |c| {
            let op = if c.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
            all_reduce(c, f(&[c.rank() as f32 + 2.0]), op).await
        });
    }
}

#[test]
fn roots_and_collectives() {
    for name in ["bcast_different_src", "detail_root"] {
        ends(name, &BOTH, async |c| broadcast(c, f(&[1.0]), c.rank()).await);
    }
    for name in ["ar_vs_reduce", "detail_op"] {
        ends(name, &BOTH, async |c| match c.rank() {
            0 => all_reduce(c, f(&[2.0]), ReduceOp::Sum).await,
            _ => broadcast(c, f(&[3.0]), 0).await,
        });
    }
    ends("detail_extra", &BOTH, async |c| {
        all_reduce(c, f(&[1.0]), ReduceOp::Sum).await?;
        match c.rank() {
            0 => all_reduce(c, f(&[1.0]), ReduceOp::Sum).await,
            _ => c.world().barrier().await.map(|()| Vec::new()),
        }
    });
}

#[test]
fn receives() {
    let receive = async |c: &Context, sent: usize, room: Tensor| -> Outcome {
        match c.rank() {
            0 => c.world().send(&Tensor::arange(sent, DType::Float32)?, 1, 0).await?,
            _ => c.world().recv(&room, 0, 0).await?,
        }
        values(&[])
    };
    ends("recv_small", &BOTH, async |c| receive(c, 4, f(&[0.0; 2])).await);
    ends("recv_big", &BOTH, async |c| receive(c, 2, f(&[-1.0; 4])).await);
    ends("recv_dtype_reinterpret", &BOTH, async |c| {
        receive(c, 2, Tensor::zeros(&[1], DType::Float64)?).await
    });
}

/// An all-to-all with each rank's input and output splits.
async fn split(context: &Context, ins: &[&[usize]], outs: &[&[usize]]) -> Outcome {
    let (ins, outs) = (ins[context.rank()], outs[context.rank()]);
    let input = Tensor::arange(ins.iter().sum(), DType::Float32)?;
    let output = Tensor::full(&[outs.iter().sum()], -1.0, DType::Float32)?;
    context.world().all_to_all_single_with_splits(&output, &input, outs, ins).await?;
    values(&[&output])
}

#[test]
fn the_bad_cell_of_a_split_table_is_named() {
    let two: [&[usize]; 2] = [&[2, 2]; 2];
    for (name, sent) in
        [("a2a_pair_mismatch", 3), ("a2a_pair_undersend", 1), ("detail_a2a_pair", 3)]
    {
        // Rank 0 has two bad cells, of which it hears in either order.
        let part = format!("rank 0 sends rank 1 {sent} elements, but rank 1 expects 2 from it");
        let run = async |c: &Context| split(c, &[&[4 - sent, sent], &[2, 2]], &two).await;
        let disagree = |part| Disagrees(&[0, 1], part);
        ends(name, &[disagree("rank 0 sends rank"), disagree(&part)], run);
    }
    for (name, sent) in [("a2a_pair_mismatch_offdiag", 2), ("a2a_pair_under_offdiag", 0)] {
        let part = format!("rank 0 sends rank 1 {sent} elements, but rank 1 expects 1 from it");
        let told = Disagrees(&[0, 1], &part);
        let (one, first): (&[usize], _) = (&[1, 1, 1], [1, sent, 1]);
        ends(name, &[told, told, Either(&[1.0 + sent as f64, 2.0, 2.0], &[0, 1])], async |c| {
            split(c, &[&first, one, one], &[one; 3]).await
        });
    }
}
