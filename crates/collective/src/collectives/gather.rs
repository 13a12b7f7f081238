use tensor::Tensor;

use super::arguments::root_list;
use crate::algorithm::{Algorithm, Shape, flat_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

impl ProcessGroup {
    /// Rank `i`'s `tensor` becomes the `i`th tensor of global rank `dst`'s `gather_list`.
    /// Every tensor has the same count and type; only `dst` gives a list. Follows `torch.distributed.gather`.
    ///
    /// # Errors
    /// A list missing, misplaced, of the wrong length or of other tensors; `dst` out of range or outside the group.
    #[track_caller]
    pub fn gather(&self, tensor: &Tensor, gather_list: Option<&[Tensor]>, dst: usize) -> Work {
        self.start(self.plan_gather(tensor, gather_list, dst))
    }

    fn plan_gather(
        &self,
        tensor: &Tensor,
        gather_list: Option<&[Tensor]>,
        dst: usize,
    ) -> Result<Box<Plan>> {
        let call = Collective::Gather;
        let usual: Usual = (Algorithm::Flat, |shape: Shape| {
            flat_gather(shape.rank, shape.world_size, shape.root, shape.count)
        });
        let root = Some(("dst", dst));
        let mut plan = self.plan(call, root, tensor.dtype(), tensor.numel(), usual)?;
        let is_root = dst == self.context().rank();
        plan.inputs.push(tensor.clone());
        plan.outputs = root_list(call, "gather_list", gather_list, is_root, tensor, self.size())?;
        Ok(plan)
    }
}
