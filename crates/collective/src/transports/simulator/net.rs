//! What is under way between simulated ranks, and who may run.

use std::collections::VecDeque;

use crate::error::{PeerFailure, TransportError};

pub(super) struct Net {
    pub(super) world_size: usize,
    pub(super) capacity: usize,
    pub(super) turn: f64,
    /// By sender, then receiver.
    pub(super) under_way: Vec<VecDeque<Vec<u8>>>,
    pub(super) bytes: Vec<usize>,
    /// Lanes with frames under way.
    pub(super) busy: Vec<usize>,
    /// What has arrived, by receiver.
    pub(super) arrived: Vec<VecDeque<(usize, Vec<u8>)>>,
    pub(super) runnable: Vec<usize>,
    /// Until when each rank waits, where not for frames alone.
    pub(super) moments: Vec<Option<f64>>,
    pub(super) failure: Option<PeerFailure>,
    /// The ranks that had finished when none could go on.
    pub(super) deadlock: Option<Vec<usize>>,
}

impl Net {
    pub(super) fn new(world_size: usize, capacity: usize) -> Self {
        Self {
            world_size,
            capacity,
            turn: 0.0,
            under_way: vec![VecDeque::new(); world_size * world_size],
            bytes: vec![0; world_size * world_size],
            busy: Vec::new(),
            arrived: vec![VecDeque::new(); world_size],
            runnable: (0..world_size).collect(),
            moments: vec![None; world_size],
            failure: None,
            deadlock: None,
        }
    }

    pub(super) fn wake(&mut self, rank: usize) {
        if !self.runnable.contains(&rank) {
            self.runnable.push(rank);
        }
    }

    /// Who waits for the next moment, and which that is.
    pub(super) fn next_moment(&self, is_over: impl Fn(&usize) -> bool) -> Option<(usize, f64)> {
        let moments = self.moments.iter().enumerate().filter(|(rank, _)| !is_over(rank));
        let moments = moments.filter_map(|(rank, moment)| moment.map(|moment| (rank, moment)));
        moments.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    pub(super) fn deliver(&mut self, choice: usize) {
        let lane = self.busy[choice];
        let (from, to) = (lane / self.world_size, lane % self.world_size);
        if let Some(frame) = self.under_way[lane].pop_front() {
            self.arrived[to].push_back((from, frame));
            self.wake(to);
        }
        if self.under_way[lane].is_empty() {
            self.busy.swap_remove(choice);
        }
    }

    pub(super) fn check(&self) -> Result<(), Box<TransportError>> {
        match (&self.failure, &self.deadlock) {
            (Some(failure), _) => Err(failure.clone().into()),
            (None, Some(finished)) => {
                Err(Box::new(TransportError::Deadlock { finished: finished.clone() }))
            }
            (None, None) => Ok(()),
        }
    }
}
