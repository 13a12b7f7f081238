//! What a program writes between a call and its wait: a collective takes it until its first step, which is when its rank next
//! waits or asks, and refuses it from then on where it would be lost.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod worlds;

use std::time::Duration;

use collective::replay::{Beginning, Replay};
use collective::trace::{LocalKind, Span};
use collective::{Context, FailureReason, PeerFailure, ReduceOp, simulator};
use tensor::{DType, State, Tensor, Undefined};
use worlds::{Outcome, everywhere};

fn ranks(world_size: usize) -> i64 {
    (0..world_size as i64).sum()
}

#[test]
fn a_collective_takes_what_is_written_before_its_first_step() {
    for w in [1, 2, 3, 5] {
        let run = async |c: Context| -> Outcome<Vec<Vec<i64>>> {
            let (world, rank) = (c.world(), c.rank() as i64);
            let own = || Tensor::from_slice(&[rank]);
            let empty = |count: usize| Tensor::empty(&[count], DType::Int64);

            let summed = own();
            let all_reduce = world.all_reduce(&summed, ReduceOp::Sum);
            summed.add_(10)?;
            all_reduce.await?;

            let reduced = own();
            let reduce = world.reduce(&reduced, 0, ReduceOp::Sum);
            reduced.add_(10)?;
            reduce.await?;

            let told = own();
            let broadcast = world.broadcast(&told, w - 1);
            if rank as usize == w - 1 {
                told.add_(10)?;
            }
            broadcast.await?;

            let (given, all) = (own(), empty(w)?);
            let gather = world.all_gather_into_tensor(&all, &given);
            given.fill_(20 + rank)?;
            gather.await?;

            let at_root = if rank == 0 { reduced.to_vec()? } else { vec![] };
            Ok(vec![summed.to_vec()?, at_root, told.to_vec()?, all.to_vec()?, given.to_vec()?])
        };
        everywhere(w, run, |rank, got| {
            let sum = vec![ranks(w) + 10 * w as i64];
            let at_root = if rank == 0 { sum.clone() } else { vec![] };
            let all = (0..w as i64).map(|rank| 20 + rank).collect();
            let expected = vec![sum, at_root, vec![w as i64 + 9], all, vec![20 + rank as i64]];
            assert_eq!(got.as_ref().expect("it ends"), &expected, "rank {rank} of {w}");
        });
    }
}

#[test]
fn a_work_that_has_read_a_tensor_lets_nobody_write_it() {
    let run = async |c: Context| -> Outcome<(Vec<&'static str>, i64)> {
        let x = Tensor::from_slice(&[1_i64]);
        // Rank 0 comes later, so that the others' works begin and cannot end.
        if c.rank() == 0 {
            c.sleep(Duration::from_millis(20)).await?;
        }
        let work = c.world().all_reduce(&x, ReduceOp::Sum);
        let read = x.item::<i64>().map_err(|error| error.code());
        let mut written = Ok(());
        if c.rank() > 0 {
            c.sleep(Duration::from_millis(1)).await?;
            written = x.fill_(9).map_err(|error| error.code());
        }
        work.await?;
        let refused = [read.map(drop), written].into_iter().filter_map(Result::err).collect();
        Ok((refused, x.item()?))
    };
    // By the clock of the simulator: on threads rank 0 may come too late, or too early.
    for seed in 0..20 {
        let options = simulator::Options { seed, ..Default::default() };
        for (rank, got) in simulator::run(3, options, run).into_iter().enumerate() {
            let (refused, sum) = got.expect("a rank that ends").expect("a work that ends");
            let expected = ["read_pending", "write_pending"];
            assert_eq!(refused, expected[..1 + usize::from(rank > 0)], "rank {rank}, seed {seed}");
            assert_eq!(sum, 3);
        }
    }
}

#[test]
fn what_is_only_to_be_filled_may_not_be_written() {
    let run = async |c: Context| -> Outcome<Vec<&'static str>> {
        let (x, all) = (Tensor::from_slice(&[1_i64]), Tensor::zeros(&[2], DType::Int64)?);
        let other = 1 - c.rank();
        let gather = c.world().all_gather_into_tensor(&all, &x);
        let (sent, y) = (c.world().isend(&x, other, 0), Tensor::zeros(&[1], DType::Int64)?);
        let received = c.world().irecv(&y, other, 0);
        let writes = [all.fill_(0), y.add_(1)];
        for work in [gather, sent, received] {
            work.await?;
        }
        assert_eq!((all.to_vec::<i64>()?, y.item::<i64>()?), (vec![1, 1], 1));
        Ok(writes.into_iter().filter_map(Result::err).map(|error| error.code()).collect())
    };
    everywhere(2, run, |_, got| {
        assert_eq!(got.as_ref().expect("it ends"), &["write_pending"; 2]);
    });
}

#[test]
fn a_reduce_that_ends_leaves_a_tensor_to_the_work_that_is_to_fill_it() {
    let run = async |c: Context| -> Outcome<Vec<&'static str>> {
        let (world, x) = (c.world(), Tensor::from_slice(&[1 + c.rank() as i64]));
        if c.rank() == 0 {
            world.reduce(&x, 0, ReduceOp::Sum).await?;
            // Rank 1's reduce is over by then, and its all-reduce is not.
            c.sleep(Duration::from_millis(20)).await?;
            world.all_reduce(&Tensor::from_slice(&[50_i64]), ReduceOp::Sum).await?;
            return Ok(vec![]);
        }
        let (reduce, sum) =
            (world.reduce(&x, 0, ReduceOp::Sum), world.all_reduce(&x, ReduceOp::Sum));
        c.sleep(Duration::from_millis(1)).await?;
        let (read, written) = (x.item::<i64>().map(drop), x.fill_(9));
        reduce.await?;
        sum.await?;
        assert_eq!(x.item::<i64>()?, 52);
        Ok([read, written].into_iter().filter_map(Result::err).map(|error| error.code()).collect())
    };
    for seed in 0..10 {
        let options = simulator::Options { seed, ..Default::default() };
        let runs = simulator::run(2, options, run);
        let codes: Vec<_> =
            runs.into_iter().map(|run| run.expect("a rank that ends").expect("no error")).collect();
        assert_eq!(codes, [vec![], vec!["read_pending", "write_pending"]], "seed {seed}");
    }
}

#[test]
fn a_question_is_a_beginning_too() {
    let run = async |c: Context| -> Outcome<(bool, Vec<&'static str>)> {
        let x = Tensor::from_slice(&[1_i64]);
        if c.rank() == 1 {
            c.sleep(Duration::from_millis(5)).await?;
        }
        let work = c.world().all_reduce(&x, ReduceOp::Sum);
        x.add_(1)?;
        let over = work.is_completed();
        let refused = x.add_(1).err().map(|error| error.code());
        work.await?;
        assert_eq!(x.item::<i64>()?, 4);
        Ok((over, refused.into_iter().collect()))
    };
    let runs = simulator::run(2, simulator::Options::default(), run);
    let first = runs.into_iter().next().expect("rank 0").expect("a rank that ends");
    assert_eq!(first.expect("no error"), (false, vec!["write_pending"]));
}

/// Nobody can wait for a work that was dropped: after a failure its tensor is not left to it.
#[test]
fn no_tensor_stays_pending_after_a_failure() {
    let run = async |c: Context| -> Outcome<Vec<State>> {
        if c.rank() == 0 {
            c.sleep(Duration::from_millis(1)).await?;
            let (reason, message) = (FailureReason::Failed, "enough".to_owned());
            c.announce(&PeerFailure { rank: 0, reason, message });
            return Ok(vec![]);
        }
        let [early, late, kept] = [1_i64, 2, 3].map(|value| Tensor::from_slice(&[value]));
        let all_reduce = |x: &Tensor| c.world().all_reduce(x, ReduceOp::Sum);
        drop(all_reduce(&early));
        let (dropped, awaited) = (all_reduce(&late), all_reduce(&kept));
        let error = c.world().barrier().await.expect_err("rank 0 does not come");
        assert_eq!(error.code(), "peer_failed");
        drop(dropped);
        let error = awaited.await.expect_err("rank 0 does not come");
        assert_eq!(error.code(), "peer_failed");
        Ok(vec![early.state(), late.state(), kept.state()])
    };
    let runs = simulator::run(2, simulator::Options::default(), run);
    let states = runs.into_iter().nth(1).expect("rank 1").expect("a rank that ends");
    let failed = State::Undefined(Undefined::Other("its operation failed"));
    assert_eq!(states.expect("what is awaited is caught"), [failed; 3]);
}

/// What was sent was sent: a send reads its tensor when it is called.
#[test]
fn a_send_has_read_its_tensor() {
    let run = async |c: Context| -> Outcome<i64> {
        let (x, y) = (Tensor::from_slice(&[1_i64]), Tensor::empty(&[1], DType::Int64)?);
        let other = 1 - c.rank();
        let sent = c.world().isend(&x, other, 0);
        x.fill_(2)?;
        c.world().recv(&y, other, 0).await?;
        sent.await?;
        Ok(y.item()?)
    };
    everywhere(2, run, |_, got| assert_eq!(got.as_ref().expect("it ends"), &1));
}

/// The replay knows of it: rank 0 puts into its `x` what it holds of rank 1, and the sum has it from there.
#[test]
fn the_replay_takes_it_too() {
    let runs = simulator::run(2, simulator::Options::default(), async |c: Context| {
        let (x, y) = (Tensor::from_slice(&[c.rank() as i64 + 1]), Tensor::from_slice(&[40_i64]));
        c.record_written(1, "y", &y);
        if c.rank() == 0 {
            c.world().recv(&y, 1, 0).await?;
        } else {
            c.world().send(&y, 0, 0).await?;
        }
        c.record_written(2, "y", &y);
        let work = c.world().all_reduce(&x, ReduceOp::Sum);
        if c.rank() == 0 {
            x.copy_(&y)?;
            let kind = LocalKind::Copied;
            let (from, to) = (vec![Span::from(&y)], Span::from(&x));
            c.record(3, collective::trace::EventKind::Local { kind, name: "x".into(), from, to });
        }
        work.await?;
        c.record_written(4, "x", &x);
        Ok::<_, Box<collective::CollectiveError>>((
            c.take_trace(),
            x.storage_id(),
            x.to_vec::<i64>()?,
        ))
    });
    let runs = runs.into_iter().map(|run| run.expect("a rank that ends").expect("no error"));
    let (mut traces, mut ids) = (Vec::new(), Vec::new());
    for (trace, id, values) in runs {
        assert_eq!(values, [42_i64]);
        traces.push(trace);
        ids.push(id);
    }
    let mut replay = Replay::new(traces);
    let end = replay.len();
    let mask = |replay: &mut Replay, rank: usize| {
        let span =
            Span { tensor: ids[rank], start: 0, len: 1, place: collective::trace::Place::Tensor };
        replay.at(end).ranks()[rank].provenance(&span)
    };
    assert_eq!([mask(&mut replay, 0), mask(&mut replay, 1)], [[0b10], [0b10]]);
    let Beginning::Folded { terms, .. } = replay.origin(1, ids[1], 0, end).beginning else {
        panic!("it was folded");
    };
    let cells: Vec<_> = terms.iter().flat_map(collective::replay::Term::cells).collect();
    // Rank 0's term is what it had shown as `y`.
    assert!(cells[0].shown.is_some(), "{cells:?}");
    assert_eq!(cells.iter().map(|cell| cell.rank).collect::<Vec<_>>(), [0, 1]);
}

/// Of a view that is not contiguous a trace does not tell which element is which.
#[test]
fn the_replay_does_not_guess() {
    let runs = simulator::run(2, simulator::Options::default(), async |c: Context| {
        let (x, all) = (
            Tensor::from_vec(vec![1_i64, 2, 3, 4], &[2, 2])?,
            Tensor::empty(&[4, 2], DType::Int64)?,
        );
        c.record_written(1, "x", &x);
        let work = c.world().all_gather_into_tensor(&all, &x.t()?);
        x.add_(1)?;
        work.await?;
        assert_eq!(all.to_vec::<i64>()?, [2, 4, 3, 5, 2, 4, 3, 5]);
        Ok::<_, Box<collective::CollectiveError>>((c.take_trace(), all.storage_id()))
    });
    let runs = runs.into_iter().map(|run| run.expect("a rank that ends").expect("no error"));
    let (traces, ids): (Vec<_>, Vec<_>) = runs.unzip();
    let replay = Replay::new(traces);
    for element in 0..8 {
        let origin = replay.origin(1, ids[1], element, replay.len());
        assert_eq!(origin.beginning, Beginning::Unknown, "{element}");
    }
}
