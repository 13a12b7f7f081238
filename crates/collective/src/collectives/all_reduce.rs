use tensor::Tensor;

use crate::ReduceOp;
use crate::algorithm::{
    Algorithm, binomial_all_reduce, direct_all_reduce, double_tree_all_reduce, flat_all_reduce,
    halving_doubling_all_reduce, recursive_doubling_all_reduce, ring_all_reduce,
};
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
        let (algorithm, w, n) = (self.algorithm(call)?, self.size(), tensor.numel());
        let schedule = match algorithm {
            Algorithm::Ring => ring_all_reduce(rank, w, n),
            Algorithm::RecursiveDoubling => recursive_doubling_all_reduce(rank, w, n),
            Algorithm::HalvingDoubling => halving_doubling_all_reduce(rank, w, n),
            Algorithm::Binomial => binomial_all_reduce(rank, w, n),
            Algorithm::DoubleTree => double_tree_all_reduce(rank, w, n),
            Algorithm::Flat => flat_all_reduce(rank, w, n),
            _ => direct_all_reduce(rank, w, n),
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
