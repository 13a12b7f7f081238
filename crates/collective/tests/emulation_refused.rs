//! What is not known of gloo, or not the same every time, is refused where gloo is emulated. Tests of programs whose outcome
//! under gloo is known have their names.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod emulated;
mod worlds;

use collective::{Context, ReduceOp};
use emulated::{
    Codes, MISMATCH, PERHAPS, all_reduce, arange, broadcast, column, f, gives, refuses, settings,
};
use tensor::{DType, Tensor};
use worlds::{Outcome, everywhere_with};

#[test]
fn what_may_not_be_read_takes_what_fits_and_nothing_less() {
    let run = async |c: &Context, room: usize| -> Outcome<Tensor> {
        let x = Tensor::empty(&[room], DType::Float32)?;
        match c.rank() {
            0 => c.world().send(&arange(2)?, 1, 0).await?,
            _ => c.world().recv(&x, 0, 0).await?,
        }
        let y = if c.rank() == 0 { arange(2)? } else { Tensor::empty(&[room], DType::Float32)? };
        c.world().broadcast(&y, 0).await?;
        if c.rank() == 0 { Ok(y) } else { Ok(x) }
    };
    gives("fits", &[&[0f32, 1.0]; 2], async |c| run(c, 2).await);
    refuses("a tail of nothing", &[MISMATCH; 2], async |c| run(c, 4).await);
}

#[test]
fn what_is_not_the_same_every_time_is_refused() {
    const BOTH: [Codes; 2] = [MISMATCH; 2];
    refuses("bcast_shape_diff", &BOTH, async |c| broadcast(c, arange(4 - 2 * c.rank())?).await);
    refuses("bcast_shape_diff among three", &[PERHAPS; 3], async |c| {
        broadcast(c, arange(2 + c.rank())?).await
    });
    refuses("recv_small", &BOTH, async |c| {
        let x = arange(4 - 2 * c.rank())?;
        match c.rank() {
            0 => c.world().send(&x, 1, 0).await?,
            _ => c.world().recv(&x, 0, 0).await?,
        }
        Ok(x)
    });
    refuses("bcast_different_src", &BOTH, async |c| {
        let x = f(&[1.0]);
        c.world().broadcast(&x, c.rank()).await?;
        Ok(x)
    });
    refuses("ar_shape_across", &BOTH, async |c| {
        all_reduce(c, arange(4 - 2 * c.rank())?, ReduceOp::Sum).await
    });
    for dtypes in [[DType::Float32, DType::Float64], [DType::Uint8, DType::Bool]] {
        refuses("detail_dtype", &BOTH, async |c| {
            let x = Tensor::full(&[2], 1, dtypes[c.rank()])?;
            all_reduce(c, x, ReduceOp::Sum).await
        });
    }
    refuses("an average against a sum", &BOTH, async |c| {
        let op = if c.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Avg };
        all_reduce(c, f(&[1.0]), op).await
    });
    refuses("ar_vs_reduce", &BOTH, async |c| match c.rank() {
        0 => all_reduce(c, f(&[2.0]), ReduceOp::Sum).await,
        _ => broadcast(c, f(&[3.0])).await,
    });
    refuses("a2a_pair_mismatch_offdiag", &[PERHAPS; 3], async |c| {
        let splits: &[usize] = if c.rank() == 0 { &[1, 2, 1] } else { &[1; 3] };
        let (input, output) = (arange(splits.iter().sum())?, arange(3)?);
        c.world().all_to_all_single_with_splits(&output, &input, &[1; 3], splits).await?;
        Ok(output)
    });
    refuses("new_group_swapped_order", &[MISMATCH; 4], async |c| {
        let mut pairs = [[0, 1], [2, 3]];
        pairs.rotate_left(c.rank() / 2);
        c.world().new_group(&pairs[0]).await?;
        arange(1)
    });
}

#[test]
fn what_is_not_known_of_gloo_is_refused_with_what_to_do() {
    let run = async |context: Context| -> Outcome<Vec<String>> {
        let (x, world) = (column(context.rank())?, context.world());
        let (all, row) = (f(&[0.0; 4]), f(&[1.0; 2]));
        let told = [
            world.all_reduce(&x, ReduceOp::Sum).await,
            world.all_gather_into_tensor(&all, &x).await,
            world
                .gather(&x, (context.rank() == 0).then_some(&[row.clone(), row.clone()][..]), 0)
                .await,
            world.reduce(&row, 0, ReduceOp::Avg).await,
        ];
        let told = told.map(|told| told.map_err(|error| (error.code(), error.to_string())));
        let mut sentences = Vec::new();
        for told in told {
            match told {
                Err(("not_emulated", sentence)) => sentences.push(sentence),
                other => panic!("{other:?}"),
            }
        }
        // What was refused took no number.
        world.all_reduce(&row, ReduceOp::Sum).await?;
        assert_eq!(row.to_vec::<f32>()?, [2.0; 2]);
        Ok(sentences)
    };
    everywhere_with(settings(), 2, run, |_, got| {
        let sentences = got.as_ref().unwrap_or_else(|error| panic!("{error}"));
        assert!(sentences.iter().all(|sentence| sentence.contains("leave emulate out")));
    });
}

#[test]
fn an_algorithm_that_was_chosen_is_as_strict_as_ever() {
    refuses("ring", &[MISMATCH; 2], async |c| {
        let x = f(&[c.rank() as f32 + 2.0]);
        let op = if c.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
        c.world().using(collective::algorithm::Algorithm::Ring).all_reduce(&x, op).await?;
        Ok(x)
    });
}
