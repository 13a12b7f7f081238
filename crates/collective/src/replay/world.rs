use std::sync::Arc;

use super::rank::RankState;
use crate::by_number::ByNumber;
use crate::trace::Event;

/// All ranks at the cursor. A copy shares what later events do not touch: each rank, and of a rank each tensor's masks.
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
/// let world: &World = replay.at(end);
/// assert_eq!(world.ranks().len(), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct World {
    ranks: Vec<Arc<RankState>>,
    /// What messages carry that have been sent and not yet put in place: by sender and its number for the message.
    under_way: ByNumber<(u32, u32), Arc<Vec<u64>>>,
}

impl World {
    pub(super) fn new(world_size: usize) -> Self {
        let ranks = (0..world_size).map(|_| Arc::default()).collect();
        Self { ranks, under_way: ByNumber::default() }
    }

    /// The ranks, by rank.
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
    /// assert!(replay.at(end).ranks().iter().all(|rank| rank.doing == Doing::Computing));
    /// ```
    pub fn ranks(&self) -> &[Arc<RankState>] {
        &self.ranks
    }

    pub(super) fn apply(&mut self, rank: usize, event: &Event) {
        if let Some(state) = self.ranks.get_mut(rank) {
            Arc::make_mut(state).apply(rank, event, &mut self.under_way);
        }
    }
}
