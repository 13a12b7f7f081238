//! What gloo does in silence, shown where it is asked for. The tests have the names of the programs whose outcome under gloo
//! is known, and its values.

mod emulated;
mod worlds;

use std::time::Duration;

use collective::trace::EventKind;
use collective::{Context, ReduceOp};
use emulated::{all_reduce, arange, broadcast, column, f, gives, settings};
use tensor::{DType, Tensor};
use worlds::{Outcome, everywhere_with};

#[test]
fn every_rank_folds_its_own_way() {
    for name in ["ar_op_across", "detail_redop"] {
        gives(name, &[&[5f32], &[5.0]], async |c| {
            let op = if c.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
            all_reduce(c, f(&[c.rank() as f32 + 2.0]), op).await
        });
    }
    // The other half is folded by rank 1, and has the maximum.
    gives("its other half", &[&[5f32, 7., 6., 7.], &[5., 7., 6., 7.]], async |c| {
        let (op, x) = match c.rank() {
            0 => (ReduceOp::Sum, [2f32, 3., 6., 5.]),
            _ => (ReduceOp::Max, [3., 4., 5., 7.]),
        };
        all_reduce(c, f(&x), op).await
    });
    let one = 1f32.to_bits() as i32;
    gives("ar_dtype_across", &[&[one, one, one + 1, one + 1]; 2], async |c| {
        let dtype = if c.rank() == 0 { DType::Float32 } else { DType::Int32 };
        all_reduce(c, Tensor::full(&[4], 1, dtype)?, ReduceOp::Sum).await
    });
}

#[test]
fn bits_are_taken_as_they_are_and_tails_stay() {
    let receive = async |c: &Context, x: Tensor| -> Outcome<Tensor> {
        match c.rank() {
            0 => c.world().send(&arange(2)?, 1, 0).await?,
            _ => c.world().recv(&x, 0, 0).await?,
        }
        Ok(x)
    };
    let minus: &[f32] = &[-1.0; 4];
    gives("recv_big", &[minus, &[0.0, 1.0, -1.0, -1.0]], async |c| receive(c, f(minus)).await);
    let bits = f64::from_bits(u64::from(1f32.to_bits()) << 32);
    assert_eq!(format!("{bits:.4}"), "0.0078");
    gives("recv_dtype_reinterpret", &[&[0f64], &[bits]], async |c| {
        receive(c, Tensor::zeros(&[1], DType::Float64)?).await
    });
    gives("bcast_shape_diff_rev", &[&[0f32, 1.0][..], &[0.0, 1.0, 0.0, 0.0]], async |c| {
        let x = if c.rank() == 0 { arange(2)? } else { f(&[0.0; 4]) };
        broadcast(c, x).await
    });
    let expected: [&[f32]; 3] = [&[0., 10., 20.], &[-1., 11., 21.], &[1., 12., 22.]];
    gives("a2a_pair_under_offdiag", &expected, async |c| {
        let splits: &[usize] = if c.rank() == 0 { &[1, 0, 1] } else { &[1; 3] };
        let input = arange(splits.iter().sum())?;
        input.add_(10 * c.rank() as i64)?;
        let output = f(&[-1.0; 3]);
        c.world().all_to_all_single_with_splits(&output, &input, &[1; 3], splits).await?;
        Ok(output)
    });
}

#[test]
fn the_trace_tells_where_the_message_ended() {
    let run = async |context: Context| -> Outcome<Vec<(u32, u32)>> {
        let x = f(&[-1.0; 4]);
        match context.rank() {
            0 => context.world().send(&arange(2)?, 1, 0).await?,
            _ => context.world().recv(&x, 0, 0).await?,
        }
        context.flush().await?;
        let received =
            context.take_trace().events.into_iter().filter_map(|event| match event.kind {
                EventKind::Received { into, message, .. } => Some((into.len, message.bytes)),
                _ => None,
            });
        Ok(received.collect())
    };
    everywhere_with(settings(), 2, run, |rank, got| {
        assert_eq!(got, &Ok(if rank == 0 { vec![] } else { vec![(2, 8)] }));
    });
}

#[test]
fn a_reduce_leaves_what_was_folded_on_the_way() {
    let expected: [&[f32]; 4] = [
        &[600., 604., 608., 612., 616., 620., 624., 628.],
        &[600., 603., 608., 612., 104., 105., 312., 314.],
        &[500., 502., 506., 509., 616., 620., 206., 207.],
        &[300., 301., 304., 306., 412., 415., 624., 628.],
    ];
    gives("reduce_nondst_contents", &expected, async |c| {
        let x = arange(8)?;
        x.add_(100 * c.rank() as i64)?;
        c.world().reduce(&x, 0, ReduceOp::Sum).await?;
        Ok(x)
    });
}

#[test]
fn views_with_gaps_are_taken_for_memory() {
    gives("bcast_noncontig", &[&[0f32, 2.0], &[0.0, 12.0]], async |c| {
        broadcast(c, column(c.rank())?).await
    });
    gives("reduce_noncontig", &[&[10f32, 2.0], &[10.0, 12.0]], async |c| {
        let x = column(c.rank())?;
        c.world().reduce(&x, 0, ReduceOp::Sum).await?;
        Ok(x)
    });
    gives("scatter_noncontig", &[&[0f32, 1.0], &[10.0, 11.0]], async |c| {
        let (output, list) = (f(&[0.0; 2]), [column(0)?, column(1)?]);
        c.world().scatter(&output, (c.rank() == 0).then_some(&list), 0).await?;
        Ok(output)
    });
    gives("ar_noncontig", &[&[1f32, 5.0, 3.0, 7.0]; 2], async |c| {
        let x = arange(4)?.reshape(&[2, 2])?;
        x.add_(c.rank() as i64)?;
        all_reduce(c, x.t()?, ReduceOp::Sum).await
    });
}

#[test]
fn what_gloo_does_well_is_done_as_well() {
    gives("ar_shape_same_numel", &[&[2f32; 4]; 2], async |c| {
        let x = f(&[1.0; 4]);
        let x = if c.rank() == 0 { x.reshape(&[2, 2])? } else { x };
        all_reduce(c, x, ReduceOp::Sum).await
    });
    gives("rs_list_uneven", &[&[2f32][..], &[2.0, 2.0]], async |c| {
        let output = f(&[0.0; 2][..c.rank() + 1]);
        c.world().reduce_scatter(&output, &[f(&[1.0]), f(&[1.0; 2])], ReduceOp::Sum).await?;
        Ok(output)
    });
    gives("rs_avg", &[&[1.5f32], &[2.5]], async |c| {
        let (x, output) = (f(&[1.0 + c.rank() as f32, 2.0 + c.rank() as f32]), f(&[0.0]));
        c.world().reduce_scatter_tensor(&output, &x, ReduceOp::Avg).await?;
        Ok(output)
    });
    let large = [1e8f32, 1.0, -1e8, 1.0];
    gives("ar_float_order", &[&[0f32, 0.0, 1.0]; 3], async |c| {
        all_reduce(c, f(&[large[c.rank()]; 3]), ReduceOp::Sum).await
    });
    for name in ["ar_float_order4", "ar_vs_rsag"] {
        gives(name, &[&[0f32, 0., 1., 1., 0., 0., 1., 1.]; 4], async |c| {
            let x = f(&[large[c.rank()]; 8]);
            if name == "ar_float_order4" {
                return all_reduce(c, x, ReduceOp::Sum).await;
            }
            let part = f(&[0.0; 2]);
            c.world().reduce_scatter_tensor(&part, &x, ReduceOp::Sum).await?;
            c.world().all_gather_into_tensor(&x, &part).await?;
            Ok(x)
        });
    }
}

/// A tail is what it was when the receive took its first step, and cannot be written, and lost, from then on.
#[test]
fn a_tail_may_be_written_until_the_first_step() {
    gives("a tail", &[&[0_i64; 3], &[1, 4, 4]], async |c| {
        let x = Tensor::from_slice(&[5_i64, 6, 7]);
        if c.rank() == 0 {
            c.sleep(Duration::from_millis(20)).await?;
            c.world().send(&Tensor::from_slice(&[1_i64]), 1, 0).await?;
            return Ok(Tensor::zeros(&[3], DType::Int64)?);
        }
        let work = c.world().recv(&x, 0, 0);
        x.fill_(4)?;
        c.sleep(Duration::from_millis(1)).await?;
        assert_eq!(x.fill_(9).map_err(|error| error.code()), Err("write_pending"));
        work.await?;
        Ok(x)
    });
}
