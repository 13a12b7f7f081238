use tensor::Tensor;

use super::arguments::contiguous;
use crate::algorithm::{Action, Algorithm, Place, Schedule};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::Plan;
use crate::work::Work;

impl ProcessGroup {
    /// Sends `tensor`'s elements, of any count, to rank `dst` under `tag`. Over when a receive has taken them.
    /// Follows `torch.distributed.send`.
    ///
    /// # Errors
    /// `dst` out of range, outside the group or the caller itself; a tensor that is not contiguous or cannot be read; a
    /// receive that expects another count or type.
    #[track_caller]
    pub fn send(&self, tensor: &Tensor, dst: impl Into<Member>, tag: u32) -> Work {
        self.start(self.plan_send(tensor, dst.into(), tag))
    }

    fn plan_send(&self, tensor: &Tensor, dst: Member, tag: u32) -> Result<Box<Plan>> {
        let call = Collective::Send;
        let peer = self.peer(call, "dst", dst)?;
        contiguous(call, tensor)?;
        let from = Place::input(0..tensor.numel());
        let schedule = Schedule::one_step(vec![Action::Send { peer, from }]);
        let (dtype, count) = (tensor.dtype(), tensor.numel());
        let mut plan = self.scheduled(call, dtype, count, Algorithm::PointToPoint, schedule);
        plan.tag = tag;
        plan.inputs.push(tensor.clone());
        Ok(plan)
    }
}
