use std::collections::BTreeMap;

use super::rank::RankState;
use crate::trace::Event;

/// All ranks at the cursor.
#[derive(Debug, Clone, Default)]
pub struct World {
    ranks: Vec<RankState>,
    /// What messages carry that have been sent and not yet put in place: by sender and its number for the message.
    under_way: BTreeMap<(u32, u32), Vec<u64>>,
}

impl World {
    pub(super) fn new(world_size: usize) -> Self {
        Self { ranks: vec![RankState::default(); world_size], under_way: BTreeMap::new() }
    }

    /// The ranks, by rank.
    pub fn ranks(&self) -> &[RankState] {
        &self.ranks
    }

    /// Messages that have been sent and not yet put in place.
    pub fn messages_under_way(&self) -> usize {
        self.under_way.len()
    }

    pub(super) fn apply(&mut self, rank: usize, place: usize, event: &Event) {
        if let Some(state) = self.ranks.get_mut(rank) {
            state.apply(rank, place, event, &mut self.under_way);
        }
    }
}
