//! Matching before moving: one rank's end of all its conversations.
//!
//! A message is offered first; offers are always drained, so nothing that was sent earlier can block what comes
//! later. Its payload moves when a receive has matched it, or at once while the sender has credit with that peer
//! (*eager*), which bounds what a receiver must keep unasked. Tags may match out of order, operations of several
//! groups may be under way together, and a message larger than a transport's buffer goes in parts between others.

mod drain;
mod frame;
mod incoming;
mod lane;
mod ledger;
mod outgoing;

pub use frame::MAX_HEADER;
pub(crate) use incoming::RecvId;
pub(crate) use outgoing::SendId;

use crate::call::Call;
use crate::emulation::Emulation;
use crate::envelope::Envelope;
use crate::error::{Cell, CollectiveError, PeerFailure, Result, TransportError};
use crate::few::Few;
use crate::trace::{Message, Recorder};
use crate::traffic::Traffic;
use crate::transport::Transport;
use incoming::Incoming;
use ledger::Ledger;
use outgoing::Outgoing;

/// Bytes of eager messages that a rank keeps for each peer before a receive asks for them, more where the eager limit
/// needs more. Headers count too.
pub(crate) const EAGER_WINDOW: u32 = 64 * 1024;
/// What an eager message costs of that beside its payload.
const HEADER_COST: u32 = 64;

pub(crate) struct Endpoint {
    transport: Box<dyn Transport>,
    incoming: Incoming,
    outgoing: Outgoing,
    traffic: Traffic,
    ledger: Ledger,
    /// What peers did not agree with, by group and operation.
    refusals: Few<(u32, u32), CollectiveError>,
    /// The first such thing about an eager point-to-point message, which was over here long before.
    late: Option<Box<CollectiveError>>,
    scratch: Vec<u8>,
    /// Some collective was given up, so peers may never ask for all that was sent.
    gave_up: bool,
}

/// How a send ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// When a receive has matched it and the payload is handed over.
    Synchronous,
    /// At once where credit allows (inside collectives, and below the eager limit).
    Eager,
}

impl Endpoint {
    pub(crate) fn new(
        transport: Box<dyn Transport>,
        eager_limit: usize,
        emulation: Option<Emulation>,
    ) -> Self {
        let world_size = transport.world_size();
        // Room for a message of the limit's size even while a quarter has not been given back.
        let limit = u32::try_from(eager_limit).unwrap_or(u32::MAX / 4).min(u32::MAX / 4);
        let window = (limit + limit / 2 + 2 * HEADER_COST).max(EAGER_WINDOW);
        Self {
            transport,
            incoming: Incoming::new(world_size, window, emulation),
            outgoing: Outgoing::new(world_size, window),
            traffic: Traffic::new(world_size),
            ledger: Ledger::default(),
            refusals: Few::default(),
            late: None,
            scratch: Vec::new(),
            gave_up: false,
        }
    }

    pub(crate) fn emulate(&mut self, emulation: Emulation) {
        self.incoming.emulation = Some(emulation);
    }

    pub(crate) fn emulation(&self) -> Option<Emulation> {
        self.incoming.emulation
    }

    pub(crate) fn now(&self) -> f64 {
        self.transport.now()
    }

    pub(crate) fn traffic(&self) -> &Traffic {
        &self.traffic
    }

    pub(crate) fn announce(&mut self, failure: &PeerFailure) {
        self.transport.announce(failure);
    }

    /// Offers `bytes` to `peer`. Nothing is sent yet; `progress` does that.
    pub(crate) fn post_send(
        &mut self,
        peer: usize,
        envelope: Envelope,
        call: Call,
        bytes: Vec<u8>,
        mode: Mode,
        clock: u64,
    ) -> (SendId, Message) {
        let size = bytes.len() as u32;
        let id = self.outgoing.post(peer, envelope, call, bytes, mode, clock);
        self.traffic.peers[peer].sent_messages += 1;
        (id, message(peer, envelope, id.0, size))
    }

    /// Asks for the next message from `peer` (`None`: from any) under `envelope`, of exactly `bytes` bytes.
    pub(crate) fn post_recv(
        &mut self,
        peer: Option<usize>,
        envelope: Envelope,
        call: Call,
        bytes: u32,
        recorder: &mut Recorder,
    ) -> RecvId {
        let (id, met) = self.incoming.post(peer, envelope, call, bytes);
        if let Some((peer, step)) = met {
            self.follow(peer, step, recorder);
        }
        id
    }

    /// Notes what this rank calls under a collective's number, and compares it with what peers have offered under it.
    pub(crate) fn begin(&mut self, operation: (u32, u32), call: Call, recorder: &mut Recorder) {
        self.ledger.note(operation, call);
        for (peer, offer) in self.incoming.unexpected_under(operation) {
            self.compare(peer, &offer, recorder);
        }
    }

    /// Gives a send up.
    pub(crate) fn cancel_send(&mut self, id: SendId) {
        self.outgoing.cancel(id);
    }

    /// Gives a receive up: it takes no later message's place.
    pub(crate) fn cancel_recv(&mut self, id: RecvId) {
        self.incoming.cancel(id);
    }

    /// Gives an operation up: what peers have offered or still offer under it is dropped.
    pub(crate) fn give_up(&mut self, operation: (u32, u32)) {
        if operation.1 > 0 {
            self.gave_up = true;
            self.ledger.give_up(operation);
            for (peer, offer) in self.incoming.unexpected_under(operation) {
                self.incoming.withdraw(peer, offer.id);
                self.return_credit(peer);
            }
        }
    }

    /// Whether the send is over; an error that the peer reported about it is handed out once.
    pub(crate) fn send_done(&mut self, id: SendId) -> Result<bool> {
        self.outgoing.take_done(id)
    }

    /// The payload of a receive that is over, with the message it came in, handed out once.
    pub(crate) fn take_received(&mut self, id: RecvId) -> Result<Option<(Message, Vec<u8>)>> {
        self.incoming.take(id, self.transport.rank())
    }

    /// What a peer meant otherwise under this operation of a group.
    pub(crate) fn take_refusal(&mut self, operation: (u32, u32)) -> Option<Box<CollectiveError>> {
        self.refusals.remove(operation)
    }

    /// What a peer meant otherwise under a collective that `is_late` says is over.
    pub(crate) fn take_late_refusal(
        &mut self,
        is_late: impl Fn((u32, u32)) -> bool,
    ) -> Option<Box<CollectiveError>> {
        let operation = self.refusals.numbers().find(|operation| is_late(*operation))?;
        self.refusals.remove(operation)
    }

    /// What a peer meant otherwise about a point-to-point message that was over here long before.
    pub(crate) fn take_late(&mut self) -> Option<Box<CollectiveError>> {
        self.late.take()
    }

    /// Moves whatever can move, in both directions; whether anything did.
    pub(crate) fn progress(
        &mut self,
        recorder: &mut Recorder,
    ) -> Result<bool, Box<TransportError>> {
        let sent = self.outgoing.flush(self.transport.as_mut(), &mut self.traffic)?;
        let mut scratch = std::mem::take(&mut self.scratch);
        let drained = self.drain(&mut scratch, recorder);
        self.scratch = scratch;
        Ok(drained? || sent)
    }

    /// This rank has nothing more to do: peers are told what has been matched here, and asked what has been there. Gives
    /// those that have not matched every eager message of this rank, where they should.
    #[inline(never)]
    pub(crate) fn settle(&mut self) -> Vec<u32> {
        let mut unsettled = Vec::new();
        for peer in 0..self.transport.world_size() {
            self.incoming.settle(peer);
            self.return_credit(peer);
            if self.outgoing.settle(peer) && !self.gave_up {
                unsettled.push(peer as u32);
            }
        }
        unsettled
    }

    /// The rank waits; see [`Transport::waits`].
    pub(crate) fn waits(&mut self, until: Option<f64>) {
        self.transport.waits(until);
    }

    /// This rank.
    pub(crate) fn rank(&self) -> usize {
        self.transport.rank()
    }

    /// Whether everything that was posted has been handed to the transport.
    pub(crate) fn is_flushed(&self) -> bool {
        self.outgoing.is_empty()
    }
}

/// Whether a receiver's call and a sender's go together, with the bytes that there is room for and those sent; or whether
/// what is emulated lets them pass.
fn agree(emulation: Option<Emulation>, mine: &Call, theirs: &Call, sizes: (u32, u32)) -> bool {
    (sizes.0 == sizes.1 && mine.agrees_with(theirs))
        || emulation.is_some_and(|emulation| emulation.lets_pass(mine, theirs, sizes))
}

/// Two ranks, each with its call, that met over a message from one to another; `sizes` are the bytes sent and those that
/// the receiver has room for.
fn mismatch(
    (rank, mine): (usize, &Call),
    (peer, theirs): (usize, &Call),
    (from, to): (usize, usize),
    sizes: (u32, u32),
) -> Box<CollectiveError> {
    let elements = |bytes: u32| bytes as usize / mine.dtype.size();
    let (sent, expected) = (elements(sizes.0), elements(sizes.1));
    let message = mine.agrees_with(theirs).then_some(Cell { from, to, sent, expected });
    let (mine, theirs) = (Box::new(*mine), Box::new(*theirs));
    Box::new(CollectiveError::Mismatch { rank, peer, mine, theirs, message })
}

fn message(peer: usize, envelope: Envelope, id: u32, bytes: u32) -> Message {
    let Envelope { group, op, step, tag } = envelope;
    Message { peer: peer as u32, group, op, step, tag, id, bytes }
}
