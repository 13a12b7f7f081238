use tensor::Tensor;

use super::arguments::{count, list, same_dtype};
use crate::algorithm::{Algorithm, Shape, direct_all_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::AllGather;

impl ProcessGroup {
    /// Every rank's `output` gets the elements of all `input`s, one after the other by group rank: `n` in, `W · n` out.
    /// Follows `torch.distributed.all_gather_into_tensor`.
    ///
    /// # Errors
    /// An `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_gather_into_tensor(output, input))
    }

    /// Every rank's `tensor_list[i]` gets rank `i`'s `tensor`; all of one count and type.
    /// Follows `torch.distributed.all_gather`.
    ///
    /// # Errors
    /// A list of another length than the group's, or of tensors of another count or type; calls that do not agree.
    #[track_caller]
    pub fn all_gather(&self, tensor_list: &[Tensor], tensor: &Tensor) -> Work {
        let checked = list(CALL, "tensor_list", tensor_list, tensor, self.size());
        self.start(checked.and_then(|()| self.plan_all_gather(tensor_list.to_vec(), tensor)))
    }

    fn plan_all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Result<Box<Plan>> {
        same_dtype(CALL, "output", output, input.dtype())?;
        count(CALL, "output", output, self.size() * input.numel())?;
        self.plan_all_gather(vec![output.clone()], input)
    }

    fn plan_all_gather(&self, outputs: Vec<Tensor>, input: &Tensor) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_all_gather(shape.rank, shape.world_size, shape.count)
        });
        let mut plan = self.plan(CALL, None, input.dtype(), input.numel(), usual)?;
        plan.inputs.push(input.clone());
        plan.outputs = outputs;
        Ok(plan)
    }
}
