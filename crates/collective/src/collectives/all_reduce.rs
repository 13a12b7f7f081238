use tensor::Tensor;

use crate::ReduceOp;
use crate::algorithm::{Algorithm, Shape, direct_all_reduce};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Folds all ranks' `tensor` in rank order and leaves the result on every rank; any shape, the same count
    /// everywhere.
    /// Follows [`torch.distributed.all_reduce`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.all_reduce).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[rank as i64, 1]);
    /// world.all_reduce(&x, ReduceOp::Sum).await?;
    /// assert_eq!(x.to_vec::<i64>()?, [0 + 1 + 2, 3]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A tensor that cannot be read; calls that do not agree.
    #[track_caller]
    pub fn all_reduce(&self, tensor: &Tensor, op: ReduceOp) -> Work {
        self.start(self.plan_all_reduce(tensor, op))
    }

    fn plan_all_reduce(&self, tensor: &Tensor, op: ReduceOp) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_all_reduce(shape.rank, shape.world_size, shape.count)
        });
        let (dtype, count) = (tensor.dtype(), tensor.numel());
        let mut plan = self.plan(Collective::AllReduce, None, dtype, count, usual)?;
        plan.call.op = Some(op);
        plan.outputs.push(tensor.clone());
        plan.in_place = true;
        Ok(plan)
    }
}
