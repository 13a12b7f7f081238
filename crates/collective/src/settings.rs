use serde::{Deserialize, Serialize};

use crate::emulation::Emulation;
use crate::trace::TraceLimits;

/// How a rank behaves, the same on all ranks of a run.
///
/// ```
/// # use collective::*;
/// let settings = Settings { timeout: None, eager_limit: 1024, ..Settings::default() };
/// let options = simulator::Options { settings, ..Default::default() };
/// // Both send first: without a limit they would wait for each other.
/// for rank in simulator::run(2, options, async |context: Context| {
///     let (x, peer) = (tensor::Tensor::from_slice(&[1i64]), 1 - context.rank());
///     context.world().send(&x, peer, 0).await?;
///     context.world().recv(&x, peer, 0).await
/// }) {
///     assert_eq!(rank, Ok(Ok(())));
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Point-to-point messages of at most so many bytes need no matching receive to count as sent. 0: none, as gloo.
    pub eager_limit: usize,
    /// A call that waits longer than so many microseconds ends with an error; `None`: it waits for ever.
    pub timeout: Option<f64>,
    /// How much the trace may hold.
    pub trace: TraceLimits,
    /// What another implementation does is shown in place of errors, as far as that is known. (It has no bytes: ranks that
    /// are given settings as such are told by [`Context::emulate`](crate::Context::emulate).)
    #[serde(skip)]
    pub emulate: Option<Emulation>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { eager_limit: 0, timeout: Some(30e6), trace: TraceLimits::default(), emulate: None }
    }
}
