//! Matching before moving: one rank's end of all its conversations.
//!
//! A message is offered first; offers are always drained, so nothing that was sent earlier can block what comes
//! later. Its payload moves when a receive has matched it, or at once while the sender has credit with that peer
//! (*eager*), which bounds what a receiver must keep unasked. Tags may match out of order, operations of several
//! groups may be under way together, and a message larger than a transport's buffer goes in parts between others.

mod frame;
mod incoming;
mod outgoing;

pub(crate) use incoming::RecvId;
pub(crate) use outgoing::SendId;

use crate::by_number::ByNumber;
use crate::call::Call;
use crate::envelope::Envelope;
use crate::error::{CollectiveError, PeerFailure, Result, TransportError};
use crate::trace::{EventKind, Message, Recorder};
use crate::traffic::Traffic;
use crate::transport::Transport;
use frame::Frame;
use incoming::{Incoming, Step};
use outgoing::Outgoing;

/// Bytes of eager messages that a rank keeps for each peer before a receive asks for them. Headers count too.
pub(crate) const EAGER_WINDOW: u32 = 64 * 1024;

pub(crate) struct Endpoint {
    transport: Box<dyn Transport>,
    incoming: Incoming,
    outgoing: Outgoing,
    traffic: Traffic,
    refusals: ByNumber<(u32, u32), Box<CollectiveError>>,
    scratch: Vec<u8>,
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
    pub(crate) fn new(transport: Box<dyn Transport>) -> Self {
        let world_size = transport.world_size();
        Self {
            transport,
            incoming: Incoming::new(world_size),
            outgoing: Outgoing::new(world_size),
            traffic: Traffic::new(world_size),
            refusals: ByNumber::default(),
            scratch: Vec::new(),
        }
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

    /// Forgets a receive whose operation is given up.
    pub(crate) fn cancel_recv(&mut self, id: RecvId) {
        self.incoming.cancel(id);
    }

    /// Whether the send is over; an error that the peer reported about it is handed out once.
    pub(crate) fn send_done(&mut self, id: SendId) -> Result<bool> {
        self.outgoing.take_done(id)
    }

    /// The payload of a receive that is over, with the message it came in, handed out once.
    pub(crate) fn take_received(&mut self, id: RecvId) -> Result<Option<(Message, Vec<u8>)>> {
        self.incoming.take(id, self.transport.rank())
    }

    /// What a peer reported about an eager send of this operation, which was over here long before.
    pub(crate) fn take_refusal(&mut self, envelope: (u32, u32)) -> Option<Box<CollectiveError>> {
        self.refusals.remove(envelope)
    }

    /// Moves whatever can move, in both directions; whether anything did.
    pub(crate) fn progress(&mut self, recorder: &mut Recorder) -> Result<bool, TransportError> {
        let sent = self.outgoing.flush(self.transport.as_mut(), &mut self.traffic)?;
        let mut scratch = std::mem::take(&mut self.scratch);
        let drained = self.drain(&mut scratch, recorder);
        self.scratch = scratch;
        Ok(drained? || sent)
    }

    /// Whether everything that was posted has been handed to the transport.
    pub(crate) fn is_flushed(&self) -> bool {
        self.outgoing.is_empty()
    }

    fn drain(
        &mut self,
        scratch: &mut Vec<u8>,
        recorder: &mut Recorder,
    ) -> Result<bool, TransportError> {
        let mut drained = false;
        while let Some(peer) = self.transport.poll(scratch)? {
            drained = true;
            let (frame, payload) = Frame::decode(peer, scratch)?;
            match frame {
                Frame::Offer(offer) => {
                    self.traffic.peers[peer].received_messages += 1;
                    let step = self.incoming.offer(peer, offer)?;
                    self.follow(peer, step, recorder);
                }
                Frame::Accept { id } => self.outgoing.accepted(peer, id)?,
                Frame::Credit { bytes } => self.outgoing.credit(peer, bytes),
                Frame::Data { id } => {
                    self.traffic.peers[peer].received_bytes += payload.len() as u64;
                    self.incoming.data(peer, id, payload)?;
                }
                Frame::Refuse { id, envelope, call } => self.refused(peer, id, envelope, call)?,
            }
        }
        Ok(drained)
    }

    fn follow(&mut self, peer: usize, step: Step, recorder: &mut Recorder) {
        match step {
            Step::Nothing => {}
            Step::Matched(offer) => {
                recorder.observe(offer.clock);
                let message = message(peer, offer.envelope, offer.id, offer.bytes);
                recorder.record(self.transport.now(), 0, 0, EventKind::Matched { message });
                if offer.eager {
                    let bytes = self.incoming.owed_credit(peer);
                    if bytes > 0 {
                        self.outgoing.control(peer, Frame::Credit { bytes });
                    }
                } else {
                    self.outgoing.control(peer, Frame::Accept { id: offer.id });
                }
            }
            Step::Refused(offer, mine) => {
                let refuse = Frame::Refuse { id: offer.id, envelope: offer.envelope, call: mine };
                self.outgoing.control(peer, refuse);
            }
        }
    }

    fn refused(
        &mut self,
        peer: usize,
        id: u32,
        envelope: Envelope,
        theirs: Call,
    ) -> Result<(), TransportError> {
        let rank = self.transport.rank();
        let Some(mine) = self.outgoing.call_of(peer, id) else {
            return Err(TransportError::Corrupt { peer, what: "a refusal of no message" });
        };
        let (mine, theirs) = (Box::new(mine), Box::new(theirs));
        let error: Box<_> = CollectiveError::Mismatch { rank, peer, mine, theirs }.into();
        if let Some(error) = self.outgoing.fail(id, error) {
            self.refusals.insert((envelope.group, envelope.op), error);
        }
        Ok(())
    }
}

fn message(peer: usize, envelope: Envelope, id: u32, bytes: u32) -> Message {
    let Envelope { group, op, step, tag } = envelope;
    Message { peer: peer as u32, group, op, step, tag, id, bytes }
}
