//! What a walk back through the traces finds, and the value that it comes to.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]
#![allow(dead_code, reason = "each test binary uses its part")]

use collective::replay::{Beginning, Cell, Origin, Replay, Term};
use collective::trace::{EventKind, Snapshot, Span, Trace};
use collective::{CollectiveError, Context, ReduceOp, simulator};
use tensor::Tensor;

pub type Outcome<T> = Result<T, Box<CollectiveError>>;

/// Values whose sums depend on the order of adding.
pub fn input(rank: usize, count: usize) -> Tensor {
    let value =
        |i: usize| 0.1 + 1.7 * (rank * 97 + i * 13 % 31) as f32 + 1.0 / (1 + rank + i) as f32;
    Tensor::from_slice(&(0..count).map(value).collect::<Vec<_>>())
}

pub fn traces(w: usize, program: impl AsyncFn(Context) -> Outcome<()>) -> Vec<Trace> {
    let run = async |context: Context| -> Outcome<Trace> {
        program(context.clone()).await?;
        context.flush().await?;
        Ok(context.take_trace())
    };
    let options = simulator::Options { seed: w as u64, ..Default::default() };
    let results = simulator::run(w, options, run);
    results.into_iter().map(|r| r.expect("no rank is lost").expect("the calls succeed")).collect()
}

/// The value that an event shows at `index`.
pub fn value(replay: &Replay, place: usize, index: usize) -> f32 {
    match replay.event(place).map(|(_, event)| &event.kind) {
        Some(EventKind::Written { values: Snapshot::Whole(values), .. }) => {
            values.to_f64(index).expect("the element is there") as f32
        }
        other => panic!("no tensor is shown at {place}: {other:?}"),
    }
}

pub fn shown(replay: &Replay, cell: &Cell) -> f32 {
    let (place, index) = cell.shown.expect("inputs were shown");
    value(replay, place, index)
}

pub fn folds_to(replay: &Replay, term: &Term) -> f32 {
    match term {
        Term::Cell(cell) => shown(replay, cell),
        Term::Folded(terms) => {
            terms.iter().map(|term| folds_to(replay, term)).reduce(|a, b| a + b).expect("terms")
        }
    }
}

/// Rank `rank`'s tensor of that name: its span and the place where it was last shown.
pub fn named(replay: &Replay, rank: usize, name: &str) -> Option<(Span, usize)> {
    replay.places(rank).iter().rev().find_map(|&place| match &replay.event(place)?.1.kind {
        EventKind::Written { span, name: known, .. } if known == name => Some((*span, place)),
        _ => None,
    })
}

pub fn origin(replay: &Replay, rank: usize, span: &Span, index: usize) -> Origin {
    replay.origin(rank, span.tensor, span.start as usize + index, replay.len())
}

/// Ranks that the origin names, as a mask, and what it comes to.
pub fn told(replay: &Replay, origin: &Origin) -> (u64, f32) {
    match &origin.beginning {
        Beginning::Held(cell) => (1 << cell.rank, shown(replay, cell)),
        Beginning::Folded { terms, op, .. } => {
            assert_eq!(*op, Some(ReduceOp::Sum));
            let whole = Term::Folded(terms.clone());
            let ranks: Vec<usize> = whole.cells().iter().map(|cell| cell.rank).collect();
            let mask = ranks.iter().fold(0u64, |mask, rank| mask | 1 << rank);
            assert_eq!(mask.count_ones() as usize, ranks.len(), "each rank once: {ranks:?}");
            (mask, folds_to(replay, &whole))
        }
        other => panic!("neither held nor folded: {other:?}"),
    }
}
