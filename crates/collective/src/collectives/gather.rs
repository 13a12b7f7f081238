use tensor::Tensor;

use super::arguments::root_list;
use crate::algorithm::{Algorithm, flat_gather};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Rank `i`'s `tensor` becomes the `i`th tensor of global rank `dst`'s `gather_list`.
    /// Every tensor has the same count and type; only `dst` gives a list. Follows `torch.distributed.gather`.
    ///
    /// # Errors
    /// A list missing, misplaced, of the wrong length or of other tensors; `dst` out of range or outside the group.
    #[track_caller]
    pub fn gather(&self, tensor: &Tensor, gather_list: Option<&[Tensor]>, dst: usize) -> Work {
        self.start(self.plan_gather(tensor, gather_list, dst))
    }

    fn plan_gather(
        &self,
        tensor: &Tensor,
        gather_list: Option<&[Tensor]>,
        dst: usize,
    ) -> Result<Operation> {
        let call = Collective::Gather;
        let rank = self.own_rank(call)?;
        let root = self.group_rank("dst", dst)?;
        let outputs =
            root_list(call, "gather_list", gather_list, rank == root, tensor, self.size())?;
        let (w, n) = (self.size(), tensor.numel());
        let (algorithm, schedule) = match self.chosen_schedule(call, root, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Flat, flat_gather(rank, w, root, n)),
        };
        Ok(Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            root: Some(dst),
            inputs: vec![tensor.clone()],
            outputs,
            ..Operation::new(call, algorithm, schedule)
        })
    }
}
