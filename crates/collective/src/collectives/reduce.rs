use tensor::{Tensor, Undefined};

use crate::ReduceOp;
use crate::algorithm::{Algorithm, Shape, flat_reduce};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Folds all ranks' `tensor` in rank order into rank `dst`'s; any shape, the same count everywhere.
    /// On the other ranks the contents are undefined afterwards, and reading them is an error.
    /// Follows [`torch.distributed.reduce`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.reduce).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[rank as i64]);
    /// world.reduce(&x, 1, ReduceOp::Sum).await?;
    /// if rank == 1 {
    ///     assert_eq!(x.to_vec::<i64>()?, [3]);
    /// } else {
    ///     assert!(x.to_vec::<i64>().is_err());
    /// }
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// `dst` out of range or outside the group; calls that do not agree.
    #[track_caller]
    pub fn reduce(&self, tensor: &Tensor, dst: impl Into<Member>, op: ReduceOp) -> Work {
        self.start(self.plan_reduce(tensor, dst.into(), op))
    }

    fn plan_reduce(&self, tensor: &Tensor, dst: Member, op: ReduceOp) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Flat, |shape: Shape| {
            flat_reduce(shape.rank, shape.world_size, shape.root, shape.count)
        });
        let (root, dtype) = (Some(("dst", dst)), tensor.dtype());
        let mut plan = self.plan(Collective::Reduce, root, dtype, tensor.numel(), usual)?;
        plan.call.op = Some(op);
        plan.inputs.push(tensor.clone());
        if plan.at_root {
            plan.outputs.push(tensor.clone());
        } else {
            let root = plan.call.root.unwrap_or_default() as usize;
            plan.undefined = Some((tensor.clone(), Undefined::ReduceNonRoot { root }));
        }
        Ok(plan)
    }
}
