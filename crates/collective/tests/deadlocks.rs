//! Ranks that wait for each other for ever are told so at once, in the simulator and on threads, and no others are. Tests
//! have the names of the programs whose outcome under gloo is known, where they are one.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod misuse;
mod worlds;

use std::time::{Duration, Instant};

use collective::{Context, FailureReason, PeerFailure, ReduceOp, Settings, threads};
use misuse::End::{Hangs, Has, Loses};
use misuse::{ends, f, values};
use tensor::{DType, Tensor};

const DONE: misuse::End<'static> = Has(&[]);

#[test]
fn sends_and_receives() {
    for (name, count) in [("both_send_first_small", 1), ("both_send_first_big", 4_000_000)] {
        let waits = Hangs("waits in send (tag 0) for ranks [");
        ends(name, &[waits; 2], async |c| {
            let (x, y) =
                (Tensor::zeros(&[count], DType::Uint8)?, Tensor::empty(&[count], DType::Uint8)?);
            c.world().send(&x, 1 - c.rank(), 0).await?;
            c.world().recv(&y, 1 - c.rank(), 0).await?;
            values(&[])
        });
    }
    ends("both_recv_first", &[Hangs("waits in recv (tag 0) for ranks ["); 2], async |c| {
        c.world().recv(&f(&[0.0]), 1 - c.rank(), 0).await?;
        c.world().send(&f(&[0.0]), 1 - c.rank(), 0).await?;
        values(&[])
    });
    let send = Hangs(
        "waits in send (tag 0) for ranks [1] to receive, and no rank can go on; ranks [1] have finished",
    );
    ends("send_no_recv", &[send, DONE], async |c| {
        if c.rank() == 0 {
            c.world().send(&f(&[1.0]), 1, 0).await?;
        }
        values(&[])
    });
    let send = Hangs("waits in send (tag 10) for ranks [1] to receive");
    let receive = Hangs("waits in recv (tag 20) for ranks [0] to send");
    ends("tag_mismatch", &[send, receive], async |c| {
        match c.rank() {
            0 => c.world().send(&f(&[1.0]), 1, 10).await?,
            _ => c.world().recv(&f(&[0.0]), 0, 20).await?,
        }
        values(&[])
    });
    ends("tags_out_of_order", &[DONE, Has(&[2.0, 1.0])], async |c| {
        let (x, y) = (f(&[1.0]), f(&[2.0]));
        if c.rank() == 0 {
            let (first, second) = (c.world().isend(&x, 1, 1), c.world().isend(&y, 1, 2));
            first.await?;
            second.await?;
            return values(&[]);
        }
        c.world().recv(&x, 0, 2).await?;
        c.world().recv(&y, 0, 1).await?;
        values(&[&x, &y])
    });
}

#[test]
fn calls_that_a_rank_does_not_make() {
    let without = Hangs("; ranks [1] have finished without it");
    for name in ["missing_rank", "detail_missing"] {
        ends(name, &[without, DONE], async |c| {
            if c.rank() == 0 {
                c.world().all_reduce(&f(&[1.0]), ReduceOp::Sum).await?;
            }
            values(&[])
        });
    }
    ends("barrier_only_one", &[without, DONE], async |c| {
        if c.rank() == 0 {
            c.world().barrier().await?;
        }
        values(&[])
    });
    let waits = Hangs("waits in new_group for ranks [");
    ends("new_group_missing_call", &[waits, waits, DONE, DONE], async |c| {
        if c.rank() < 2 {
            c.world().new_group(&[0, 1]).await?;
        }
        values(&[])
    });
    ends("rank_exits", &[Loses(1), Loses(1)], async |c| {
        if c.rank() == 1 {
            let (reason, message) = (FailureReason::Terminated, String::new());
            c.announce(&PeerFailure { rank: 1, reason, message });
        }
        c.world().all_reduce(&f(&[1.0]), ReduceOp::Sum).await?;
        values(&[])
    });
}

#[test]
fn who_sleeps_is_waited_for() {
    ends("async_handle", &[Has(&[0.0, 1.0, 2.0]), DONE], async |c| {
        if c.rank() == 1 {
            c.sleep(Duration::from_millis(150)).await?;
        }
        let x = f(&[1.0]);
        let mut work = c.world().all_reduce(&x, ReduceOp::Sum);
        let early = f64::from(u8::from(work.is_completed()));
        let waited = std::pin::pin!(&mut work).await;
        waited?;
        let late = f64::from(u8::from(work.is_completed()));
        if c.rank() == 1 { values(&[]) } else { Ok([vec![early, late], values(&[&x])?].concat()) }
    });
    ends("after_timeout_reuse", &[Has(&[1.0]); 2], async |c| {
        let short = Duration::from_millis(60);
        if c.rank() == 1 {
            c.sleep(Duration::from_millis(200)).await?;
        }
        let late = c.world().all_reduce(&f(&[0.0]), ReduceOp::Sum).timeout(short).await;
        assert_eq!(late.map_err(|error| error.code()), Err("timeout"));
        let y = f(&[c.rank() as f32]);
        c.world().all_reduce(&y, ReduceOp::Sum).await?;
        values(&[&y])
    });
}

#[test]
fn what_was_given_up_is_not_waited_for_at_the_end() {
    ends("given up", &[DONE, DONE], async |c| {
        if c.rank() == 1 {
            c.sleep(Duration::from_millis(150)).await?;
            return values(&[]);
        }
        let short = Duration::from_millis(20);
        let given_up = c.world().all_reduce(&f(&[0.0]), ReduceOp::Sum).timeout(short).await;
        assert_eq!(given_up.map_err(|error| error.code()), Err("timeout"));
        values(&[])
    });
}

/// A few microseconds in which a rank does nothing that its transport sees: spinning, yielding or sleeping.
fn busy(draw: &mut u64) {
    *draw = draw.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    let (kind, micros) = (*draw >> 62, (*draw >> 40) % 40);
    let end = Instant::now() + Duration::from_micros(micros);
    match kind {
        0 => {}
        1 => std::thread::sleep(Duration::from_micros(5 * micros)),
        2 => std::thread::yield_now(),
        _ => {
            while Instant::now() < end {
                std::hint::spin_loop();
            }
        }
    }
}

/// A round of messages round the ring and among all, with pauses drawn from `seed`.
async fn rounds(context: &Context, seed: u64, rounds: usize) -> collective::Result<i64> {
    let (rank, w, world) = (context.rank(), context.world_size(), context.world());
    let mut draw = seed.wrapping_mul(64).wrapping_add(rank as u64);
    let (x, y) =
        (Tensor::full(&[40], rank as i64, DType::Int64)?, Tensor::empty(&[40], DType::Int64)?);
    let mut sum = 0;
    for _ in 0..rounds {
        busy(&mut draw);
        let send = world.isend(&x, (rank + 1) % w, 0);
        busy(&mut draw);
        world.recv(&y, (rank + w - 1) % w, 0).await?;
        send.await?;
        busy(&mut draw);
        world.all_reduce(&y, ReduceOp::Sum).await?;
        sum += y.to_vec::<i64>()?[7];
    }
    Ok(sum)
}

#[test]
fn no_rank_is_told_of_a_deadlock_that_is_none() {
    for seed in 0..60 {
        let w = 2 + seed as usize % 7;
        // Room for less than a message: ranks wait for room too.
        let capacity = [100, 300, 64 * 1024][seed as usize % 3];
        let options = threads::Options { capacity, ..Default::default() };
        let run = async |context: Context| {
            let sum = rounds(&context, seed, 12).await?;
            context.flush().await.map(|()| sum)
        };
        for (rank, got) in threads::run(w, options, run).into_iter().enumerate() {
            let expected = 12 * (w * (w - 1) / 2) as i64;
            assert_eq!(got, Ok(Ok(expected)), "rank {rank} of {w}, seed {seed}");
        }
    }
}

#[test]
fn what_nobody_awaited_is_asked_for_at_the_end() {
    // The last messages are posted while the rank is already waiting for the end.
    for world_size in [2, 3, 5] {
        let run = async |context: Context| -> collective::Result<Vec<f32>> {
            let (x, y) = (f(&[1.0; 5]), f(&[2.0; 5]));
            drop(context.world().all_reduce(&x, ReduceOp::Sum));
            drop(context.world().all_reduce(&y, ReduceOp::Sum));
            context.flush().await?;
            Ok([x.to_vec::<f32>()?, y.to_vec()?].concat())
        };
        worlds::everywhere(world_size, run, |_, got| {
            let w = world_size as f32;
            assert_eq!(got, &Ok([[w; 5], [2.0 * w; 5]].concat()));
        });
    }
}

#[test]
fn every_deadlock_is_found_long_before_the_deadline() {
    let start = Instant::now();
    for seed in 0..60 {
        let w = 2 + seed as usize % 7;
        let settings = Settings { timeout: None, ..Settings::default() };
        let options = threads::Options { settings, ..Default::default() };
        let run = async |context: Context| -> collective::Result<()> {
            rounds(&context, seed, 3).await?;
            if context.rank() > 0 {
                context.world().recv(&f(&[0.0]), context.rank() - 1, 1).await?;
            }
            Ok(())
        };
        for (rank, got) in threads::run(w, options, run).into_iter().enumerate() {
            let code = got.map(|result| result.map_err(|error| error.code()));
            assert_eq!(code, Ok(if rank == 0 { Ok(()) } else { Err("deadlock") }), "{rank} of {w}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
