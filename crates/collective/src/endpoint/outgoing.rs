//! Messages on their way out.

use super::frame::{Frame, Offer};
use super::{HEADER_COST, Mode};
use crate::by_rank::ByRank;
use crate::call::Call;
use crate::envelope::Envelope;
use crate::error::{CollectiveError, Nonsense, Result, TransportError};
use crate::few::Few;
use crate::traffic::Traffic;
use crate::transport::Transport;

/// A message's number, counted by its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SendId(pub u32);

#[derive(Debug)]
struct Send {
    peer: usize,
    call: Call,
    bytes: Vec<u8>,
    handed_over: usize,
    accepted: bool,
    /// Nobody waits for it any more.
    detached: bool,
    failed: Option<Box<CollectiveError>>,
}

impl Send {
    fn complete(&self) -> bool {
        self.accepted && self.handed_over == self.bytes.len()
    }
}

#[derive(Debug, Default)]
struct Lane {
    /// Headers without payload go first: they are what the other side waits for.
    control: Vec<Vec<u8>>,
    /// Messages with payload to move, in turns, so that a long one does not hold up the others.
    payload: Vec<u32>,
    credit: u32,
    /// It has been asked to give credit back at once.
    settling: bool,
    /// Of eager messages: number, call and bytes.
    calls: Vec<(u32, Call, u32)>,
}

#[derive(Debug)]
pub(super) struct Outgoing {
    next: u32,
    lanes: ByRank<Lane>,
    sends: Few<u32, Send>,
    /// What a lane's credit is when nothing is under way.
    window: u32,
}

impl Outgoing {
    pub(super) fn new(world_size: usize, window: u32) -> Self {
        let lane = || Lane { credit: window, ..Lane::default() };
        let lanes = ByRank::new(world_size, lane);
        Self { next: 0, lanes, sends: Few::default(), window }
    }

    pub(super) fn post(
        &mut self,
        peer: usize,
        envelope: Envelope,
        call: Call,
        bytes: Vec<u8>,
        mode: Mode,
        clock: u64,
    ) -> SendId {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let lane = &mut self.lanes[peer];
        let cost = (bytes.len() as u32).saturating_add(HEADER_COST);
        let eager = mode == Mode::Eager && cost <= lane.credit;
        if eager {
            lane.credit -= cost;
            // Refusals of eager messages arrive after they are over here. So many may be without an answer.
            let remembered = (self.window / HEADER_COST) as usize;
            // Many at a time: each call on its own would move all the others.
            if lane.calls.len() >= 2 * remembered {
                lane.calls.drain(..remembered);
            }
            lane.calls.push((id, call, bytes.len() as u32));
        }
        let offer = Offer { id, envelope, call, bytes: bytes.len() as u32, eager, clock };
        lane.control.push(Frame::Offer(offer).encode());
        if eager && !bytes.is_empty() {
            lane.payload.push(id);
        }
        if !(eager && bytes.is_empty()) {
            let (accepted, detached, failed) = (eager, false, None);
            let send = Send { peer, call, bytes, handed_over: 0, accepted, detached, failed };
            self.sends.insert(id, send);
        }
        SendId(id)
    }

    pub(super) fn control(&mut self, peer: usize, frame: Frame) {
        self.lanes[peer].control.push(frame.encode());
    }

    pub(super) fn accepted(&mut self, peer: usize, id: u32) -> Result<(), Box<TransportError>> {
        match self.sends.get_mut(id) {
            Some(send) if send.peer == peer && !send.accepted => {
                send.accepted = true;
                if !send.bytes.is_empty() {
                    self.lanes[peer].payload.push(id);
                } else if send.detached {
                    self.sends.remove(id);
                }
                Ok(())
            }
            _ => Err(TransportError::corrupt(peer, Nonsense::AcceptOfNothing)),
        }
    }

    pub(super) fn credit(&mut self, peer: usize, bytes: u32) {
        let lane = &mut self.lanes[peer];
        lane.credit = lane.credit.saturating_add(bytes).min(self.window);
    }

    /// Whether `peer` has yet to match an eager message of this rank. It is asked, once, to tell when it has.
    pub(super) fn settle(&mut self, peer: usize) -> bool {
        let lane = &mut self.lanes[peer];
        let waits = lane.credit < self.window;
        if waits && !lane.settling {
            lane.settling = true;
            lane.control.push(Frame::Settle.encode());
        }
        waits
    }

    /// A message's call and bytes.
    pub(super) fn call_of(&self, peer: usize, id: u32) -> Option<(Call, u32)> {
        let remembered = || self.lanes[peer].calls.iter().find(|(known, ..)| *known == id);
        match self.sends.get(id) {
            Some(send) if send.peer == peer => Some((send.call, send.bytes.len() as u32)),
            _ => remembered().map(|&(_, call, bytes)| (call, bytes)),
        }
    }

    /// Ends a send with an error; gives the error back when nobody waits for that send any more.
    pub(super) fn fail(
        &mut self,
        id: u32,
        error: Box<CollectiveError>,
    ) -> Option<Box<CollectiveError>> {
        match self.sends.get_mut(id) {
            Some(send) if send.detached => {
                self.sends.remove(id);
                Some(error)
            }
            Some(send) => {
                send.failed = Some(error);
                None
            }
            None => Some(error),
        }
    }

    pub(super) fn take_done(&mut self, id: SendId) -> Result<bool> {
        let Some(send) = self.sends.get_mut(id.0) else {
            return Ok(true);
        };
        if let Some(error) = send.failed.take() {
            self.sends.remove(id.0);
            return Err(error);
        }
        let done = send.complete();
        if done {
            self.sends.remove(id.0);
        }
        Ok(done)
    }

    /// Gives a send up. Where no receive has matched it, it is no longer offered; else it is carried out all the same.
    pub(super) fn cancel(&mut self, id: SendId) {
        let Some(send) = self.sends.get_mut(id.0) else { return };
        send.detached = true;
        if send.complete() {
            self.sends.remove(id.0);
        } else if !send.accepted {
            let peer = send.peer;
            self.control(peer, Frame::Withdraw { id: id.0 });
        }
    }

    /// The peer has forgotten a withdrawn message.
    pub(super) fn withdrawn(&mut self, peer: usize, id: u32) {
        if self.sends.get(id).is_some_and(|send| send.peer == peer && send.detached) {
            self.sends.remove(id);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lanes.iter().all(|lane| lane.control.is_empty() && lane.payload.is_empty())
    }

    /// Hands over what the transport has room for; whether it took anything.
    pub(super) fn flush(
        &mut self,
        transport: &mut dyn Transport,
        traffic: &mut Traffic,
    ) -> Result<bool, Box<TransportError>> {
        // Starting behind oneself spreads a collective's first messages over all receivers.
        let (rank, world_size) = (transport.rank(), self.lanes.len());
        let mut moved = false;
        for peer in (1..world_size).map(|distance| (rank + distance) % world_size) {
            moved |= self.flush_lane(peer, transport, traffic)?;
        }
        Ok(moved)
    }

    fn flush_lane(
        &mut self,
        peer: usize,
        transport: &mut dyn Transport,
        traffic: &mut Traffic,
    ) -> Result<bool, Box<TransportError>> {
        let lane = &mut self.lanes[peer];
        let mut sent = 0;
        while let Some(header) = lane.control.get(sent)
            && transport.try_send(peer, header, &[])?
        {
            sent += 1;
        }
        lane.control.drain(..sent);
        let mut moved = sent > 0;
        while lane.control.is_empty()
            && let Some(&id) = lane.payload.first()
        {
            let Some(send) = self.sends.get_mut(id) else {
                lane.payload.remove(0);
                continue;
            };
            let header = Frame::Data { id }.encode();
            let room = transport.max_frame().saturating_sub(header.len()).max(1);
            let end = send.bytes.len().min(send.handed_over + room);
            let part = &send.bytes[send.handed_over..end];
            if !transport.try_send(peer, &header, part)? {
                return Ok(moved);
            }
            moved = true;
            traffic.peers[peer].sent_bytes += part.len() as u64;
            send.handed_over = end;
            lane.payload.remove(0);
            if end < send.bytes.len() {
                lane.payload.push(id);
            } else if send.detached {
                self.sends.remove(id);
            }
        }
        Ok(moved)
    }
}
