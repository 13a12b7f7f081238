use tensor::{Tensor, Undefined};

use crate::ReduceOp;
use crate::algorithm::{Algorithm, flat_reduce};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Folds all ranks' `tensor` in rank order into global rank `dst`'s; any shape, the same count everywhere.
    /// On the other ranks the contents are undefined afterwards, and reading them is an error.
    /// Follows `torch.distributed.reduce`.
    ///
    /// # Errors
    /// `dst` out of range or outside the group; calls that do not agree.
    #[track_caller]
    pub fn reduce(&self, tensor: &Tensor, dst: usize, op: ReduceOp) -> Work {
        self.start(self.plan_reduce(tensor, dst, op))
    }

    fn plan_reduce(&self, tensor: &Tensor, dst: usize, op: ReduceOp) -> Result<Operation> {
        let call = Collective::Reduce;
        let rank = self.own_rank(call)?;
        let root = self.group_rank("dst", dst)?;
        let (w, n) = (self.size(), tensor.numel());
        let (algorithm, schedule) = match self.chosen_schedule(call, root, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Flat, flat_reduce(rank, w, root, n)),
        };
        let undefined =
            (rank != root).then(|| (tensor.clone(), Undefined::ReduceNonRoot { root: dst }));
        Ok(Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            op: Some(op),
            root: Some(dst),
            inputs: vec![tensor.clone()],
            outputs: if rank == root { vec![tensor.clone()] } else { Vec::new() },
            undefined,
            ..Operation::new(call, algorithm, schedule)
        })
    }
}
