use tensor::Tensor;

use crate::algorithm::{Action, Algorithm, Place, Schedule};
use crate::call::Collective;
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;
use crate::plan::Plan;
use crate::work::Work;

impl ProcessGroup {
    /// Sends `tensor`'s elements, of any count, to global rank `dst` under `tag`. Over when a receive has taken them.
    /// Follows `torch.distributed.send`.
    ///
    /// # Errors
    /// `dst` out of range, outside the group or the caller itself; a tensor that cannot be read; a receive that
    /// expects another count or type.
    #[track_caller]
    pub fn send(&self, tensor: &Tensor, dst: usize, tag: u32) -> Work {
        self.start(self.plan_send(tensor, dst, tag))
    }

    fn plan_send(&self, tensor: &Tensor, dst: usize, tag: u32) -> Result<Box<Plan>> {
        let call = Collective::Send;
        self.own_rank(call)?;
        let peer = self.group_rank("dst", dst)?;
        if dst == self.context().rank() {
            return Err(Box::new(CollectiveError::PeerIsSelf { argument: "dst", rank: dst }));
        }
        let from = Place::input(0..tensor.numel());
        let schedule = Schedule::one_step(vec![Action::Send { peer, from }]);
        let (dtype, count) = (tensor.dtype(), tensor.numel());
        let mut plan = self.scheduled(call, dtype, count, Algorithm::PointToPoint, schedule);
        plan.tag = tag;
        plan.inputs.push(tensor.clone());
        Ok(plan)
    }
}
