use tensor::Tensor;

use crate::ReduceOp;
use crate::algorithm::{Algorithm, direct_all_reduce};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Folds all ranks' `tensor` in rank order and leaves the result on every rank; any shape, the same count
    /// everywhere. Follows `torch.distributed.all_reduce`.
    ///
    /// # Errors
    /// A tensor that cannot be read; calls that do not agree.
    #[track_caller]
    pub fn all_reduce(&self, tensor: &Tensor, op: ReduceOp) -> Work {
        self.start(self.plan_all_reduce(tensor, op))
    }

    fn plan_all_reduce(&self, tensor: &Tensor, op: ReduceOp) -> Result<Operation> {
        let call = Collective::AllReduce;
        let rank = self.own_rank(call)?;
        let (w, n) = (self.size(), tensor.numel());
        let (algorithm, schedule) = match self.chosen_schedule(call, 0, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Direct, direct_all_reduce(rank, w, n)),
        };
        Ok(Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            op: Some(op),
            outputs: vec![tensor.clone()],
            in_place: true,
            ..Operation::new(call, algorithm, schedule)
        })
    }
}
