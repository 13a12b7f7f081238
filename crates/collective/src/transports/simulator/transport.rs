//! One rank's side of the simulated net.

use std::cell::RefCell;
use std::rc::Rc;

use super::net::Net;
use crate::error::{PeerFailure, TransportError};
use crate::transport::Transport;

pub(super) struct SimulatedTransport {
    rank: usize,
    net: Rc<RefCell<Net>>,
}

impl SimulatedTransport {
    pub(super) fn new(rank: usize, net: Rc<RefCell<Net>>) -> Self {
        Self { rank, net }
    }
}

impl Transport for SimulatedTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn world_size(&self) -> usize {
        self.net.borrow().world_size
    }

    fn now(&self) -> f64 {
        self.net.borrow().turn
    }

    fn max_frame(&self) -> usize {
        self.net.borrow().capacity
    }

    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        let mut net = self.net.borrow_mut();
        net.check()?;
        let lane = self.rank * net.world_size + peer;
        let size = header.len() + payload.len();
        // An empty lane takes any one frame, so that a capacity below the largest header cannot stop a run.
        if net.bytes[lane] > 0 && net.bytes[lane] + size > net.capacity {
            return Ok(false);
        }
        net.bytes[lane] += size;
        if net.under_way[lane].is_empty() {
            net.busy.push(lane);
        }
        net.under_way[lane].push_back([header, payload].concat());
        Ok(true)
    }

    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        let mut net = self.net.borrow_mut();
        net.check()?;
        let Some((peer, arrived)) = net.arrived[self.rank].pop_front() else {
            return Ok(None);
        };
        let lane = peer * net.world_size + self.rank;
        net.bytes[lane] -= arrived.len();
        net.wake(peer);
        *frame = arrived;
        Ok(Some(peer))
    }

    fn waits(&mut self, until: Option<f64>) {
        let moment = &mut self.net.borrow_mut().moments[self.rank];
        *moment = match (*moment, until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    fn announce(&mut self, failure: &PeerFailure) {
        let mut net = self.net.borrow_mut();
        net.failure.get_or_insert_with(|| failure.clone());
        net.runnable = (0..net.world_size).collect();
    }
}
