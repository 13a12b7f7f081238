use tensor::Tensor;

use super::arguments::root_list;
use crate::algorithm::{Algorithm, flat_scatter};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Global rank `src` gives rank `i` of the group the `i`th tensor of its `scatter_list`, into `tensor`.
    /// Every tensor has the same count and type; only `src` gives a list. Follows `torch.distributed.scatter`.
    ///
    /// # Errors
    /// A list missing, misplaced, of the wrong length or of other tensors; `src` out of range or outside the group.
    #[track_caller]
    pub fn scatter(&self, tensor: &Tensor, scatter_list: Option<&[Tensor]>, src: usize) -> Work {
        self.start(self.plan_scatter(tensor, scatter_list, src))
    }

    fn plan_scatter(
        &self,
        tensor: &Tensor,
        scatter_list: Option<&[Tensor]>,
        src: usize,
    ) -> Result<Operation> {
        let call = Collective::Scatter;
        let rank = self.own_rank(call)?;
        let root = self.group_rank("src", src)?;
        let inputs =
            root_list(call, "scatter_list", scatter_list, rank == root, tensor, self.size())?;
        let (w, n) = (self.size(), tensor.numel());
        let (algorithm, schedule) = match self.chosen_schedule(call, root, n)? {
            Some(chosen) => chosen,
            None => (Algorithm::Flat, flat_scatter(rank, w, root, n)),
        };
        Ok(Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            root: Some(src),
            inputs,
            outputs: vec![tensor.clone()],
            ..Operation::new(call, algorithm, schedule)
        })
    }
}
