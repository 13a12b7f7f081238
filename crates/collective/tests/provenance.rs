//! Replaying the traces of every collective gives each element the ranks that its definition folds in.

#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

mod worlds;

use std::sync::Arc;

use collective::algorithm::Algorithm;
use collective::replay::{Doing, RankState, Replay};
use collective::trace::{EventKind, LocalKind, Span, Trace};
use collective::{Collective, CollectiveError, Context, ReduceOp, simulator};
use tensor::{DType, Tensor};
use worlds::COLLECTIVES;

type Outcome<T> = Result<T, Box<CollectiveError>>;

const COUNT: usize = 5;

/// Calls `collective` with the tensor "x" (or into "y") and names what came out "out".
async fn call(context: &Context, collective: Collective, algorithm: Algorithm) -> Outcome<()> {
    let (rank, w) = (context.rank(), context.world_size());
    let (group, root) = (context.world().using(algorithm), w / 2);
    let filled = |count: usize| Tensor::full(&[count], rank as i64, DType::Int64);
    let empty = |count: usize| Tensor::empty(&[count], DType::Int64);
    let parts = |whole: &Tensor| -> Outcome<Vec<Tensor>> {
        (0..w).map(|i| Ok(whole.narrow(0, i * COUNT, COUNT)?)).collect()
    };
    let out = match collective {
        Collective::Broadcast => {
            let x = filled(COUNT)?;
            context.record_written(1, "x", &x);
            group.broadcast(&x, root).await?;
            x
        }
        Collective::Reduce => {
            let x = filled(COUNT)?;
            group.reduce(&x, root, ReduceOp::Sum).await?;
            if rank != root {
                return Ok(());
            }
            x
        }
        Collective::Scatter => {
            let (y, list) = (empty(COUNT)?, parts(&filled(w * COUNT)?)?);
            group.scatter(&y, (rank == root).then_some(&list), root).await?;
            y
        }
        Collective::Gather => {
            let y = empty(w * COUNT)?;
            let list = parts(&y)?;
            group.gather(&filled(COUNT)?, (rank == root).then_some(&list), root).await?;
            if rank != root {
                return Ok(());
            }
            y
        }
        Collective::AllGather => {
            let y = empty(w * COUNT)?;
            group.all_gather_into_tensor(&y, &filled(COUNT)?).await?;
            y
        }
        Collective::ReduceScatter => {
            let y = empty(COUNT)?;
            group.reduce_scatter_tensor(&y, &filled(w * COUNT)?, ReduceOp::Sum).await?;
            y
        }
        Collective::AllReduce => {
            let x = filled(COUNT)?;
            group.all_reduce(&x, ReduceOp::Sum).await?;
            x
        }
        Collective::AllToAll => {
            let y = empty(w * COUNT)?;
            group.all_to_all_single(&y, &filled(w * COUNT)?).await?;
            y
        }
        _ => return Ok(()),
    };
    context.record_written(2, "out", &out);
    Ok(())
}

/// The ranks whose inputs element `element` of rank `rank`'s "out" must hold.
fn expected(collective: Collective, rank: usize, w: usize, element: usize) -> Option<u64> {
    let (all, root) = ((1u64 << w) - 1, w / 2);
    match collective {
        Collective::Broadcast | Collective::Scatter => Some(1 << root),
        Collective::Reduce => (rank == root).then_some(all),
        Collective::Gather => (rank == root).then_some(1 << (element / COUNT)),
        Collective::AllGather | Collective::AllToAll => Some(1 << (element / COUNT)),
        Collective::ReduceScatter | Collective::AllReduce => Some(all),
        _ => None,
    }
}

fn traces(w: usize, seed: u64, collective: Collective, algorithm: Algorithm) -> Vec<Trace> {
    let run = async |context: Context| -> Outcome<Trace> {
        call(&context, collective, algorithm).await?;
        context.flush().await?;
        Ok(context.take_trace())
    };
    let options = simulator::Options { seed, ..Default::default() };
    let results = simulator::run(w, options, run);
    results.into_iter().map(|r| r.expect("no rank is lost").expect("the call succeeds")).collect()
}

/// Rank `rank`'s tensor of that name: its span and the place where it was last shown.
fn named(replay: &Replay, rank: usize, name: &str) -> Option<(Span, usize)> {
    replay.places(rank).iter().rev().find_map(|&place| match &replay.event(place)?.1.kind {
        EventKind::Written { span, name: known, .. } if known == name => Some((*span, place)),
        _ => None,
    })
}

fn out_masks(replay: &mut Replay, rank: usize) -> Option<Vec<u64>> {
    let (out, _) = named(replay, rank, "out")?;
    Some(replay.at(usize::MAX).ranks()[rank].provenance(&out))
}

#[test]
fn every_algorithm_folds_in_the_ranks_that_its_collective_means() {
    // A barrier moves no elements.
    for collective in COLLECTIVES.into_iter().filter(|&c| c != Collective::Barrier) {
        for &algorithm in Algorithm::of(collective) {
            for w in 1..=8 {
                let mut replay = Replay::new(traces(w, 7 * w as u64, collective, algorithm));
                for rank in 0..w {
                    let masks = out_masks(&mut replay, rank).unwrap_or_default();
                    let count = masks.len();
                    let wanted: Vec<u64> =
                        (0..count).filter_map(|i| expected(collective, rank, w, i)).collect();
                    let name = (collective.name(), algorithm.name());
                    assert_eq!(masks, wanted, "{name:?} on rank {rank} of {w}");
                    assert_eq!(count == 0, expected(collective, rank, w, 0).is_none());
                }
            }
        }
    }
}

#[test]
fn a_swapped_chunk_shows() {
    let mut all = traces(4, 1, Collective::AllReduce, Algorithm::Ring);
    let swapped = all[2].events.iter_mut().find_map(|event| match &mut event.kind {
        EventKind::Received { into, .. } => {
            into.start = (into.start + 2) % 4;
            Some(())
        }
        _ => None,
    });
    assert_eq!(swapped, Some(()));
    let mut replay = Replay::new(all);
    let whole = |rank: usize, replay: &mut Replay| {
        out_masks(replay, rank).is_some_and(|masks| masks.iter().all(|mask| *mask == 0b1111))
    };
    assert!((0..4).any(|rank| !whole(rank, &mut replay)));
}

#[test]
fn any_cursor_can_be_had_in_any_order() {
    let all = traces(5, 3, Collective::AllReduce, Algorithm::HalvingDoubling);
    let (mut there, mut back) = (Replay::new(all.clone()), Replay::new(all));
    let masks = |replay: &mut Replay, cursor: usize| -> Vec<Vec<u64>> {
        let out: Vec<_> = (0..5).map(|rank| named(replay, rank, "out")).collect();
        let world = replay.at(cursor);
        let of = |(state, out): (&Arc<RankState>, Option<(Span, usize)>)| {
            out.map_or_else(Vec::new, |(span, _)| state.provenance(&span))
        };
        world.ranks().iter().zip(out).map(of).collect()
    };
    let forwards: Vec<_> = (0..=there.len()).map(|cursor| masks(&mut there, cursor)).collect();
    for cursor in (0..=back.len()).rev() {
        assert_eq!(masks(&mut back, cursor), forwards[cursor], "at {cursor}");
    }
    let order: Vec<u64> = (0..there.len()).filter_map(|i| Some(there.event(i)?.1.clock)).collect();
    assert!(order.is_sorted());
}

#[test]
fn local_operations_are_followed() {
    let run = async |context: Context| -> Outcome<Trace> {
        let (rank, w) = (context.rank(), context.world_size());
        let local = |kind, from: &[&Tensor], to: &Tensor| {
            let from = from.iter().map(|&t| Span::from(t)).collect();
            let to = Span::from(to);
            context.record(3, EventKind::Local { kind, name: "local".to_owned(), from, to });
        };
        // One element goes to the next rank, is copied behind that rank's own, and both are mixed.
        let mine = Tensor::from_slice(&[rank as i64]);
        let got = Tensor::empty(&[1], DType::Int64)?;
        let sending = context.world().send(&mine, (rank + 1) % w, 0);
        context.world().recv(&got, (rank + w - 1) % w, 0).await?;
        sending.await?;
        let both = Tensor::zeros(&[2], DType::Int64)?;
        local(LocalKind::Copied, &[&mine], &both.narrow(0, 0, 1)?);
        local(LocalKind::Copied, &[&got], &both.narrow(0, 1, 1)?);
        context.record_written(4, "both", &both);
        let mixed = Tensor::zeros(&[1], DType::Int64)?;
        local(LocalKind::Mixed, &[&both], &mixed);
        context.record_written(5, "out", &mixed);
        context.flush().await?;
        Ok(context.take_trace())
    };
    let results = simulator::run(3, simulator::Options::default(), run);
    let all = results.into_iter().map(|r| r.expect("no rank is lost").expect("it succeeds"));
    let mut replay = Replay::new(all.collect());
    for rank in 0..3 {
        let last = (rank + 2) % 3;
        assert_eq!(out_masks(&mut replay, rank), Some(vec![1 << rank | 1 << last]));
        let (both, _) = named(&replay, rank, "both").expect("it was shown");
        let state = &replay.at(usize::MAX).ranks()[rank];
        assert_eq!(state.provenance(&both), [1 << rank, 1 << last]);
        assert_eq!(state.doing, Doing::Computing);
        assert_eq!(replay.doing(rank, usize::MAX), Doing::Done);
    }
}
