//! What the walk back from an element finds.

use crate::ReduceOp;

/// An element of a rank's tensor, at some moment.
///
/// ```
/// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
/// # let runs = simulator::run(2, Default::default(), async |context: Context| {
/// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
/// #     context.record_written(1, "x", &x);
/// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
/// #     (context.take_trace(), x.storage_id())
/// # });
/// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
/// # let mut replay = Replay::new(traces);
/// # let end = replay.len();
/// let Beginning::Folded { terms, op, .. } = replay.origin(0, x[0], 0, end).beginning else {
///     panic!("it was folded");
/// };
/// let shown = terms[1].cells()[0].shown;
/// assert_eq!(shown, Some((replay.place(1, 0).unwrap(), 0))); // where rank 1 showed its `x`
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Whose.
    pub rank: usize,
    /// The storage's id.
    pub tensor: u64,
    /// Which element of it.
    pub element: usize,
    /// Where a program showed it as it was then: the place of that event in the order of all, and which of the shown
    /// elements it is. `None` where it was never shown, so that its value is not known.
    pub shown: Option<(usize, usize)>,
}

/// What was folded, in the order of folding.
///
/// ```
/// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
/// # let runs = simulator::run(2, Default::default(), async |context: Context| {
/// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
/// #     context.record_written(1, "x", &x);
/// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
/// #     (context.take_trace(), x.storage_id())
/// # });
/// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
/// # let mut replay = Replay::new(traces);
/// # let end = replay.len();
/// let Beginning::Folded { terms, op, .. } = replay.origin(0, x[0], 0, end).beginning else {
///     panic!("it was folded");
/// };
/// assert!(matches!(terms[..], [Term::Cell(own), Term::Cell(other)] if own.rank < other.rank));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// An element that an operation was given.
    Cell(Cell),
    /// What had been folded before it was folded in: `a + (b + c)`.
    Folded(Vec<Term>),
}

impl Term {
    /// The elements, from left to right.
    ///
    /// ```
    /// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
    /// # let runs = simulator::run(2, Default::default(), async |context: Context| {
    /// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
    /// #     context.record_written(1, "x", &x);
    /// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
    /// #     (context.take_trace(), x.storage_id())
    /// # });
    /// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
    /// # let mut replay = Replay::new(traces);
    /// # let end = replay.len();
    /// let Beginning::Folded { terms, op, .. } = replay.origin(0, x[0], 0, end).beginning else {
    ///     panic!("it was folded");
    /// };
    /// assert_eq!(Term::Folded(terms).cells().len(), 2);
    /// ```
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Term::Cell(cell) => vec![*cell],
            Term::Folded(terms) => terms.iter().flat_map(Term::cells).collect(),
        }
    }
}

/// What stands at the beginning of the copies.
///
/// ```
/// # use collective::{Context, ReduceOp, replay::*, simulator, trace::*};
/// # let runs = simulator::run(2, Default::default(), async |context: Context| {
/// #     let x = tensor::Tensor::from_slice(&[context.rank() as i64]);
/// #     context.record_written(1, "x", &x);
/// #     context.world().all_reduce(&x, ReduceOp::Sum).await.unwrap();
/// #     (context.take_trace(), x.storage_id())
/// # });
/// # let (traces, x): (Vec<Trace>, Vec<u64>) = runs.into_iter().map(|run| run.unwrap()).unzip();
/// # let mut replay = Replay::new(traces);
/// # let end = replay.len();
/// let Beginning::Folded { terms, op, .. } = replay.origin(0, x[0], 0, end).beginning else {
///     panic!("it was folded");
/// };
/// assert_eq!((terms.len(), op), (2, Some(ReduceOp::Sum)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Beginning {
    /// A fold.
    Folded {
        /// What was folded, in order: two terms or more.
        terms: Vec<Term>,
        /// How; `None` for what a program folded itself.
        op: Option<ReduceOp>,
        /// Place of the event that folded last, in the order of all.
        place: usize,
        /// The step in which the latest of its messages came, from 0; `None` if none did.
        step: Option<u32>,
    },
    /// A computation of several elements inside a rank: the place of its event.
    Computed {
        /// In the order of all events.
        place: usize,
        /// Which element of the result.
        index: usize,
    },
    /// What a rank's tensor held; nothing is recorded that wrote it.
    Held(Cell),
    /// The trace does not tell.
    Unknown,
}
