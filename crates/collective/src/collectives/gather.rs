use tensor::Tensor;

use super::arguments::root_list;
use crate::algorithm::{Algorithm, Shape, flat_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Rank `i`'s `tensor` becomes the `i`th tensor of rank `dst`'s `gather_list`.
    /// Every tensor has the same shape and type; only `dst` gives a list.
    /// Follows [`torch.distributed.gather`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.gather).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let list = [Tensor::empty(&[1], DType::Int64)?, Tensor::empty(&[1], DType::Int64)?];
    /// world.gather(&Tensor::from_slice(&[rank as i64]), (rank == 0).then_some(&list), 0).await?;
    /// if rank == 0 {
    ///     assert_eq!(list[1].to_vec::<i64>()?, [1]);
    /// }
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A list missing, misplaced, of the wrong length or of other tensors; `dst` out of range or outside the group.
    #[track_caller]
    pub fn gather(
        &self,
        tensor: &Tensor,
        gather_list: Option<&[Tensor]>,
        dst: impl Into<Member>,
    ) -> Work {
        self.start(self.plan_gather(tensor, gather_list, dst.into()))
    }

    fn plan_gather(
        &self,
        tensor: &Tensor,
        gather_list: Option<&[Tensor]>,
        dst: Member,
    ) -> Result<Box<Plan>> {
        let call = Collective::Gather;
        let usual: Usual = (Algorithm::Flat, |shape: Shape| {
            flat_gather(shape.rank, shape.world_size, shape.root, shape.count)
        });
        let root = Some(("dst", dst));
        let mut plan = self.plan(call, root, tensor.dtype(), tensor.numel(), usual)?;
        plan.inputs.push(tensor.clone());
        let size = self.size();
        plan.outputs = root_list(call, "gather_list", gather_list, plan.at_root, tensor, size)?;
        Ok(plan)
    }
}
