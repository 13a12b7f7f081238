//! Views that are not contiguous: what the replay says of every element is where its value comes from, and it says
//! nothing where the trace does not tell.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod told;
mod worlds;

use collective::algorithm::Algorithm;
use collective::replay::{Beginning, Replay};
use collective::trace::{EventKind, LocalKind, Span};
use collective::{Collective, Context, ReduceOp};
use tensor::{DType, Tensor};
use told::{Outcome, input, named, origin, told, traces, value};
use worlds::COLLECTIVES;

const COUNT: usize = 3;

/// Shows `x` on `context`'s rank.
fn show(context: &Context, name: &str, x: &Tensor) {
    context.record_written(1, name, x);
}

fn empty(shape: &[usize]) -> Outcome<Tensor> {
    Ok(Tensor::empty(shape, DType::Float32)?)
}

/// The rank's own values, shown, of that many rows of two.
fn own(context: &Context, rows: usize) -> Outcome<Tensor> {
    let x = input(context.rank(), 2 * rows).reshape(&[rows as isize, 2])?;
    show(context, &format!("own {rows}"), &x);
    Ok(x)
}

/// Every element of "out" on every rank has the ranks and the value that its origin has.
fn check(name: &str, w: usize, program: impl AsyncFn(Context) -> Outcome<()>) -> Vec<Vec<u64>> {
    let mut replay = Replay::new(traces(w, program));
    let mut all = Vec::new();
    for rank in 0..w {
        let Some((span, place)) = named(&replay, rank, "out") else { continue };
        let masks = replay.at(usize::MAX).ranks()[rank].provenance(&span);
        for (index, &mask) in masks.iter().enumerate() {
            let origin = origin(&replay, rank, &span, index);
            let is = value(&replay, place, index);
            let name = (name, w, rank, index);
            assert_eq!(told(&replay, &origin), (mask, is), "{name:?}: {origin:?}");
        }
        all.push(masks);
    }
    all
}

#[test]
fn a_turned_tensor_is_gathered() {
    let masks = check("gather of x.t()", 2, async |c| {
        let (x, z) = (empty(&[2, 2])?, empty(&[4, 2])?);
        let own = input(c.rank(), 2).reshape(&[1, 2])?;
        show(&c, "own", &own);
        c.world().all_gather_into_tensor(&x, &own).await?;
        c.world().all_gather_into_tensor(&z, &x.t()?).await?;
        show(&c, "out", &z);
        Ok(())
    });
    assert_eq!(masks, [[1, 2, 1, 2, 1, 2, 1, 2]; 2]);
}

#[test]
fn a_column_is_told() {
    let masks = check("broadcast into a column", 2, async |c| {
        let x = own(&c, 2)?;
        c.world().broadcast(&x.select(1, 0)?, 0).await?;
        show(&c, "out", &x);
        Ok(())
    });
    assert_eq!(masks, [[1, 1, 1, 1], [1, 2, 1, 2]]);
}

#[test]
fn a_turned_tensor_is_reduced_in_place() {
    for &algorithm in Algorithm::of(Collective::AllReduce) {
        check(algorithm.name(), 3, async |c| {
            let (x, part) = (own(&c, 3)?, empty(&[3, 2])?);
            // One part is another rank's already.
            c.world().all_gather_into_tensor(&part, &x.narrow(0, 0, 1)?).await?;
            show(&c, "part", &part);
            c.world().using(algorithm).all_reduce(&x.t()?, ReduceOp::Sum).await?;
            c.world().using(algorithm).broadcast(&part.t()?, 2).await.ok();
            show(&c, "out", &x);
            Ok(())
        });
    }
}

/// Calls `collective` from second columns into second columns; the tensor that has the latter is "out".
async fn columns(context: &Context, call: Collective, algorithm: Algorithm) -> Outcome<()> {
    let (rank, w) = (context.rank(), context.world_size());
    let (group, root) = (context.world().using(algorithm), w / 2);
    let column = |x: &Tensor| -> Outcome<Tensor> { Ok(x.select(1, 1)?) };
    let list = |x: &Tensor| -> Outcome<Vec<Tensor>> {
        let view = column(x)?;
        (0..w).map(|i| Ok(view.narrow(0, i * COUNT, COUNT)?)).collect()
    };
    let (small, large) =
        (own(context, COUNT)?, own(context, w * COUNT + 1)?.narrow(0, 0, w * COUNT)?);
    let out = match call {
        Collective::Broadcast => {
            group.broadcast(&column(&small)?, root).await?;
            small
        }
        Collective::Reduce => {
            group.reduce(&column(&small)?, root, ReduceOp::Sum).await?;
            if rank != root {
                return Ok(());
            }
            small
        }
        Collective::AllReduce => {
            group.all_reduce(&column(&small)?, ReduceOp::Sum).await?;
            small
        }
        Collective::AllGather => {
            group.all_gather_into_tensor(&column(&large)?, &column(&small)?).await?;
            large
        }
        Collective::ReduceScatter => {
            group.reduce_scatter_tensor(&column(&small)?, &column(&large)?, ReduceOp::Sum).await?;
            small
        }
        Collective::Scatter => {
            let list = list(&large)?;
            group.scatter(&column(&small)?, (rank == root).then_some(&list), root).await?;
            small
        }
        Collective::Gather => {
            let list = list(&large)?;
            group.gather(&column(&small)?, (rank == root).then_some(&list), root).await?;
            large
        }
        _ => return Ok(()),
    };
    show(context, "out", &out);
    Ok(())
}

#[test]
fn columns_go_into_columns_by_every_algorithm() {
    for collective in COLLECTIVES {
        for &algorithm in Algorithm::of(collective) {
            for w in 1..=5 {
                let name = format!("{} {}", collective.name(), algorithm.name());
                check(&name, w, async |c| columns(&c, collective, algorithm).await);
            }
        }
    }
}

#[test]
fn lists_of_columns_of_their_own() {
    for w in 1..=4 {
        check("all_to_all", w, async |c| {
            let all = input(c.rank(), 4 * w).reshape(&[w as isize, 2, 2])?;
            show(&c, "all", &all);
            let from =
                (0..w).map(|i| Ok(all.select(0, i)?.deep_clone()?)).collect::<Outcome<Vec<_>>>()?;
            let into = (0..w).map(|_| empty(&[2, 2])).collect::<Outcome<Vec<_>>>()?;
            for (i, x) in from.iter().enumerate() {
                show(&c, &format!("from {i}"), x);
            }
            let column = |x: &Tensor| x.select(1, 1);
            let views = |list: &[Tensor]| list.iter().map(column).collect::<Result<Vec<_>, _>>();
            c.world().all_to_all(&views(&into)?, &views(&from)?).await?;
            let last = into.last().expect("a rank").select(1, 1)?;
            let out = empty(&[w, 2])?;
            c.world().all_gather_into_tensor(&out.view(&[2 * w as isize])?, &last).await?;
            show(&c, "out", &out);
            Ok(())
        });
    }
}

/// What is said of the rank's tensor of that name where it is shown: its masks, and whether its elements' origins are unknown.
fn unknown(replay: &mut Replay, rank: usize, name: &str) -> (Vec<u64>, Vec<bool>) {
    let (span, place) = named(replay, rank, name).expect("it was shown");
    let masks = replay.at(place + 1).ranks()[rank].provenance(&span);
    let origin = |element| replay.origin(rank, span.tensor, element, place).beginning;
    let is = |element| origin(element) == Beginning::Unknown;
    (masks, span.elements().map(is).collect())
}

#[test]
fn the_columns_of_one_tensor_are_told_apart() {
    for &algorithm in Algorithm::of(Collective::AllGather) {
        let masks = check("columns", 3, async |c| {
            let (rows, out) = (own(&c, 2)?, own(&c, 9)?.narrow(0, 0, 8)?.view(&[4, 4])?);
            let list = (1..4).map(|i| Ok(out.select(1, i)?)).collect::<Outcome<Vec<_>>>()?;
            c.world().using(algorithm).all_gather(&list, &rows.view(&[4])?).await?;
            show(&c, "out", &out);
            Ok(())
        });
        for (rank, masks) in masks.iter().enumerate() {
            assert_eq!(masks[..], [1 << rank, 1, 2, 4].repeat(4), "{algorithm:?}");
        }
    }
}

#[test]
fn rows_and_columns_of_one_tensor_are_not_told_apart() {
    for &algorithm in Algorithm::of(Collective::AllGather) {
        let mut replay = Replay::new(traces(2, async |c| {
            let (x, y) = (input(c.rank(), 2), empty(&[3, 2])?);
            show(&c, "x", &x);
            let list = [y.select(1, 0)?.narrow(0, 0, 2)?, y.select(0, 2)?];
            c.world().using(algorithm).all_gather(&list, &x).await?;
            show(&c, "y", &y);
            let sent = y.deep_clone()?;
            let spans = (vec![Span::from(&y)], Span::from(&sent));
            let (kind, name) = (LocalKind::Copied, "sent".to_owned());
            c.record(2, EventKind::Local { kind, name, from: spans.0, to: spans.1 });
            c.world().broadcast(&sent, 0).await?;
            show(&c, "sent", &sent);
            Ok(())
        }));
        for rank in 0..2 {
            let written = vec![true, false, true, false, true, true];
            let (masks, is_unknown) = unknown(&mut replay, rank, "y");
            assert_eq!((masks, is_unknown), (vec![0; 6], written.clone()), "{algorithm:?}");
            assert_eq!(unknown(&mut replay, rank, "sent"), (vec![0; 6], written));
        }
    }
}

fn computed(c: &Context, kind: LocalKind, from: &[&Tensor], to: &Tensor) {
    let from = from.iter().map(|&tensor| Span::from(tensor)).collect();
    let event = EventKind::Local { kind, name: "it".to_owned(), from, to: Span::from(to) };
    c.record(2, event);
}

#[test]
fn what_a_program_does_with_views_is_not_guessed() {
    let mut replay = Replay::new(traces(2, async |c| {
        let (own, x) = (input(c.rank(), 2), empty(&[4])?);
        show(&c, "own", &own);
        c.world().all_gather_into_tensor(&x, &own).await?;
        let x = x.view(&[2, 2])?;
        show(&c, "x", &x);
        show(&c, "turned", &x.t()?);

        let copy = x.t()?.deep_clone()?;
        computed(&c, LocalKind::Copied, &[&x.t()?], &copy);
        show(&c, "copy", &copy);
        let sum = copy.deep_clone()?;
        sum.add_tensor_(&x)?;
        computed(&c, LocalKind::Elementwise, &[&copy, &x], &sum);
        show(&c, "sum", &sum);

        let (into, column) = (input(c.rank(), 4).reshape(&[2, 2])?, input(c.rank(), 2));
        show(&c, "into before", &into);
        c.world().broadcast(&column, 0).await?;
        into.select(1, 0)?.copy_(&column)?;
        computed(&c, LocalKind::Copied, &[&column], &into.select(1, 0)?);
        show(&c, "into", &into);
        c.world().all_reduce(&into, ReduceOp::Sum).await?;
        show(&c, "reduced", &into);

        // Of its own values only, there is nothing to confuse.
        let own = input(c.rank(), 4).reshape(&[2, 2])?;
        show(&c, "mine turned", &own.t()?);
        own.select(1, 1)?.fill_(7)?;
        computed(&c, LocalKind::Elementwise, &[], &own.select(1, 1)?);
        let turned = own.t()?.deep_clone()?;
        computed(&c, LocalKind::Copied, &[&own.t()?], &turned);
        show(&c, "mine", &turned);
        Ok(())
    }));
    for rank in 0..2 {
        assert_eq!(unknown(&mut replay, rank, "x").0, [1, 1, 2, 2]);
        // Of two tensors, one of which is not known.
        for name in ["turned", "sum"] {
            assert_eq!(unknown(&mut replay, rank, name).0, [0; 4], "{name}");
        }
        assert_eq!(unknown(&mut replay, rank, "copy"), (vec![0; 4], vec![true; 4]));
        if rank == 1 {
            assert_eq!(unknown(&mut replay, rank, "into"), (vec![0; 4], vec![true; 4]));
        }
        assert_eq!(unknown(&mut replay, rank, "reduced").0, [0; 4]);
        for name in ["mine turned", "mine"] {
            assert_eq!(unknown(&mut replay, rank, name).0, [1 << rank; 4], "{name}");
        }
    }
}
