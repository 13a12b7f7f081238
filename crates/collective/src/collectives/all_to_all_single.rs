use tensor::Tensor;

use super::arguments::{count, even_part, same_dtype};
use crate::algorithm::{Algorithm, direct_all_to_all};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Part `j` of rank `i`'s `input` becomes part `i` of rank `j`'s `output`; `W` equal parts, `W · n` in and out.
    /// Follows `torch.distributed.all_to_all_single` without split sizes.
    ///
    /// # Errors
    /// An `input` that does not divide evenly; an `output` of another count or type; calls that do not agree.
    #[track_caller]
    pub fn all_to_all_single(&self, output: &Tensor, input: &Tensor) -> Work {
        self.start(self.plan_all_to_all(output, input))
    }

    fn plan_all_to_all(&self, output: &Tensor, input: &Tensor) -> Result<Operation> {
        let call = Collective::AllToAllSingle;
        let rank = self.own_rank(call)?;
        same_dtype(call, "output", output, input.dtype())?;
        let part = even_part(call, "input", input, self.size())?;
        count(call, "output", output, input.numel())?;
        let schedule = direct_all_to_all(rank, self.size(), part);
        Ok(Operation {
            dtype: input.dtype(),
            count: input.numel(),
            inputs: vec![input.clone()],
            outputs: vec![output.clone()],
            ..Operation::new(call, Algorithm::Direct, schedule)
        })
    }
}
