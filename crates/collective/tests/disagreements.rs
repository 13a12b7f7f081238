//! Ranks that mean different things are told, whoever sends and whoever receives, and only about what they disagree on.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod worlds;

use std::time::Duration;

use collective::{Context, ReduceOp, Settings, simulator};
use tensor::{DType, State, Tensor};
use worlds::everywhere;

type Outcome<T> = collective::Result<T>;

fn own(context: &Context, count: usize) -> Outcome<Tensor> {
    Ok(Tensor::full(&[count], context.rank() as i64, DType::Int64)?)
}

fn code<T>(outcome: &Outcome<T>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(error) => error.code(),
    }
}

#[test]
fn roots_that_all_send_are_told() {
    // Nobody receives, so only the offers themselves can tell.
    let run = async |context: Context| -> Outcome<()> {
        let x = own(&context, 3)?;
        context.world().broadcast(&x, context.rank()).await?;
        context.world().barrier().await?;
        context.flush().await
    };
    everywhere(2, run, |rank, got| assert_eq!(code(got), "mismatch", "rank {rank}: {got:?}"));
}

#[test]
fn reduces_with_crossed_roots_are_told() {
    let run = async |context: Context| -> Outcome<()> {
        let x = own(&context, 3)?;
        context.world().reduce(&x, 1 - context.rank(), ReduceOp::Sum).await?;
        context.world().barrier().await?;
        context.flush().await
    };
    everywhere(2, run, |rank, got| assert_eq!(code(got), "mismatch", "rank {rank}: {got:?}"));
}

#[test]
fn a_late_refusal_is_a_mismatch_however_much_was_sent_since() {
    for sends in [1, 300, 600] {
        let run = async |context: Context| -> Outcome<()> {
            let x = own(&context, 1)?;
            let count = if context.rank() == 0 { sends } else { 1 };
            for _ in 0..count {
                let src = if context.rank() == 0 { 0 } else { 1 };
                context.world().broadcast(&x, src).await?;
            }
            context.world().barrier().await?;
            context.flush().await
        };
        for seed in 0..5 {
            let options = simulator::Options { seed, ..Default::default() };
            for (rank, got) in simulator::run(2, options, run).into_iter().enumerate() {
                let got = got.unwrap_or_else(|failure| panic!("{failure}"));
                assert_eq!(code(&got), "mismatch", "rank {rank} after {sends}: {got:?}");
            }
        }
    }
}

#[test]
fn a_refused_send_fails_no_other_operation() {
    let settings = Settings { eager_limit: 1024, ..Settings::default() };
    let run = async |context: Context| -> Outcome<(&'static str, &'static str)> {
        let (x, world) = (own(&context, 4)?, context.world());
        let middle = match context.rank() {
            // Eager: over at once, and refused later, while this rank waits for another.
            0 => {
                world.send(&x, 1, 5).await?;
                code(&world.recv(&x, 2, 9).await)
            }
            1 => code(&world.recv(&Tensor::empty(&[2], DType::Int64)?, 0, 5).await),
            _ => code(&world.send(&x, 0, 9).await),
        };
        Ok((middle, code(&context.flush().await)))
    };
    for seed in 0..20 {
        let options = simulator::Options { settings, seed, ..Default::default() };
        for (rank, got) in simulator::run(3, options, run).into_iter().enumerate() {
            let got = got.unwrap_or_else(|failure| panic!("{failure}"));
            let (middle, _) = got.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(middle, if rank == 1 { "mismatch" } else { "ok" }, "rank {rank}");
        }
    }
}

#[test]
fn a_storage_is_pending_until_its_last_receive() {
    let run = async |context: Context| -> Outcome<Vec<i64>> {
        let world = context.world();
        if context.rank() == 0 {
            let t = Tensor::empty(&[2], DType::Int64)?;
            let (left, right) = (t.narrow(0, 0, 1)?, t.narrow(0, 1, 1)?);
            let (first, second) = (world.irecv(&left, 1, 1), world.irecv(&right, 1, 2));
            first.await?;
            assert!(matches!(t.state(), State::Pending { .. }));
            assert!(t.to_vec::<i64>().is_err());
            world.barrier().await?;
            second.await?;
            context.flush().await?;
            return Ok(t.to_vec()?);
        }
        world.send(&Tensor::from_slice(&[7i64]), 0, 1).await?;
        world.barrier().await?;
        world.send(&Tensor::from_slice(&[8i64]), 0, 2).await?;
        context.flush().await?;
        Ok(vec![7, 8])
    };
    everywhere(2, run, |_, got| assert_eq!(got, &Ok(vec![7, 8])));
}

#[test]
fn a_cause_has_the_smaller_clock() {
    let run = async |context: Context| -> Outcome<collective::trace::Trace> {
        let x = own(&context, 1)?;
        if context.rank() == 1 {
            for line in 0..50 {
                context.record(line, collective::trace::EventKind::Log);
            }
            context.world().recv(&x, 0, 0).await?;
        } else {
            context.world().send(&x, 1, 0).await?;
        }
        context.flush().await?;
        Ok(context.take_trace())
    };
    everywhere(2, run, |rank, got| {
        let trace = got.as_ref().unwrap_or_else(|error| panic!("{error}"));
        let last = trace.events.last().map_or(0, |event| event.clock);
        // The send is over because the receive, after fifty events, has matched it.
        assert!(last > 50, "rank {rank} ends at {last}");
    });
}

#[test]
fn a_send_that_is_given_up_is_not_received_later() {
    let run = async |context: Context| -> Outcome<i64> {
        let world = context.world();
        let got = Tensor::empty(&[1], DType::Int64)?;
        if context.rank() == 0 {
            let stale = Tensor::from_slice(&[1i64]);
            let work = world.send(&stale, 1, 3).timeout(std::time::Duration::from_millis(20));
            assert_eq!(code(&work.await), "timeout");
            world.barrier().await?;
            world.send(&Tensor::from_slice(&[2i64]), 1, 3).await?;
        } else {
            std::thread::sleep(std::time::Duration::from_millis(60));
            world.barrier().await?;
            world.recv(&got, 0, 3).await?;
        }
        context.flush().await?;
        if context.rank() == 0 { Ok(2) } else { Ok(got.item()?) }
    };
    let results = collective::threads::run(2, collective::threads::Options::default(), run);
    for got in results {
        assert_eq!(got.unwrap_or_else(|failure| panic!("{failure}")), Ok(2));
    }
}

#[test]
fn a_failure_that_nobody_awaited_is_told_at_the_end() {
    let run = async |context: Context| -> Outcome<()> {
        let x = own(&context, 1 + context.rank())?;
        drop(context.world().all_reduce(&x, ReduceOp::Sum));
        context.world().barrier().await?;
        context.flush().await
    };
    everywhere(2, run, |rank, got| assert_eq!(code(got), "mismatch", "rank {rank}: {got:?}"));
}

#[test]
fn split_sizes_that_overflow_are_refused() {
    let run = async |context: Context| -> Outcome<()> {
        let x = own(&context, 3)?;
        let splits = [usize::MAX, 4];
        context.world().all_to_all_single_with_splits(&x, &x, &splits, &splits).await
    };
    everywhere(2, run, |_, got| assert_eq!(code(got), "wrong_splits"));
}

#[test]
fn a_refusal_finds_its_call_however_many_sends_were_eager() {
    let settings = Settings { eager_limit: 1 << 20, ..Settings::default() };
    let run = async |context: Context| -> Outcome<&'static str> {
        if context.rank() == 0 {
            let x = Tensor::from_slice(&[1_f32]);
            for tag in 0..3000 {
                context.world().send(&x, 1, tag).await?;
            }
        } else {
            context.sleep(Duration::from_secs(1)).await?;
            let y = Tensor::from_slice(&[1_i32]);
            assert_eq!(code(&context.world().recv(&y, 0, 0).await), "mismatch");
        }
        Ok(code(&context.flush().await))
    };
    let options = simulator::Options { settings, ..Default::default() };
    let first = simulator::run(2, options, run).into_iter().next();
    let Some(Ok(Ok(flushed))) = first else { panic!("{first:?}") };
    assert_eq!(flushed, "mismatch");
}

#[test]
fn a_disagreement_of_one_group_ends_no_call_of_another() {
    for seed in 0..10 {
        let run = async |context: Context| -> Outcome<(Vec<f32>, &'static str)> {
            let world = context.world();
            let g = world.new_group(&[0, 1]).await?;
            let h = world.new_group(&[0, 2]).await?;
            let x = Tensor::from_slice(&[1_f32]);
            if context.rank() < 2 {
                // Two elements on rank 1, where rank 0 has sent one and is done.
                let y = Tensor::full(&[1 + context.rank()], 1, DType::Float32)?;
                let told = code(&g.broadcast(&y, 0).await);
                assert_eq!(told, ["ok", "mismatch"][context.rank()]);
            }
            if context.rank() != 1 {
                context.sleep(Duration::from_millis(5)).await?;
                h.all_reduce(&x, ReduceOp::Sum).await?;
            }
            Ok((x.to_vec()?, code(&context.flush().await)))
        };
        let options = simulator::Options { seed, ..Default::default() };
        let runs = simulator::run(3, options, run);
        let got: Vec<_> =
            runs.into_iter().map(|run| run.map_err(|failure| panic!("{failure}"))).collect();
        let expected = [(vec![2.0], "mismatch"), (vec![1.0], "ok"), (vec![2.0], "ok")];
        for (rank, (got, expected)) in got.iter().zip(&expected).enumerate() {
            let Ok(Ok(got)) = got else { panic!("rank {rank}, seed {seed}: {got:?}") };
            assert_eq!(got, expected, "rank {rank}, seed {seed}");
        }
    }
}

#[test]
fn a_disagreement_is_told_once() {
    let run = async |context: Context| -> Outcome<(&'static str, i64)> {
        let (world, x) = (context.world(), own(&context, 1)?);
        let op = if context.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
        let told = code(&world.all_reduce(&x, op).await);
        // The next call is what both mean.
        let y = own(&context, 1)?;
        world.all_reduce(&y, ReduceOp::Sum).await?;
        context.flush().await?;
        Ok((told, y.item()?))
    };
    for seed in 0..20 {
        let options = simulator::Options { seed, ..Default::default() };
        for (rank, got) in simulator::run(2, options, run).into_iter().enumerate() {
            let Ok(Ok(got)) = got else { panic!("rank {rank}, seed {seed}: {got:?}") };
            assert_eq!(got, ("mismatch", 1), "rank {rank}, seed {seed}");
        }
    }
}

/// The call that an earlier disagreement is told at keeps its number: the next one meets no other rank's call of that number.
#[test]
fn a_call_that_is_told_of_an_earlier_disagreement_is_counted() {
    for pause in [0, 20] {
        let run = async |context: Context| -> Outcome<Vec<i64>> {
            let (world, limit) = (context.world(), Duration::from_millis(50));
            let ten = Tensor::from_slice(&[10_i64]);
            if context.rank() == 0 {
                world.broadcast(&own(&context, 1)?, 0).await?;
                context.sleep(Duration::from_millis(pause)).await?;
                assert_eq!(code(&world.all_reduce(&ten, ReduceOp::Sum).await), "mismatch");
                let hundred = Tensor::from_slice(&[100_i64]);
                let late = world.all_reduce(&hundred, ReduceOp::Sum).timeout(limit).await;
                assert_eq!(code(&late), "timeout");
            } else {
                let other = Tensor::from_slice(&[1_f32]);
                assert_eq!(code(&world.broadcast(&other, 0).await), "mismatch");
                if world.all_reduce(&ten, ReduceOp::Sum).timeout(limit).await.is_ok() {
                    return Ok(ten.to_vec()?);
                }
            }
            Ok(vec![])
        };
        for seed in 0..10 {
            let options = simulator::Options { seed, ..Default::default() };
            for (rank, got) in simulator::run(2, options, run).into_iter().enumerate() {
                let Ok(Ok(got)) = got else { panic!("rank {rank}, seed {seed}: {got:?}") };
                assert!(got.is_empty() || got == [20], "rank {rank}, seed {seed}: {got:?}");
            }
        }
    }
}
