use std::task::Poll;
use std::time::Duration;

use crate::context::Context;
use crate::error::Result;

impl Context {
    /// Does nothing for so long, as a rank that computes does for the others; messages move meanwhile. (In the simulator,
    /// whose time is turns, it ends when no rank can do anything before.)
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let end = context.now() + 50.0;
    /// context.sleep(std::time::Duration::from_micros(50)).await?;
    /// assert!(context.now() >= end);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// When another rank has failed meanwhile.
    pub async fn sleep(&self, time: Duration) -> Result<()> {
        let end = self.now() + time.as_secs_f64() * 1e6;
        std::future::poll_fn(|_| {
            let mut operations = self.operations();
            if let Err(error) = operations.progress() {
                return Poll::Ready(Err(error.into()));
            }
            if operations.endpoint.now() >= end {
                return Poll::Ready(Ok(()));
            }
            operations.endpoint.waits(Some(end));
            Poll::Pending
        })
        .await
    }
}
