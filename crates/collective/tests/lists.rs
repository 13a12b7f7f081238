//! Collectives on lists of tensors, each with a storage of its own: what the replay says of every element is where its
//! value comes from, whatever the algorithm.

#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod told;

use collective::algorithm::Algorithm;
use collective::replay::Replay;
use collective::trace::{Event, EventKind, Place, Span, Trace};
use collective::{Collective, Context, Emulation, ReduceOp, Settings, simulator};
use tensor::{DType, Tensor};
use told::{Outcome, named, origin, told, value};

/// Calls `collective` with a list: `sizes[i]` elements go to or come from rank `i`. What comes of it is named "out0", "out1", …
async fn call(
    context: &Context,
    collective: Collective,
    algorithm: Option<Algorithm>,
    sizes: &[usize],
) -> Outcome<()> {
    let (rank, w) = (context.rank(), context.world_size());
    let world = context.world();
    let group = algorithm.map_or_else(|| world.clone(), |algorithm| world.using(algorithm));
    let (root, own) = (w / 2, sizes[rank]);
    let given = |name: String, seed: usize, count: usize| {
        let x = told::input(seed, count);
        context.record_written(1, &name, &x);
        x
    };
    let empty = |count: &usize| Tensor::empty(&[*count], DType::Float32);
    let give_list = || -> Vec<Tensor> {
        let tensor = |(i, &count)| given(format!("x{i}"), w * rank + i, count);
        sizes.iter().enumerate().map(tensor).collect()
    };
    let get_list = |sizes: &[usize]| sizes.iter().map(empty).collect::<Result<Vec<_>, _>>();
    let give = || given("x".to_owned(), rank, own);
    let out = match collective {
        Collective::Scatter => {
            let (y, list) = (empty(&own)?, give_list());
            group.scatter(&y, (rank == root).then_some(&list), root).await?;
            vec![y]
        }
        Collective::Gather => {
            let (list, at_root) = (get_list(sizes)?, rank == root);
            group.gather(&give(), at_root.then_some(&list), root).await?;
            if at_root { list } else { vec![] }
        }
        Collective::AllGather => {
            let list = get_list(sizes)?;
            group.all_gather(&list, &give()).await?;
            list
        }
        Collective::ReduceScatter => {
            let y = empty(&own)?;
            group.reduce_scatter(&y, &give_list(), ReduceOp::Sum).await?;
            vec![y]
        }
        Collective::AllToAll => {
            // As many come from each rank as it sends there.
            let list = get_list(&vec![own; w])?;
            group.all_to_all(&list, &give_list()).await?;
            list
        }
        _ => vec![],
    };
    for (i, y) in out.iter().enumerate() {
        context.record_written(2, &format!("out{i}"), y);
    }
    Ok(())
}

fn traces(
    settings: Settings,
    collective: Collective,
    algorithm: Option<Algorithm>,
    sizes: &[usize],
) -> Vec<Trace> {
    let run = async |context: Context| -> Outcome<Trace> {
        call(&context, collective, algorithm, sizes).await?;
        context.flush().await?;
        Ok(context.take_trace())
    };
    let options = simulator::Options { settings, seed: sizes.len() as u64, ..Default::default() };
    let results = simulator::run(sizes.len(), options, run);
    results.into_iter().map(|r| r.expect("no rank is lost").expect("the call succeeds")).collect()
}

/// The ranks whose values tensor `i` of what comes of it must hold.
fn expected(collective: Collective, w: usize, i: usize) -> u64 {
    match collective {
        Collective::Scatter => 1 << (w / 2),
        Collective::ReduceScatter => (1 << w) - 1,
        _ => 1 << i,
    }
}

/// Every span of an operation's buffers is in one of its tensors.
fn check_spans(trace: &Trace, name: &str) {
    let ends = |event: &Event| -> Vec<(u64, usize)> {
        let EventKind::Begin { inputs, outputs, .. } = &event.kind else { return Vec::new() };
        inputs.iter().chain(outputs).map(|t| (t.tensor, t.elements().end)).collect()
    };
    let ends: Vec<_> = trace.events.iter().flat_map(ends).collect();
    let check = |span: &Span| {
        let within = |&(tensor, end)| tensor == span.tensor && span.elements().end <= end;
        let is_of_one = matches!(span.place, Place::Tensor | Place::Scratch);
        assert!(is_of_one || ends.iter().any(within), "{name}: {span:?}");
    };
    for event in &trace.events {
        match &event.kind {
            EventKind::Sent { from, .. } => check(from),
            EventKind::Received { into, .. } => check(into),
            EventKind::Local { from, to, .. } => from.iter().chain([to]).for_each(check),
            _ => {}
        }
    }
}

fn check(
    settings: Settings,
    collective: Collective,
    algorithm: Option<Algorithm>,
    sizes: &[usize],
) {
    let name = format!("{} {algorithm:?} {sizes:?}", collective.name());
    let (w, traces) = (sizes.len(), traces(settings, collective, algorithm, sizes));
    traces.iter().for_each(|trace| check_spans(trace, &name));
    let mut replay = Replay::new(traces);
    let mut seen = 0;
    for (rank, i) in (0..w).flat_map(|rank| (0..w).map(move |i| (rank, i))) {
        let Some((span, place)) = named(&replay, rank, &format!("out{i}")) else { continue };
        let masks = replay.at(usize::MAX).ranks()[rank].provenance(&span);
        seen += masks.len();
        for (index, &mask) in masks.iter().enumerate() {
            let origin = origin(&replay, rank, &span, index);
            let is = (expected(collective, w, i), value(&replay, place, index));
            assert_eq!(told(&replay, &origin), is, "{name}, {rank} {i} {index}: {origin:?}");
            assert_eq!(mask, is.0, "{name}, {rank} {i} {index}");
        }
    }
    let all: usize = sizes.iter().sum();
    let per_rank = matches!(collective, Collective::AllGather | Collective::AllToAll);
    assert_eq!(seen, if per_rank { all * w } else { all }, "{name}");
}

#[test]
fn lists_by_every_algorithm() {
    let lists =
        [Collective::Scatter, Collective::Gather, Collective::AllGather, Collective::ReduceScatter];
    for w in 1..=8 {
        for collective in lists {
            for &algorithm in Algorithm::of(collective) {
                check(Settings::default(), collective, Some(algorithm), &vec![2; w]);
            }
        }
        // A list may be of any sizes, which no other algorithm does.
        check(Settings::default(), Collective::AllToAll, Some(Algorithm::Direct), &vec![2; w]);
    }
}

#[test]
fn lists_of_different_sizes() {
    for sizes in [&[3][..], &[1, 4], &[2, 0, 3], &[0, 5, 1, 2]] {
        check(Settings::default(), Collective::AllToAll, None, sizes);
        let settings = Settings { emulate: Some(Emulation::GLOO), ..Settings::default() };
        check(settings, Collective::ReduceScatter, None, sizes);
    }
}
