use crate::error::{PeerFailure, TransportError};

/// Moves frames between ranks; knows nothing of groups, tags or tensors.
///
/// A rank owns one and polls it; nothing here blocks. Frames of one pair arrive in the order in which they were
/// handed over. Whoever drives the rank waits on the platform's doorbell between two polls: a doorbell rings when a
/// frame arrives, when room comes free, and when a rank fails.
///
/// A transport that has memory which all ranks can address may later offer it here as an arena.
pub trait Transport {
    /// This rank.
    fn rank(&self) -> usize;

    /// Ranks there are.
    fn world_size(&self) -> usize;

    /// Microseconds since the run began; on the simulator, turns.
    fn now(&self) -> f64;

    /// The largest frame (header and payload together) that `try_send` takes, in bytes. Payloads above it go in parts.
    fn max_frame(&self) -> usize;

    /// Hands one frame to `peer`: `header` then `payload`, taken whole or not at all. `false` means that there is no
    /// room now and that the doorbell will ring when there is.
    ///
    /// # Errors
    /// When a rank has failed, or the way to `peer` is broken.
    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>>;

    /// Takes the next frame that has arrived from any peer, into `frame` (overwritten); `None` when there is none.
    /// No peer's frames may keep another's waiting for ever.
    ///
    /// # Errors
    /// When a rank has failed, or what arrived makes no sense.
    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>>;

    /// Tells that this rank is about to wait: nothing lets it go on but a frame, a failure, or at `until` (in the time of
    /// [`now`](Self::now)) the passing of time. A transport that sees all ranks finds out by it that none can go on.
    fn waits(&mut self, until: Option<f64>) {
        let _ = until;
    }

    /// Tells every other rank that this one ends the run. Only the first failure of a run counts.
    fn announce(&mut self, failure: &PeerFailure);
}
