use tensor::Tensor;

use crate::algorithm::{Action, Algorithm, Place, Schedule};
use crate::call::Collective;
use crate::error::{CollectiveError, Result};
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Receives `tensor.numel()` elements of its type from global rank `src` under `tag`, into `tensor`.
    /// Follows `torch.distributed.recv`.
    ///
    /// # Errors
    /// `src` out of range, outside the group or the caller itself; a message of another count or type.
    #[track_caller]
    pub fn recv(&self, tensor: &Tensor, src: usize, tag: u32) -> Work {
        self.start(self.plan_recv(tensor, src, tag))
    }

    fn plan_recv(&self, tensor: &Tensor, src: usize, tag: u32) -> Result<Operation> {
        let call = Collective::Recv;
        self.own_rank(call)?;
        let peer = self.group_rank("src", src)?;
        if src == self.context.rank() {
            return Err(CollectiveError::PeerIsSelf { argument: "src", rank: src });
        }
        let into = Place::output(0..tensor.numel());
        let schedule = Schedule::one_step(vec![Action::Receive { peer, into }]);
        Ok(Operation {
            dtype: tensor.dtype(),
            count: tensor.numel(),
            tag,
            outputs: vec![tensor.clone()],
            ..Operation::new(call, Algorithm::PointToPoint, schedule)
        })
    }
}
