use tensor::Tensor;

use crate::algorithm::{Algorithm, Shape, binomial_broadcast};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Gives every rank the elements of rank `src`'s `tensor`; any shape, the same count everywhere.
    /// Follows [`torch.distributed.broadcast`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.broadcast).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[rank as i64, 5]);
    /// world.broadcast(&x, 2).await?;
    /// assert_eq!(x.to_vec::<i64>()?, [2, 5]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// `src` out of range or outside the group; calls that do not agree.
    #[track_caller]
    pub fn broadcast(&self, tensor: &Tensor, src: impl Into<Member>) -> Work {
        self.start(self.plan_broadcast(tensor, src.into()))
    }

    fn plan_broadcast(&self, tensor: &Tensor, src: Member) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Binomial, |shape: Shape| {
            binomial_broadcast(shape.rank, shape.world_size, shape.root, shape.count)
        });
        let (root, dtype) = (Some(("src", src)), tensor.dtype());
        let mut plan = self.plan(Collective::Broadcast, root, dtype, tensor.numel(), usual)?;
        plan.outputs.push(tensor.clone());
        // Only the root's tensor is read, so that the others may be as `empty` left them.
        plan.in_place = plan.at_root;
        Ok(plan)
    }
}
