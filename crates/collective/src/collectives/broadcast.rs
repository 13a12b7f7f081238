use tensor::Tensor;

use crate::algorithm::{
    Algorithm, binomial_broadcast, chain_broadcast, flat_broadcast, scatter_all_gather_broadcast,
};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

/// Enough for the chain's fill and drain to weigh little, few enough for messages to stay worth sending.
const CHAIN_SEGMENTS: usize = 8;

impl ProcessGroup {
    /// Gives every rank the elements of global rank `src`'s `tensor`; any shape, the same count everywhere.
    /// Follows `torch.distributed.broadcast`.
    ///
    /// # Errors
    /// `src` out of range or outside the group; calls that do not agree.
    #[track_caller]
    pub fn broadcast(&self, tensor: &Tensor, src: usize) -> Work {
        self.start(self.plan_broadcast(tensor, src))
    }

    fn plan_broadcast(&self, tensor: &Tensor, src: usize) -> Result<Operation> {
        let call = Collective::Broadcast;
        let rank = self.own_rank(call)?;
        let root = self.group_rank("src", src)?;
        let (algorithm, w, n) = (self.algorithm(call)?, self.size(), tensor.numel());
        let schedule = match algorithm {
            Algorithm::Flat => flat_broadcast(rank, w, root, n),
            Algorithm::Chain => chain_broadcast(rank, w, root, n, CHAIN_SEGMENTS),
            Algorithm::ScatterAllGather => scatter_all_gather_broadcast(rank, w, root, n),
            _ => binomial_broadcast(rank, w, root, n),
        };
        let operation = Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            root: Some(src),
            ..Operation::new(call, algorithm, schedule)
        };
        // Only the root's tensor is read, so that the others may be as `empty` left them.
        Ok(Operation { outputs: vec![tensor.clone()], in_place: rank == root, ..operation })
    }
}
