//! Messages on their way in, and the receives that wait for them.

use super::frame::Offer;
use super::lane::{Arrival, Lane, forget};
use super::{HEADER_COST, agree, message, mismatch};
use crate::by_rank::ByRank;
use crate::call::Call;
use crate::emulation::Emulation;
use crate::envelope::Envelope;
use crate::error::{Nonsense, Result, TransportError};
use crate::few::Few;
use crate::trace::Message;

/// A receive's number, counted by its poster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RecvId(pub u32);

/// What meeting an offer and a receive led to.
pub(super) enum Step {
    Nothing,
    Matched(Offer),
    /// They meant different things; the receiver's call goes back to the sender, with the bytes that it has room for.
    Refused(Offer, Call, u32),
}

/// A posted receive: waiting, matched with an arrival, or failed.
#[derive(Debug)]
struct Receive {
    /// From whom; once an offer has met it, who that was.
    peer: Option<usize>,
    envelope: Envelope,
    call: Call,
    bytes: u32,
    matched: Option<u32>,
    /// What the sender meant, and its bytes.
    refused: Option<(Call, u32)>,
}

#[derive(Debug)]
pub(super) struct Incoming {
    next: u32,
    offers: u64,
    /// Receives from any source that no offer has met, oldest first.
    waiting_for_any: Vec<u32>,
    lanes: ByRank<Lane>,
    receives: Few<u32, Receive>,
    /// Bytes that a peer may send unasked.
    window: u32,
    pub(super) emulation: Option<Emulation>,
}

impl Incoming {
    pub(super) fn new(world_size: usize, window: u32, emulation: Option<Emulation>) -> Self {
        let lanes = ByRank::new(world_size, Lane::default);
        let (waiting_for_any, receives) = (Vec::new(), Few::default());
        Self { next: 0, offers: 0, waiting_for_any, lanes, receives, window, emulation }
    }

    /// Asks for a message from `peer`, or from whoever has one.
    pub(super) fn post(
        &mut self,
        peer: Option<usize>,
        envelope: Envelope,
        call: Call,
        bytes: u32,
    ) -> (RecvId, Option<(usize, Step)>) {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let receive = Receive { peer, envelope, call, bytes, matched: None, refused: None };
        self.receives.insert(id, receive);
        let lanes = match peer {
            Some(peer) => peer..peer + 1,
            None => 0..self.lanes.len(),
        };
        let mut oldest: Option<(u64, usize, usize)> = None;
        for peer in lanes {
            if let Some((order, position)) = self.lanes[peer].oldest_offer(envelope)
                && oldest.is_none_or(|(oldest, ..)| order < oldest)
            {
                oldest = Some((order, peer, position));
            }
        }
        let Some((_, from, position)) = oldest else {
            match peer {
                Some(peer) => self.lanes[peer].waiting.push(id),
                None => self.waiting_for_any.push(id),
            }
            return (RecvId(id), None);
        };
        let offer = self.lanes[from].unexpected.remove(position);
        let step = self.meet(id, from, offer);
        (RecvId(id), Some((from, step)))
    }

    /// Forgets a receive that its operation no longer waits for, so that it takes no later message.
    pub(super) fn cancel(&mut self, id: RecvId) {
        let Some(receive) = self.receives.remove(id.0) else { return };
        if let (Some(peer), Some(offer)) = (receive.peer, receive.matched) {
            self.lanes[peer].discard(offer);
        }
        let waiting = match receive.peer {
            Some(peer) => &mut self.lanes[peer].waiting,
            None => &mut self.waiting_for_any,
        };
        forget(waiting, id.0);
    }

    /// Drops an offer that has not been matched; whether there was one.
    pub(super) fn withdraw(&mut self, peer: usize, id: u32) -> bool {
        let lane = &mut self.lanes[peer];
        let unmatched = lane.arrivals.get(id).is_some_and(|arrival| !arrival.matched);
        if unmatched {
            lane.discard(id);
        }
        unmatched
    }

    /// Offers under an operation of a group that no receive has asked for: peer and offer.
    pub(super) fn unexpected_under(&self, operation: (u32, u32)) -> Vec<(usize, Offer)> {
        let mut found = Vec::new();
        for (peer, lane) in self.lanes.iter().enumerate() {
            for id in &lane.unexpected {
                let offer = lane.arrivals.get(*id).map(|arrival| arrival.offer);
                let under = |o: &Offer| (o.envelope.group, o.envelope.op) == operation;
                found.extend(offer.filter(under).map(|offer| (peer, offer)));
            }
        }
        found
    }

    pub(super) fn offer(&mut self, peer: usize, offer: Offer) -> Result<Step, Box<TransportError>> {
        let lane = &mut self.lanes[peer];
        if lane.arrivals.contains(offer.id) {
            return Err(TransportError::corrupt(peer, Nonsense::MessageTwice));
        }
        if offer.eager {
            let held = lane.eager_unmatched.saturating_add(offer.bytes).saturating_add(HEADER_COST);
            if held > self.window {
                return Err(TransportError::corrupt(peer, Nonsense::TooEager));
            }
            lane.eager_unmatched = held;
        }
        self.offers += 1;
        let arrival = Arrival {
            order: self.offers,
            offer,
            payload: Vec::new(),
            received: 0,
            matched: false,
            unwanted: false,
        };
        lane.arrivals.insert(offer.id, arrival);
        let receives = &self.receives;
        let oldest = |waiting: &[u32]| {
            let meets = |id: &u32| receives.get(*id).is_some_and(|r| r.envelope == offer.envelope);
            waiting.iter().copied().find(meets)
        };
        let (from_peer, from_any) = (oldest(&lane.waiting), oldest(&self.waiting_for_any));
        let Some(id) = from_peer.into_iter().chain(from_any).min() else {
            lane.unexpected.push(offer.id);
            return Ok(Step::Nothing);
        };
        forget(&mut lane.waiting, id);
        forget(&mut self.waiting_for_any, id);
        Ok(self.meet(id, peer, offer.id))
    }

    pub(super) fn data(
        &mut self,
        peer: usize,
        id: u32,
        part: &[u8],
    ) -> Result<(), Box<TransportError>> {
        let corrupt = |what| Err(TransportError::corrupt(peer, what));
        let Some(arrival) = self.lanes[peer].arrivals.get_mut(id) else {
            return corrupt(Nonsense::PayloadOfNothing);
        };
        if !(arrival.matched || arrival.offer.eager) {
            return corrupt(Nonsense::PayloadUnasked);
        }
        arrival.received += part.len();
        if arrival.received > arrival.offer.bytes as usize {
            return corrupt(Nonsense::PayloadTooLarge);
        }
        if arrival.unwanted {
            if arrival.is_whole() {
                self.lanes[peer].arrivals.remove(id);
            }
            return Ok(());
        }
        arrival.payload.reserve_exact(arrival.offer.bytes as usize - arrival.payload.len());
        arrival.payload.extend_from_slice(part);
        Ok(())
    }

    /// Credit to give back, in lots large enough to be worth a frame.
    pub(super) fn owed_credit(&mut self, peer: usize) -> u32 {
        let lane = &mut self.lanes[peer];
        let worth_it = lane.settling || lane.owed_credit >= self.window / 4;
        if worth_it { std::mem::take(&mut lane.owed_credit) } else { 0 }
    }

    /// Gives credit back at once from now on.
    pub(super) fn settle(&mut self, peer: usize) {
        self.lanes[peer].settling = true;
    }

    pub(super) fn take(&mut self, id: RecvId, rank: usize) -> Result<Option<(Message, Vec<u8>)>> {
        let Some(receive) = self.receives.get(id.0) else {
            return Ok(None);
        };
        let Some(peer) = receive.peer else {
            return Ok(None);
        };
        if let Some((theirs, sent)) = &receive.refused {
            let sizes = (*sent, receive.bytes);
            let error = mismatch((rank, &receive.call), (peer, theirs), (peer, rank), sizes);
            self.receives.remove(id.0);
            return Err(error);
        }
        let Some(offer) = receive.matched else {
            return Ok(None);
        };
        let arrivals = &mut self.lanes[peer].arrivals;
        if !arrivals.get(offer).is_some_and(Arrival::is_whole) {
            return Ok(None);
        }
        self.receives.remove(id.0);
        Ok(arrivals.remove(offer).map(|arrival| {
            let Offer { envelope, id, bytes, .. } = arrival.offer;
            (message(peer, envelope, id, bytes), arrival.payload)
        }))
    }

    fn meet(&mut self, receive_id: u32, peer: usize, offer_id: u32) -> Step {
        let Some(receive) = self.receives.get_mut(receive_id) else {
            return Step::Nothing;
        };
        receive.peer = Some(peer);
        let lane = &mut self.lanes[peer];
        let Some(arrival) = lane.arrivals.get_mut(offer_id) else {
            return Step::Nothing;
        };
        let offer = arrival.offer;
        if !agree(self.emulation, &receive.call, &offer.call, (receive.bytes, offer.bytes)) {
            receive.refused = Some((offer.call, offer.bytes));
            let (mine, expected) = (receive.call, receive.bytes);
            lane.discard(offer_id);
            return Step::Refused(offer, mine, expected);
        }
        arrival.matched = true;
        receive.matched = Some(offer_id);
        lane.settle(&offer);
        Step::Matched(offer)
    }
}
