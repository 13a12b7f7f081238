//! What arriving frames lead to.

use super::frame::{Frame, Offer};
use super::incoming::Step;
use super::{Endpoint, agree, message, mismatch};
use crate::call::Call;
use crate::envelope::Envelope;
use crate::error::{CollectiveError, Nonsense, TransportError};
use crate::trace::{EventKind, Recorder};

impl Endpoint {
    pub(super) fn drain(
        &mut self,
        scratch: &mut Vec<u8>,
        recorder: &mut Recorder,
    ) -> Result<bool, Box<TransportError>> {
        let mut drained = false;
        while let Some(peer) = self.transport.poll(scratch)? {
            drained = true;
            let (frame, payload) = Frame::decode(peer, scratch)?;
            match frame {
                Frame::Offer(offer) => self.offered(peer, offer, recorder)?,
                Frame::Accept { id, clock } => {
                    recorder.observe(clock);
                    self.outgoing.accepted(peer, id)?;
                }
                Frame::Credit { bytes } => self.outgoing.credit(peer, bytes),
                Frame::Data { id } => {
                    self.traffic.peers[peer].received_bytes += payload.len() as u64;
                    self.incoming.data(peer, id, payload)?;
                }
                Frame::Refuse { id, envelope, call, expected, clock } => {
                    recorder.observe(clock);
                    self.refused(peer, id, envelope, (call, expected))?;
                }
                Frame::Withdraw { id } => {
                    if self.incoming.withdraw(peer, id) {
                        self.outgoing.control(peer, Frame::Withdrawn { id });
                    }
                }
                Frame::Withdrawn { id } => self.outgoing.withdrawn(peer, id),
                Frame::Settle => {
                    self.incoming.settle(peer);
                    self.return_credit(peer);
                }
            }
        }
        Ok(drained)
    }

    fn offered(
        &mut self,
        peer: usize,
        offer: Offer,
        recorder: &mut Recorder,
    ) -> Result<(), Box<TransportError>> {
        self.traffic.peers[peer].received_messages += 1;
        let step = self.incoming.offer(peer, offer)?;
        if !matches!(step, Step::Nothing) {
            self.follow(peer, step, recorder);
            return Ok(());
        }
        let operation = (offer.envelope.group, offer.envelope.op);
        if offer.eager && self.ledger.is_given_up(operation) {
            self.incoming.withdraw(peer, offer.id);
            self.return_credit(peer);
        } else {
            self.compare(peer, &offer, recorder);
        }
        Ok(())
    }

    /// Notes that a peer means something else under a collective, unless its call has been told of an error already.
    fn disagree(&mut self, operation: (u32, u32), error: Box<CollectiveError>) {
        if !self.ledger.is_given_up(operation) {
            self.refusals.insert(operation, error);
        }
    }

    /// Refuses an offer that no receive has met, where it means something else than this rank called under its number.
    pub(super) fn compare(&mut self, peer: usize, offer: &Offer, recorder: &mut Recorder) {
        let operation = (offer.envelope.group, offer.envelope.op);
        let Some(mine) = self.ledger.call(operation).copied() else { return };
        if agree(self.emulation(), &mine, &offer.call, (offer.bytes, offer.bytes)) {
            return;
        }
        self.incoming.withdraw(peer, offer.id);
        self.follow(peer, Step::Refused(*offer, mine, offer.bytes), recorder);
        let rank = self.transport.rank();
        let error = mismatch((rank, &mine), (peer, &offer.call), (peer, rank), (0, 0));
        self.disagree(operation, error);
    }

    pub(super) fn follow(&mut self, peer: usize, step: Step, recorder: &mut Recorder) {
        match step {
            Step::Nothing => {}
            Step::Matched(offer) => {
                recorder.observe(offer.clock);
                let message = message(peer, offer.envelope, offer.id, offer.bytes);
                recorder.record(self.transport.now(), 0, 0, EventKind::Matched { message });
                if !offer.eager {
                    let (id, clock) = (offer.id, recorder.clock());
                    self.outgoing.control(peer, Frame::Accept { id, clock });
                }
            }
            Step::Refused(offer, call, expected) => {
                recorder.observe(offer.clock);
                let Offer { id, envelope, .. } = offer;
                let clock = recorder.clock();
                let refuse = Frame::Refuse { id, envelope, call, expected, clock };
                self.outgoing.control(peer, refuse);
            }
        }
        self.return_credit(peer);
    }

    pub(super) fn return_credit(&mut self, peer: usize) {
        let bytes = self.incoming.owed_credit(peer);
        if bytes > 0 {
            self.outgoing.control(peer, Frame::Credit { bytes });
        }
    }

    fn refused(
        &mut self,
        peer: usize,
        id: u32,
        envelope: Envelope,
        (theirs, expected): (Call, u32),
    ) -> Result<(), Box<TransportError>> {
        let rank = self.transport.rank();
        let Some((mine, sent)) = self.outgoing.call_of(peer, id) else {
            return Err(TransportError::corrupt(peer, Nonsense::RefusalOfNothing));
        };
        let error = mismatch((rank, &mine), (peer, &theirs), (rank, peer), (sent, expected));
        match self.outgoing.fail(id, error) {
            Some(error) if envelope.op > 0 => {
                self.disagree((envelope.group, envelope.op), error);
            }
            late => self.late = self.late.take().or(late),
        }
        Ok(())
    }
}
