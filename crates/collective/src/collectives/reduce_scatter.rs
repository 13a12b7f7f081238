use tensor::Tensor;

use super::arguments::{count, even_part, list, same_dtype};
use crate::ReduceOp;
use crate::algorithm::{Algorithm, Shape, direct_reduce_scatter};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::plan::{Plan, Usual};
use crate::work::Work;

const CALL: Collective = Collective::ReduceScatter;

impl ProcessGroup {
    /// Folds all ranks' `input` and gives rank `i` the `i`th part, into `output`: `W · n` in, `n` out.
    /// Follows `torch.distributed.reduce_scatter_tensor`.
    ///
    /// # Errors
    /// An `input` that does not divide evenly; an `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn reduce_scatter_tensor(&self, output: &Tensor, input: &Tensor, op: ReduceOp) -> Work {
        self.start(self.plan_reduce_scatter_tensor(output, input, op))
    }

    /// Folds all ranks' `input_list[i]` and gives the result to rank `i`, into `output`; all of one count and type.
    /// Follows `torch.distributed.reduce_scatter`.
    ///
    /// # Errors
    /// A list of another length than the group's, or of tensors of another count or type; calls that do not agree.
    #[track_caller]
    pub fn reduce_scatter(&self, output: &Tensor, input_list: &[Tensor], op: ReduceOp) -> Work {
        let checked = list(CALL, "input_list", input_list, output, self.size());
        self.start(checked.and_then(|()| self.plan_reduce_scatter(output, input_list.to_vec(), op)))
    }

    fn plan_reduce_scatter_tensor(
        &self,
        output: &Tensor,
        input: &Tensor,
        op: ReduceOp,
    ) -> Result<Box<Plan>> {
        same_dtype(CALL, "output", output, input.dtype())?;
        let part = even_part(CALL, "input", input, self.size())?;
        count(CALL, "output", output, part)?;
        self.plan_reduce_scatter(output, vec![input.clone()], op)
    }

    fn plan_reduce_scatter(
        &self,
        output: &Tensor,
        inputs: Vec<Tensor>,
        op: ReduceOp,
    ) -> Result<Box<Plan>> {
        let usual: Usual = (Algorithm::Direct, |shape: Shape| {
            direct_reduce_scatter(shape.rank, shape.world_size, shape.count)
        });
        let mut plan = self.plan(CALL, None, output.dtype(), output.numel(), usual)?;
        plan.call.count *= self.size() as u64;
        plan.call.op = Some(op);
        plan.inputs = inputs;
        plan.outputs.push(output.clone());
        Ok(plan)
    }
}
