//! What travels between two endpoints: a small header, then payload bytes where the header says so.

use serde::{Deserialize, Serialize};

use crate::call::Call;
use crate::envelope::Envelope;
use crate::error::{Nonsense, TransportError};
use crate::wire;

/// The longest header, in bytes: a transport must be able to carry it.
pub const MAX_HEADER: usize = 79;

/// A frame's header.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Frame {
    /// "I have a message." Always drained, whether or not its receive has been posted.
    Offer(Offer),
    /// "A receive has matched it: send." Only for messages that were not eager.
    Accept { id: u32, clock: u64 },
    /// "It met a receive that means something else", or one that has room for another number of bytes.
    Refuse { id: u32, envelope: Envelope, call: Call, expected: u32, clock: u64 },
    /// "I do not offer it any more." Answered only where no receive has matched it.
    Withdraw { id: u32 },
    /// "It is forgotten."
    Withdrawn { id: u32 },
    /// A part of a message's payload, which follows.
    Data { id: u32 },
    /// "This many bytes of your eager messages have been matched": the sender may send as many more unasked.
    Credit { bytes: u32 },
    /// "Tell me at once whenever my eager messages have been matched": the sender has no more to do.
    Settle,
}

/// A message as its sender announces it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// The sender's number for it.
    pub id: u32,
    pub envelope: Envelope,
    pub call: Call,
    /// Payload bytes.
    pub bytes: u32,
    /// Whether the payload follows unasked.
    pub eager: bool,
    /// The sender's logical clock.
    pub clock: u64,
}

impl Frame {
    pub(crate) fn encode(&self) -> Vec<u8> {
        wire::encode(self)
    }

    /// The header and the payload behind it.
    pub(crate) fn decode(peer: usize, bytes: &[u8]) -> Result<(Frame, &[u8]), Box<TransportError>> {
        wire::decode_head(bytes).ok_or_else(|| TransportError::corrupt(peer, Nonsense::NoHeader))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_small_and_keeps_its_payload() {
        let frame = Frame::Data { id: 7 };
        let mut bytes = frame.encode();
        assert!(bytes.len() <= 8);
        bytes.extend_from_slice(&[1, 2, 3]);
        assert_eq!(Frame::decode(0, &bytes), Ok((frame, &[1, 2, 3][..])));
    }

    #[test]
    fn no_header_is_longer_than_transports_are_told() {
        let envelope = Envelope { group: u32::MAX, op: u32::MAX, step: u32::MAX, tag: u32::MAX };
        let call = Call {
            collective: crate::Collective::NewGroup,
            dtype: tensor::DType::BFloat16,
            count: u64::MAX,
            op: Some(crate::ReduceOp::Bxor),
            algorithm: crate::algorithm::Algorithm::Pairwise,
            root: Some(u32::MAX),
            members: u32::MAX,
        };
        let (id, bytes, clock) = (u32::MAX, u32::MAX, u64::MAX);
        let offer = Frame::Offer(Offer { id, envelope, call, bytes, eager: true, clock });
        let refuse = Frame::Refuse { id, envelope, call, expected: bytes, clock };
        for frame in [offer, refuse] {
            assert!(frame.encode().len() <= MAX_HEADER, "{}", frame.encode().len());
        }
    }

    #[test]
    fn nonsense_is_an_error() {
        assert!(Frame::decode(3, &[200, 1, 1]).is_err());
        assert!(Frame::decode(3, &[]).is_err());
    }
}
