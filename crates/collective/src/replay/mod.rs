//! Replaying traces: what every rank was doing, and where every number came from, at any moment.
//!
//! The ranks' events are put into one order by their logical clocks (what caused an event stands before it, whatever
//! clocks on the wall said), and a cursor is a place in that order. Provenance is derived, not carried: a 64-bit mask
//! of ranks for each element, moved by sends and receives, joined by folds, and followed through local operations.

mod beginning;
mod masks;
mod operation;
mod origin;
mod rank;
mod world;
mod writer;

pub use beginning::{Beginning, Cell, Term};
pub use masks::Masks;
pub use origin::Origin;
pub use rank::{Doing, RankState};
pub use world::World;

use crate::trace::{Event, Trace};

/// Events between two kept states, at least. A jump replays at most as many as lie between two.
const STRIDE: usize = 256;

/// Kept states, at most about.
const KEPT: usize = 256;

/// All ranks' traces in one order.
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
/// // Two ranks have added their `x`, of one element.
/// let mut replay = Replay::new(traces);
/// let end = replay.len();
/// let span = Span { tensor: x[0], start: 0, len: 1, place: Place::Tensor };
/// assert_eq!(replay.at(end).ranks()[0].provenance(&span), [0b11]);
/// ```
pub struct Replay {
    traces: Vec<Trace>,
    /// Rank and position in its trace.
    order: Vec<(u32, u32)>,
    /// By rank, then by position in its trace: the place in the order.
    places: Vec<Vec<usize>>,
    stride: usize,
    /// The world before event `k · stride`.
    kept: Vec<World>,
    /// The latest state asked for, and its cursor: the next one asked for is often near.
    latest: (usize, World),
}

impl Replay {
    /// Puts the events of `traces` (one for each rank, by rank) into one order. Traces that somebody else wrote must be
    /// [sound](Trace::is_sound).
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
    /// let events = traces[0].events.len() + traces[1].events.len();
    /// assert_eq!(Replay::new(traces).len(), events);
    /// ```
    pub fn new(traces: Vec<Trace>) -> Self {
        let mut order: Vec<(u64, u32, u32)> = Vec::new();
        for (rank, trace) in traces.iter().enumerate() {
            let events = trace.events.iter().enumerate();
            order.extend(events.map(|(index, event)| (event.clock, rank as u32, index as u32)));
        }
        order.sort_unstable();
        let mut places: Vec<_> = traces.iter().map(|trace| vec![0; trace.events.len()]).collect();
        for (place, &(_, rank, index)) in order.iter().enumerate() {
            places[rank as usize][index as usize] = place;
        }
        let order: Vec<_> = order.into_iter().map(|(_, rank, index)| (rank, index)).collect();
        let world = World::new(traces.len());
        let stride = (order.len() / KEPT).max(STRIDE);
        Self { traces, order, places, stride, kept: vec![world.clone()], latest: (0, world) }
    }

    /// The traces, by rank.
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
    /// assert_eq!(replay.traces()[1].rank, 1);
    /// ```
    pub fn traces(&self) -> &[Trace] {
        &self.traces
    }

    /// Events of all ranks. A cursor goes from 0 (before any) to this (after all).
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
    /// assert_eq!(replay.len(), replay.places(0).len() + replay.places(1).len());
    /// ```
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether nothing was recorded.
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
    /// assert!(!replay.is_empty() && Replay::new(Vec::new()).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The event at place `index` of the order, and its rank.
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
    /// let (rank, event) = replay.event(0).unwrap();
    /// assert_eq!((rank, event.clock), (0, 1));
    /// ```
    pub fn event(&self, index: usize) -> Option<(usize, &Event)> {
        let &(rank, place) = self.order.get(index)?;
        Some((rank as usize, self.traces.get(rank as usize)?.events.get(place as usize)?))
    }

    /// The place in the order of event `index` of rank `rank`'s own sequence.
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
    /// let place = replay.place(1, 0).unwrap();
    /// assert_eq!(replay.event(place).unwrap().0, 1);
    /// ```
    pub fn place(&self, rank: usize, index: usize) -> Option<usize> {
        self.places.get(rank)?.get(index).copied()
    }

    /// Places of the events of `rank`, in its own sequence.
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
    /// assert!(replay.places(1).is_sorted());
    /// ```
    pub fn places(&self, rank: usize) -> &[usize] {
        self.places.get(rank).map_or(&[], Vec::as_slice)
    }

    /// How many of the first `cursor` events are `rank`'s.
    fn behind(&self, rank: usize, cursor: usize) -> usize {
        self.places(rank).partition_point(|&place| place < cursor)
    }

    /// The world after the first `cursor` events (all of them, where there are fewer).
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
    /// assert_eq!(replay.at(0).ranks()[0].doing, Doing::Waiting);
    /// assert_eq!(replay.at(end).ranks()[0].doing, Doing::Computing);
    /// ```
    pub fn at(&mut self, cursor: usize) -> &World {
        let cursor = cursor.min(self.len());
        let near = cursor / self.stride;
        if cursor < self.latest.0 || near > self.latest.0 / self.stride {
            let kept = near.min(self.kept.len() - 1);
            // What is kept may lie further back than the latest.
            if cursor < self.latest.0 || kept * self.stride > self.latest.0 {
                self.latest = (kept * self.stride, self.kept[kept].clone());
            }
        }
        let (from, mut world) = std::mem::replace(&mut self.latest, (0, World::new(0)));
        for index in from..cursor {
            if index == self.kept.len() * self.stride {
                self.kept.push(world.clone());
            }
            if let Some((rank, event)) = self.event(index) {
                world.apply(rank, event);
            }
        }
        self.latest = (cursor, world);
        &self.latest.1
    }

    /// What `rank` is about after the first `cursor` events.
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
    /// assert_eq!((replay.doing(0, 0), replay.doing(0, end)), (Doing::Waiting, Doing::Done));
    /// ```
    pub fn doing(&mut self, rank: usize, cursor: usize) -> Doing {
        let done = self.places(rank).last().is_some_and(|&last| cursor > last);
        match self.at(cursor).ranks().get(rank).map(|state| &state.doing) {
            Some(failed @ Doing::Failed(_)) => failed.clone(),
            Some(_) if done => Doing::Done,
            doing => doing.cloned().unwrap_or_default(),
        }
    }
}
