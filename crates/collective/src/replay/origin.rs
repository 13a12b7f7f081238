//! How one element came to be: the copies that brought it, and what stands at their beginning.
//!
//! A walk back through the traces, from writer to writer. Nothing is computed for elements that nobody asks about.

use super::writer::{At, Location, Writer, offset};
use super::{Beginning, Cell, Replay, Term};
use crate::trace::{EventKind, LocalKind, Snapshot, Span};

/// Copies followed at most; programs that copy more often are told of as far as that.
const MOST: usize = 256;

/// Places looked at for one sum, at most. (A value that is folded into itself again and again has more terms than that.)
const FOLDED: usize = 1 << 13;

/// How an element came to be.
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
/// // Rank 0 folds the only element, and sends rank 1 the sum: one hop.
/// let hops = [0, 1].map(|rank| replay.origin(rank, x[rank], 0, end).hops.len());
/// assert_eq!(hops, [0, 1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Places of the events that brought it here, the latest first: messages received, and what ranks did inside
    /// themselves to single elements.
    pub hops: Vec<usize>,
    /// Where they begin.
    pub beginning: Beginning,
}

impl Replay {
    /// How element `element` of storage `tensor` on `rank` came to be what it is after the first `cursor` events.
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
    /// let before = replay.place(0, 1).unwrap();
    /// let origin = replay.origin(0, x[0], 0, before);
    /// assert!(matches!(origin.beginning, Beginning::Held(cell) if cell.rank == 0));
    /// ```
    pub fn origin(&self, rank: usize, tensor: u64, element: usize, cursor: usize) -> Origin {
        let location = Location::Tensor(tensor, element);
        let mut at = At { rank, before: self.behind(rank, cursor), location };
        let mut hops = Vec::new();
        let end = |hops, beginning| Origin { hops, beginning };
        for _ in 0..MOST {
            let Some((index, writer)) = self.writer(&at) else {
                let beginning = self.held(&at).map_or(Beginning::Unknown, Beginning::Held);
                return end(hops, beginning);
            };
            let Some(place) = self.place(at.rank, index) else { break };
            at = match writer {
                Writer::Given(before) => before,
                Writer::Copied(before, step) => {
                    // What an operation moves about inside a rank is no news.
                    if step.is_some() || matches!(at.location, Location::Tensor(..)) {
                        hops.push(place);
                    }
                    before
                }
                Writer::Computed { from: Some(before), .. } => {
                    hops.push(place);
                    before
                }
                Writer::Computed { index, .. } => {
                    return end(hops, Beginning::Computed { place, index });
                }
                Writer::Folded { into, from, step } => {
                    let beginning = self.folded(&into, &from, step, place);
                    return end(hops, beginning.unwrap_or(Beginning::Unknown));
                }
                Writer::Untold => break,
            };
        }
        end(hops, Beginning::Unknown)
    }

    /// The elements that went into element `index` of the result of the computation at `place`: one of each source. Where
    /// it took all of every source (a matrix product, say), the first of each.
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
    /// assert!(replay.sources(0, 0).is_empty()); // what is first computes nothing
    /// ```
    pub fn sources(&self, place: usize, index: usize) -> Vec<Cell> {
        let Some((rank, event)) = self.event(place) else { return Vec::new() };
        let EventKind::Local { kind, from, .. } = &event.kind else { return Vec::new() };
        let before = self.behind(rank, place);
        let offset = if *kind == LocalKind::Mixed { 0 } else { index };
        let source = |span: &Span| {
            let location = Location::Tensor(span.tensor, span.start as usize + offset);
            self.held(&At { rank, before, location })
        };
        from.iter().filter(|span| offset < span.len as usize).filter_map(source).collect()
    }

    /// The fold of what was at `from` into what was at `into`, by the event at `place`.
    fn folded(&self, into: &At, from: &At, step: Option<u32>, place: usize) -> Option<Beginning> {
        let (mut step, mut fuel) = (step, FOLDED);
        let terms = self.terms(into, from, &mut step, &mut fuel)?;
        let number = self.event(place)?.1.operation;
        let op = match self.begin(into, number) {
            Some(EventKind::Begin { fold, .. }) => *fold,
            _ => None,
        };
        Some(Beginning::Folded { terms, op, place, step })
    }

    fn terms(
        &self,
        into: &At,
        from: &At,
        step: &mut Option<u32>,
        fuel: &mut usize,
    ) -> Option<Vec<Term>> {
        let mut terms = match self.term(into, step, fuel)? {
            Term::Folded(terms) => terms,
            cell @ Term::Cell(_) => vec![cell],
        };
        terms.push(self.term(from, step, fuel)?);
        Some(terms)
    }

    /// What was at `at`, as folds of what the operation was given.
    fn term(&self, at: &At, step: &mut Option<u32>, fuel: &mut usize) -> Option<Term> {
        let mut at = *at;
        loop {
            *fuel = fuel.checked_sub(1)?;
            if let Location::Tensor(..) = at.location {
                return self.held(&at).map(Term::Cell);
            }
            at = match self.writer(&at)?.1 {
                Writer::Given(before) => before,
                Writer::Copied(before, of) => {
                    *step = (*step).max(of);
                    before
                }
                Writer::Folded { into, from, step: of } => {
                    *step = (*step).max(of);
                    return self.terms(&into, &from, step, fuel).map(Term::Folded);
                }
                Writer::Computed { .. } | Writer::Untold => return None,
            };
        }
    }

    /// The tensor's element at `at`, and where it was shown: itself, or what it was copied from within its rank.
    fn held(&self, at: &At) -> Option<Cell> {
        let mut at = *at;
        let mut first = None;
        for _ in 0..MOST {
            let Location::Tensor(tensor, element) = at.location else { break };
            let shown = self.shown(&at);
            let cell = Cell { rank: at.rank, tensor, element, shown };
            first = first.or(Some(cell));
            if shown.is_some() {
                return Some(cell);
            }
            match self.writer(&at) {
                Some((_, Writer::Copied(before, _))) if before.rank == at.rank => at = before,
                _ => break,
            }
        }
        first
    }

    /// Where the element at `at` was shown as it is there: before, with nothing written since, or later, with nothing
    /// written until then.
    fn shown(&self, at: &At) -> Option<(usize, usize)> {
        let Location::Tensor(tensor, element) = at.location else { return None };
        let events = &self.traces.get(at.rank)?.events;
        let written = self.writer(at).map_or(0, |(index, _)| index + 1);
        // What a reduce left to others than its root is named, but shows nothing.
        let shows = |&index: &usize| match &events[index].kind {
            EventKind::Written { values: Snapshot::Unreadable, .. } => None,
            EventKind::Written { span, .. } => offset(span, tensor, element),
            _ => None,
        };
        let find = |index: usize| Some((self.place(at.rank, index)?, shows(&index)?));
        let earlier = (written..at.before).rev().find(|index| shows(index).is_some());
        if let Some(index) = earlier {
            return find(index);
        }
        let later = (at.before..events.len()).find(|&index| {
            shows(&index).is_some() || self.writes(at.rank, index, &at.location).is_some()
        })?;
        find(later)
    }
}
