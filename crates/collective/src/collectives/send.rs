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
    /// Follows [`torch.distributed.send`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.send).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[rank as i64, 4]);
    /// if rank == 0 {
    ///     world.send(&x, 1, 3).await?;
    /// } else {
    ///     world.recv(&x, 0, 3).await?;
    /// }
    /// assert_eq!(x.to_vec::<i64>()?, [0, 4]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
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
