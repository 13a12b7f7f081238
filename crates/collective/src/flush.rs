use std::task::Poll;

use crate::context::Context;
use crate::error::Result;
use crate::trace::BlockedOn;
use crate::waiting::Waiting;

impl Context {
    /// Waits until all that this rank has sent is with the ranks that it is for, and has been asked for there. A rank calls
    /// it when its program is over: what a collective sends counts as sent before it is received, so others may yet
    /// disagree with it, or never ask for it.
    ///
    /// # Errors
    /// When another rank has failed meanwhile, or has told of a disagreement, or an operation that nobody awaited has
    /// failed; when what was sent is not asked for.
    pub async fn flush(&self) -> Result<()> {
        let mut since = None;
        std::future::poll_fn(|_| self.poll_flush(&mut since)).await
    }

    #[inline(never)]
    fn poll_flush(&self, since: &mut Option<f64>) -> Poll<Result<()>> {
        let inner = &mut *self.inner();
        inner.endpoint.settle();
        let progress = inner.progress();
        // What it says itself tells more than that somebody failed.
        inner.last_words()?;
        let on = BlockedOn { sends: inner.endpoint.unsettled(), ..BlockedOn::default() };
        if on.sends.is_empty() && inner.endpoint.is_flushed() && progress.is_ok() {
            return Poll::Ready(Ok(()));
        }
        let waiting = Waiting { rank: self.rank(), call: "flush", on };
        if let Err(error) = progress {
            return Poll::Ready(Err(waiting.failed(error)));
        }
        let now = inner.endpoint.now();
        let waited = now - *since.get_or_insert(now);
        match self.settings().timeout {
            Some(limit) if waited >= limit => Poll::Ready(Err(waiting.timed_out(limit))),
            _ => {
                inner.endpoint.waits(None);
                Poll::Pending
            }
        }
    }
}
