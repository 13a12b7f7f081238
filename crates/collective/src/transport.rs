use crate::error::{PeerFailure, TransportError};

/// Moves frames between ranks; knows nothing of groups, tags or tensors.
///
/// A rank owns one and polls it; nothing here blocks. Frames of one pair arrive in the order in which they were
/// handed over. Whoever drives the rank waits on the platform's doorbell between two polls: a doorbell rings when a
/// frame arrives, when room comes free, and when a rank fails.
///
/// A transport that has memory which all ranks can address may later offer it here as an arena.
///
/// ```
/// # use collective::*;
/// struct Alone;
/// impl Transport for Alone {
///     fn rank(&self) -> usize { 0 }
///     fn world_size(&self) -> usize { 1 }
///     fn now(&self) -> f64 { 0.0 }
///     fn max_frame(&self) -> usize { 1024 }
///     fn try_send(&mut self, _: usize, _: &[u8], _: &[u8]) -> Result<bool, Box<TransportError>> {
///         Ok(true)
///     }
///     fn poll(&mut self, _: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
///         Ok(None)
///     }
///     fn announce(&mut self, _: &PeerFailure) {}
/// }
/// let context = Context::new(Box::new(Alone), Settings::default());
/// assert_eq!((context.rank(), context.world_size()), (0, 1));
/// ```
pub trait Transport {
    /// This rank.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// assert!(transport.rank() < transport.world_size());
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn rank(&self) -> usize;

    /// Ranks there are.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// assert_eq!(transport.world_size(), 2);
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn world_size(&self) -> usize;

    /// Microseconds since the run began; on the simulator, turns.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// assert_eq!(transport.now(), 0.0); // nothing has run
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn now(&self) -> f64;

    /// The largest frame (header and payload together) that `try_send` takes, in bytes. Payloads above it go in parts.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// assert!(transport.max_frame() > MAX_HEADER);
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn max_frame(&self) -> usize;

    /// Hands one frame to `peer`: `header` then `payload`, taken whole or not at all. `false` means that there is no
    /// room now and that the doorbell will ring when there is.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// let peer = 1 - transport.rank();
    /// assert!(transport.try_send(peer, b"header", b"payload").unwrap());
    /// let rest = vec![0; transport.max_frame()];
    /// assert!(!transport.try_send(peer, b"header", &rest).unwrap()); // no room
    /// # transport
    /// # }, async |_| ());
    /// ```
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
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// assert_eq!(transport.poll(&mut Vec::new()).unwrap(), None); // nothing has come
    /// # transport
    /// # }, async |_| ());
    /// ```
    ///
    /// # Errors
    /// When a rank has failed, or what arrived makes no sense.
    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>>;

    /// Tells that this rank is about to wait: nothing lets it go on but a frame, a failure, or at `until` (in the time of
    /// [`now`](Self::now)) the passing of time. A transport that sees all ranks finds out by it that none can go on.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// transport.waits(Some(20.0));
    /// assert!(transport.now() < 20.0); // it does not wait itself
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn waits(&mut self, until: Option<f64>) {
        let _ = until;
    }

    /// Tells every other rank that this one ends the run. Only the first failure of a run counts.
    ///
    /// ```
    /// # use collective::*;
    /// # simulator::run_wrapped(2, Default::default(), &|mut transport: Box<dyn Transport>| {
    /// transport.announce(&PeerFailure { rank: 0, reason: FailureReason::Failed, message: "enough".into() });
    /// assert!(transport.poll(&mut Vec::new()).is_err());
    /// # transport
    /// # }, async |_| ());
    /// ```
    fn announce(&mut self, failure: &PeerFailure);
}
