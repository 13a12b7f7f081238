use serde::{Deserialize, Serialize};

/// What one rank sent to and received from one peer, counted where payload passes into and out of the transport.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.broadcast(&Tensor::from_slice(&[1i64]), 0).await?;
/// context.flush().await?;
/// let peer: PeerTraffic = context.traffic().peers[1 - rank];
/// assert_eq!((peer.sent_bytes, peer.received_bytes), [(8, 0), (0, 8)][rank]);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// world.broadcast(&Tensor::from_slice(&[1i64]), 0).await?;
/// context.flush().await?;
/// let traffic: Traffic = context.traffic().clone();
/// assert_eq!(traffic.peers[rank], PeerTraffic::default());
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
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
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # world.broadcast(&Tensor::from_slice(&[1i64]), 0).await?;
    /// # context.flush().await?;
    /// assert_eq!(context.traffic().sent_bytes(), [8, 0][rank]); // rank 0 was the source
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn sent_bytes(&self) -> u64 {
        self.peers.iter().map(|peer| peer.sent_bytes).sum()
    }

    /// Payload bytes received from all peers.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # world.broadcast(&Tensor::from_slice(&[1i64]), 0).await?;
    /// # context.flush().await?;
    /// assert_eq!(context.traffic().received_bytes(), [0, 8][rank]); // rank 0 was the source
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn received_bytes(&self) -> u64 {
        self.peers.iter().map(|peer| peer.received_bytes).sum()
    }
}
