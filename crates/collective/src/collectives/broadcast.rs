use tensor::Tensor;

use crate::algorithm::{Algorithm, binomial_broadcast};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

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
        let (w, n) = (self.size(), tensor.numel());
        let (algorithm, schedule) = match self.chosen_schedule(call, root, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Binomial, binomial_broadcast(rank, w, root, n)),
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
