use tensor::Tensor;

use super::arguments::{count, same_dtype};
use crate::algorithm::{Algorithm, direct_all_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Every rank's `output` gets the elements of all `input`s, one after the other by group rank: `n` in, `W · n` out.
    /// Follows `torch.distributed.all_gather_into_tensor`.
    ///
    /// # Errors
    /// An `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_gather(output, input))
    }

    fn plan_all_gather(&self, output: &Tensor, input: &Tensor) -> Result<Operation> {
        let call = Collective::AllGatherIntoTensor;
        let rank = self.own_rank(call)?;
        same_dtype(call, "output", output, input.dtype())?;
        count(call, "output", output, self.size() * input.numel())?;
        let schedule = direct_all_gather(rank, self.size(), input.numel());
        Ok(Operation {
            dtype: input.dtype(),
            count: input.numel(),
            inputs: vec![input.clone()],
            outputs: vec![output.clone()],
            ..Operation::new(call, Algorithm::Direct, schedule)
        })
    }
}
