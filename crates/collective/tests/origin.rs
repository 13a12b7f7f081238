//! Where each number comes from: what a walk back through the traces finds folds to the very number.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod told;
mod worlds;

use collective::algorithm::Algorithm;
use collective::replay::{Beginning, Replay, Term};
use collective::trace::{EventKind, LocalKind, Span};
use collective::{Collective, Context, ReduceOp};
use tensor::{DType, Tensor};
use told::{Outcome, input, named, origin, shown, told, traces, value};
use worlds::COLLECTIVES;

const COUNT: usize = 5;

/// Calls `collective` with "x", and names what came of it "out".
async fn call(context: &Context, collective: Collective, algorithm: Algorithm) -> Outcome<()> {
    let (rank, w) = (context.rank(), context.world_size());
    let (group, root) = (context.world().using(algorithm), w / 2);
    let given = |count: usize| {
        let x = input(rank, count);
        context.record_written(1, "x", &x);
        x
    };
    let empty = |count: usize| Tensor::empty(&[count], DType::Float32);
    let parts = |whole: &Tensor| -> Outcome<Vec<Tensor>> {
        (0..w).map(|i| Ok(whole.narrow(0, i * COUNT, COUNT)?)).collect()
    };
    let sum = ReduceOp::Sum;
    let out = match collective {
        Collective::Broadcast => {
            let x = given(COUNT);
            group.broadcast(&x, root).await?;
            x
        }
        Collective::Reduce => {
            let x = given(COUNT);
            group.reduce(&x, root, sum).await?;
            if rank != root {
                return Ok(());
            }
            x
        }
        Collective::Scatter => {
            let (y, list) = (empty(COUNT)?, parts(&given(w * COUNT))?);
            group.scatter(&y, (rank == root).then_some(&list), root).await?;
            y
        }
        Collective::Gather => {
            let (y, x) = (empty(w * COUNT)?, given(COUNT));
            let list = parts(&y)?;
            group.gather(&x, (rank == root).then_some(&list), root).await?;
            if rank != root {
                return Ok(());
            }
            y
        }
        Collective::AllGather => {
            let y = empty(w * COUNT)?;
            group.all_gather_into_tensor(&y, &given(COUNT)).await?;
            y
        }
        Collective::ReduceScatter => {
            let y = empty(COUNT)?;
            group.reduce_scatter_tensor(&y, &given(w * COUNT), sum).await?;
            y
        }
        Collective::AllReduce => {
            let x = given(COUNT);
            group.all_reduce(&x, sum).await?;
            x
        }
        Collective::AllToAll => {
            let y = empty(w * COUNT)?;
            group.all_to_all_single(&y, &given(w * COUNT)).await?;
            y
        }
        _ => return Ok(()),
    };
    context.record_written(2, "out", &out);
    Ok(())
}

#[test]
fn the_addends_of_every_algorithm_fold_to_the_value_and_are_the_masks_ranks() {
    // A barrier moves no elements.
    for collective in COLLECTIVES.into_iter().filter(|&c| c != Collective::Barrier) {
        for &algorithm in Algorithm::of(collective) {
            for w in 1..=9 {
                let run = async |context: Context| call(&context, collective, algorithm).await;
                let mut replay = Replay::new(traces(w, run));
                for rank in 0..w {
                    let Some((span, place)) = named(&replay, rank, "out") else { continue };
                    let masks = replay.at(usize::MAX).ranks()[rank].provenance(&span);
                    for (index, &mask) in masks.iter().enumerate() {
                        let origin = origin(&replay, rank, &span, index);
                        let name = (collective.name(), algorithm.name(), w, rank, index);
                        let is = value(&replay, place, index);
                        assert_eq!(told(&replay, &origin), (mask, is), "{name:?}: {origin:?}");
                        if let Beginning::Folded { step, .. } = origin.beginning {
                            assert!(step.is_some(), "{name:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_direct_all_reduce_folds_in_rank_order() {
    let run =
        async |context: Context| call(&context, Collective::AllReduce, Algorithm::Direct).await;
    let replay = Replay::new(traces(4, run));
    let (span, _) = named(&replay, 3, "out").expect("it is named");
    let origin = origin(&replay, 3, &span, 0);
    let Beginning::Folded { terms, step, .. } = &origin.beginning else { panic!("{origin:?}") };
    let ranks: Vec<_> = terms.iter().flat_map(Term::cells).map(|cell| cell.rank).collect();
    assert_eq!((ranks, *step), (vec![0, 1, 2, 3], Some(0)));
    // Rank 0 folded it, and rank 3 received it.
    let by = |place: usize| replay.event(place).map(|(rank, event)| (rank, &event.kind));
    let Some((3, EventKind::Received { message, .. })) = by(origin.hops[0]) else {
        panic!("{origin:?}")
    };
    assert_eq!((message.peer, message.step, origin.hops.len()), (0, 1, 1));
}

/// A token goes to the next rank, which doubles it, and comes home, where two are added.
async fn there_and_back(context: Context) -> Outcome<()> {
    let (rank, w) = (context.rank(), context.world_size());
    let (next, last) = ((rank + 1) % w, (rank + w - 1) % w);
    let world = context.world();
    let local = |name: &str, kind, from: &[&Tensor], to: &Tensor| {
        let from = from.iter().map(|&t| Span::from(t)).collect();
        let event = EventKind::Local { kind, name: name.to_owned(), from, to: Span::from(to) };
        context.record(3, event);
    };
    let token = Tensor::from_slice(&[rank as f32 + 0.5]);
    context.record_written(1, "token", &token);
    let (got, home) = (Tensor::empty(&[1], DType::Float32)?, Tensor::empty(&[1], DType::Float32)?);
    let sending = world.send(&token, next, 0);
    world.recv(&got, last, 0).await?;
    sending.await?;
    let doubled = got.mul_scalar(2.0)?;
    local("double", LocalKind::Elementwise, &[&got], &doubled);
    let sending = world.send(&doubled, last, 1);
    world.recv(&home, next, 1).await?;
    sending.await?;
    context.record_written(2, "home", &home);
    let both = token.mul_scalar(3.0)?;
    local("add", LocalKind::Elementwise, &[&token, &home], &both);
    context.record_written(3, "both", &both);
    Ok(())
}

#[test]
fn a_token_is_followed_to_its_expert_and_home() {
    let replay = Replay::new(traces(3, there_and_back));
    for rank in 0..3 {
        let (span, _) = named(&replay, rank, "home").expect("it is named");
        let origin = origin(&replay, rank, &span, 0);
        let Beginning::Held(cell) = origin.beginning else { panic!("{origin:?}") };
        assert_eq!((cell.rank, shown(&replay, &cell)), (rank, rank as f32 + 0.5));
        let kinds = origin.hops.iter().filter_map(|&hop| replay.event(hop));
        let kinds: Vec<_> = kinds
            .map(|(at, event)| match &event.kind {
                EventKind::Received { message, .. } => (at, format!("from {}", message.peer)),
                EventKind::Local { name, .. } => (at, name.clone()),
                other => panic!("{other:?}"),
            })
            .collect();
        let next = (rank + 1) % 3;
        let (there, back) = (format!("from {rank}"), format!("from {next}"));
        assert_eq!(kinds, [(rank, back), (next, "double".to_owned()), (next, there)]);
    }
}

#[test]
fn a_computation_of_several_tensors_tells_its_sources() {
    let replay = Replay::new(traces(2, there_and_back));
    let (span, _) = named(&replay, 1, "both").expect("it is named");
    let origin = origin(&replay, 1, &span, 0);
    let Beginning::Computed { place, index } = origin.beginning else { panic!("{origin:?}") };
    let sources: Vec<f32> =
        replay.sources(place, index).iter().map(|cell| shown(&replay, cell)).collect();
    assert_eq!(sources, [1.5, 3.0]);
}

#[test]
fn what_was_never_shown_has_no_value() {
    let run = async |context: Context| -> Outcome<()> {
        let x = Tensor::from_slice(&[1.0f32]);
        context.world().all_reduce(&x, ReduceOp::Max).await?;
        context.record_written(1, "out", &x);
        Ok(())
    };
    let replay = Replay::new(traces(2, run));
    let (span, _) = named(&replay, 0, "out").expect("it is named");
    let Beginning::Folded { terms, op, .. } = origin(&replay, 0, &span, 0).beginning else {
        panic!("it was folded")
    };
    assert_eq!(op, Some(ReduceOp::Max));
    assert!(terms.iter().flat_map(Term::cells).all(|cell| cell.shown.is_none()));
    // Before anything happened it is what the rank holds, whatever that is.
    let before = replay.origin(0, span.tensor, 0, 0);
    assert!(before.hops.is_empty() && matches!(before.beginning, Beginning::Held(_)));
}

#[test]
fn any_element_at_any_cursor_can_be_asked_for() {
    let run = async |context: Context| {
        call(&context, Collective::AllReduce, Algorithm::HalvingDoubling).await
    };
    let replay = Replay::new(traces(3, run));
    for cursor in 0..=replay.len() + 1 {
        for rank in 0..4 {
            for tensor in 0..4 {
                let _ = replay.origin(rank, tensor, 99, cursor);
            }
        }
    }
}
