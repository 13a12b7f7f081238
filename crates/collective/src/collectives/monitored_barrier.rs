use std::time::Duration;

use tensor::DType;

use crate::algorithm::{Algorithm, monitored_barrier};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::Plan;
use crate::work::Work;

/// How much longer than rank 0 the others wait at most.
const GRACE: Duration = Duration::from_secs(1);

impl ProcessGroup {
    /// A barrier at which group rank 0 waits for each other rank, and names those that have not come in time.
    /// Follows [`torch.distributed.monitored_barrier`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.monitored_barrier)
    /// with `wait_all_ranks`.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// if rank == 0 {
    ///     let late = world.monitored_barrier(std::time::Duration::from_millis(1)).await;
    ///     assert_eq!(late.unwrap_err().named_ranks(), [1]); // which does not come
    /// }
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// After `timeout` on rank 0, with all ranks that are missing; on the others with rank 0, after as long again but no
    /// more than a second, so that who knows more is heard.
    #[track_caller]
    pub fn monitored_barrier(&self, timeout: Duration) -> Work {
        let grace = if self.rank() == Some(0) { Duration::ZERO } else { timeout.min(GRACE) };
        self.start(self.plan_monitored_barrier()).timeout(timeout.saturating_add(grace))
    }

    fn plan_monitored_barrier(&self) -> Result<Box<Plan>> {
        let call = Collective::MonitoredBarrier;
        let schedule = monitored_barrier(self.own_rank(call.name())?, self.size());
        Ok(self.scheduled(call, DType::Uint8, 0, Algorithm::Flat, schedule))
    }
}
