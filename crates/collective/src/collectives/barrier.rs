use tensor::DType;

use crate::algorithm::{Algorithm, Shape, dissemination_barrier};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Over on no rank before every rank of the group has called it.
    /// Follows [`torch.distributed.barrier`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.barrier).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let before = context.now();
    /// world.barrier().await?;
    /// assert!(context.now() > before);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A rank outside the group; calls that do not agree.
    #[track_caller]
    pub fn barrier(&self) -> Work {
        self.start(self.plan_barrier())
    }

    fn plan_barrier(&self) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Dissemination, |shape: Shape| {
            dissemination_barrier(shape.rank, shape.world_size)
        });
        self.plan(Collective::Barrier, None, DType::Uint8, 0, usual)
    }
}
