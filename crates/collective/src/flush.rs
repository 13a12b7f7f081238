use std::task::Poll;

use crate::context::Context;
use crate::error::Result;
use crate::trace::BlockedOn;
use crate::waiting::Waiting;

impl Context {
    /// Waits until this rank's collectives are over, and all that it has sent is with the ranks that it is for, and has
    /// been asked for there. A rank calls it when its program is over: what a collective sends counts as sent before it is received, so others may yet
    /// disagree with it, or never ask for it.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[rank as i64]);
    /// drop(world.all_reduce(&x, ReduceOp::Sum)); // nobody awaits it
    /// context.flush().await?;
    /// assert_eq!(x.to_vec::<i64>()?, [1]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// When another rank has failed meanwhile, or has told of a disagreement, or an operation that nobody awaited has
    /// failed; when what was sent is not asked for.
    pub async fn flush(&self) -> Result<()> {
        let mut since = None;
        std::future::poll_fn(|_| self.poll_flush(&mut since)).await
    }

    fn poll_flush(&self, since: &mut Option<f64>) -> Poll<Result<()>> {
        let operations = &mut *self.operations();
        let (progress, sends) = loop {
            let progress = operations.progress();
            let flushed = operations.endpoint.is_flushed();
            let sends = operations.endpoint.settle();
            // What was asked only now must go out before this rank sleeps.
            if progress.is_err() || !flushed || operations.endpoint.is_flushed() {
                break (progress, sends);
            }
        };
        // What it says itself tells more than that somebody failed.
        operations.last_words()?;
        let rank = self.rank();
        let mut waiting =
            Waiting { rank, call: "flush", on: BlockedOn { sends, ..BlockedOn::default() } };
        let mut running = operations.running.values();
        // A collective that nobody awaited is carried out all the same: others may await it.
        if let Some(running) = running.find(|running| running.operation().1 > 0) {
            let call = running.call().collective.name();
            waiting = Waiting { rank, call, on: running.waits_for(rank as u32) };
        } else if waiting.on.sends.is_empty()
            && operations.endpoint.is_flushed()
            && progress.is_ok()
        {
            return Poll::Ready(Ok(()));
        }
        if let Err(error) = progress {
            return Poll::Ready(Err(waiting.failed(error)));
        }
        let now = operations.endpoint.now();
        let waited = now - *since.get_or_insert(now);
        match self.settings().timeout {
            Some(limit) if waited >= limit => Poll::Ready(Err(waiting.timed_out(limit))),
            _ => {
                operations.endpoint.waits(None);
                Poll::Pending
            }
        }
    }
}
