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
    /// Every tensor has the same shape and type; only `dst` gives a list. Follows `torch.distributed.gather`.
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
