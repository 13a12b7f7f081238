use tensor::Tensor;

use super::arguments::{count, even_part, same_dtype};
use crate::ReduceOp;
use crate::algorithm::{Algorithm, direct_reduce_scatter};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Folds all ranks' `input` in rank order and gives rank `i` the `i`th part, into `output`: `W · n` in, `n` out.
    /// Follows `torch.distributed.reduce_scatter_tensor`.
    ///
    /// # Errors
    /// An `input` that does not divide evenly; an `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn reduce_scatter_tensor(&self, output: &Tensor, input: &Tensor, op: ReduceOp) -> Work {
        self.start(self.plan_reduce_scatter(output, input, op))
    }

    fn plan_reduce_scatter(
        &self,
        output: &Tensor,
        input: &Tensor,
        op: ReduceOp,
    ) -> Result<Operation> {
        let call = Collective::ReduceScatterTensor;
        let rank = self.own_rank(call)?;
        same_dtype(call, "output", output, input.dtype())?;
        let part = even_part(call, "input", input, self.size())?;
        count(call, "output", output, part)?;
        let schedule = direct_reduce_scatter(rank, self.size(), part);
        Ok(Operation {
            dtype: input.dtype(),
            count: input.numel(),
            op: Some(op),
            inputs: vec![input.clone()],
            outputs: vec![output.clone()],
            ..Operation::new(call, Algorithm::Direct, schedule)
        })
    }
}
