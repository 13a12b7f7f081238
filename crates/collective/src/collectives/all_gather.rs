use tensor::Tensor;

use super::arguments::{count, list, same_dtype};
use crate::algorithm::{Algorithm, direct_all_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
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

    fn plan_all_gather_into_tensor(&self, output: &Tensor, input: &Tensor) -> Result<Operation> {
        same_dtype(CALL, "output", output, input.dtype())?;
        count(CALL, "output", output, self.size() * input.numel())?;
        self.plan_all_gather(vec![output.clone()], input)
    }

    fn plan_all_gather(&self, outputs: Vec<Tensor>, input: &Tensor) -> Result<Operation> {
        let rank = self.own_rank(CALL)?;
        let (w, n) = (self.size(), input.numel());
        let (algorithm, schedule) = match self.chosen_schedule(CALL, 0, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Direct, direct_all_gather(rank, w, n)),
        };
        Ok(Operation {
            dtype: input.dtype(),
            count: n,
            inputs: vec![input.clone()],
            outputs,
            ..Operation::new(CALL, algorithm, schedule)
        })
    }
}
