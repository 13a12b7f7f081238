use serde::{Deserialize, Serialize};

/// What one rank sent to and received from one peer, counted where payload passes into and out of the transport.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerTraffic {
    /// Payload bytes handed to the transport for this peer.
    pub sent_bytes: u64,
    /// Messages offered to this peer, empty ones included.
    pub sent_messages: u64,
    /// Payload bytes that the transport delivered from this peer.
    pub received_bytes: u64,
    /// Messages taken from this peer, empty ones included.
    pub received_messages: u64,
}

/// One rank's traffic: an entry for every rank of the world; the rank's own stays zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// By global rank.
    pub peers: Vec<PeerTraffic>,
}

impl Traffic {
    pub(crate) fn new(world_size: usize) -> Self {
        Self { peers: vec![PeerTraffic::default(); world_size] }
    }

    /// Payload bytes sent to all peers.
    pub fn sent_bytes(&self) -> u64 {
        self.peers.iter().map(|peer| peer.sent_bytes).sum()
    }

    /// Payload bytes received from all peers.
    pub fn received_bytes(&self) -> u64 {
        self.peers.iter().map(|peer| peer.received_bytes).sum()
    }
}
