//! What one peer has offered, and what is asked of it.

use super::HEADER_COST;
use super::frame::Offer;
use crate::envelope::Envelope;
use crate::few::Few;

/// A message that has been offered.
#[derive(Debug)]
pub(super) struct Arrival {
    /// Position among all offers of all peers.
    pub(super) order: u64,
    pub(super) offer: Offer,
    pub(super) payload: Vec<u8>,
    /// Payload bytes that have come; more than are kept of an arrival that nobody wants.
    pub(super) received: usize,
    pub(super) matched: bool,
    pub(super) unwanted: bool,
}

impl Arrival {
    pub(super) fn is_whole(&self) -> bool {
        self.received == self.offer.bytes as usize
    }
}

/// One peer's messages.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// By the sender's number.
    pub(super) arrivals: Few<u32, Arrival>,
    /// Offers that no receive has asked for, oldest first.
    pub(super) unexpected: Vec<u32>,
    /// Receives that no offer has met, oldest first.
    pub(super) waiting: Vec<u32>,
    pub(super) owed_credit: u32,
    /// The peer, or this rank, has nothing more to do: credit is given back at once.
    pub(super) settling: bool,
    pub(super) eager_unmatched: u32,
}

impl Lane {
    /// An eager message has been asked for, or is not wanted: its sender may send as much again.
    pub(super) fn settle(&mut self, offer: &Offer) {
        if offer.eager {
            let cost = offer.bytes + HEADER_COST;
            self.eager_unmatched = self.eager_unmatched.saturating_sub(cost);
            self.owed_credit += cost;
        }
    }

    /// Nobody will take this arrival. What is still to come of it is dropped as it comes.
    pub(super) fn discard(&mut self, id: u32) {
        forget(&mut self.unexpected, id);
        let Some(arrival) = self.arrivals.get_mut(id) else { return };
        let (offer, was_matched) = (arrival.offer, arrival.matched);
        let is_coming = (offer.eager || was_matched) && !arrival.is_whole();
        (arrival.matched, arrival.unwanted, arrival.payload) = (true, true, Vec::new());
        if !was_matched {
            self.settle(&offer);
        }
        if !is_coming {
            self.arrivals.remove(id);
        }
    }

    /// The first offer under `envelope` that no receive has asked for: its order, and its place among the unexpected.
    pub(super) fn oldest_offer(&self, envelope: Envelope) -> Option<(u64, usize)> {
        let mut offers = self.unexpected.iter().enumerate();
        offers.find_map(|(position, id)| {
            let arrival = self.arrivals.get(*id)?;
            (arrival.offer.envelope == envelope).then_some((arrival.order, position))
        })
    }
}

/// Takes a number off a list that has it once at most.
pub(super) fn forget(list: &mut Vec<u32>, number: u32) {
    if let Some(place) = list.iter().position(|known| *known == number) {
        list.remove(place);
    }
}
