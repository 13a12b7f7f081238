use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tensor::Tensor;

use super::arguments::contiguous;
use crate::algorithm::{Action, Algorithm, Place, Schedule};
use crate::call::Collective;
use crate::error::Result;
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::plan::Plan;
use crate::work::Work;

const CALL: Collective = Collective::Recv;

impl ProcessGroup {
    /// Receives `tensor.numel()` elements of its type from rank `src` under `tag`, into `tensor`.
    /// Follows [`torch.distributed.recv`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.recv).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # if rank == 0 {
    /// #     return world.send(&Tensor::from_slice(&[5i64]), 1, 0).await;
    /// # }
    /// let x = Tensor::empty(&[1], DType::Int64)?;
    /// world.recv(&x, 0, 0).await?;
    /// assert_eq!(x.to_vec::<i64>()?, [5]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// `src` out of range, outside the group or the caller itself; a tensor that is not contiguous; a message of another
    /// count or type.
    #[track_caller]
    pub fn recv(&self, tensor: &Tensor, src: impl Into<Member>, tag: u32) -> Work {
        self.start(self.plan_recv(tensor, src.into(), tag))
    }

    /// Receives as [`recv`](Self::recv) does, from whichever rank sends first under `tag`; gives that global rank.
    /// Follows [`torch.distributed.recv`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.recv)
    /// without a source.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # if rank == 0 {
    /// #     return world.send(&Tensor::from_slice(&[5i64]), 1, 0).await;
    /// # }
    /// let x = Tensor::empty(&[1], DType::Int64)?;
    /// assert_eq!(world.recv_any_source(&x, 0).await?, 0);
    /// assert_eq!(x.to_vec::<i64>()?, [5]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A tensor that is not contiguous; a message of another count or type; a caller outside the group, who gets no
    /// message and so has no rank to give.
    #[track_caller]
    pub fn recv_any_source(&self, tensor: &Tensor, tag: u32) -> AnySource {
        let into = Place::output(0..tensor.numel());
        let work = self.start(self.received(tensor, tag, Action::ReceiveAny { into }));
        AnySource { work, group: self.clone() }
    }

    fn plan_recv(&self, tensor: &Tensor, src: Member, tag: u32) -> Result<Box<Plan>> {
        let peer = self.peer(CALL, "src", src)?;
        let into = Place::output(0..tensor.numel());
        self.received(tensor, tag, Action::Receive { peer, into })
    }

    fn received(&self, tensor: &Tensor, tag: u32, action: Action) -> Result<Box<Plan>> {
        contiguous(CALL, tensor)?;
        let (dtype, count) = (tensor.dtype(), tensor.numel());
        let schedule = Schedule::one_step(vec![action]);
        let mut plan = self.scheduled(CALL, dtype, count, Algorithm::PointToPoint, schedule);
        plan.tag = tag;
        plan.outputs.push(tensor.clone());
        Ok(plan)
    }
}

/// A receive from any source that has been started; over with the global rank that sent.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// # if rank == 0 {
/// #     return world.send(&Tensor::from_slice(&[5i64]), 1, 0).await;
/// # }
/// let x = Tensor::empty(&[1], DType::Int64)?;
/// let receive: AnySource = world.recv_any_source(&x, 0);
/// assert_eq!(receive.await?, 0);
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[must_use = "a receive is only over when it has been awaited"]
pub struct AnySource {
    work: Work,
    group: ProcessGroup,
}

impl AnySource {
    /// The same receive, given up when it is not over so long after it is first awaited.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::empty(&[1], DType::Int64)?;
    /// let receive = world.recv_any_source(&x, 0).timeout(std::time::Duration::from_millis(1));
    /// assert_eq!(receive.await.unwrap_err().code(), "timeout");
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn timeout(self, limit: Duration) -> Self {
        Self { work: self.work.timeout(limit), ..self }
    }

    /// Whether a message has arrived, as [`Work::is_completed`] tells.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::empty(&[1], DType::Int64)?;
    /// let receive = world.recv_any_source(&x, 0);
    /// assert!(!receive.is_completed()); // nobody sends
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn is_completed(&self) -> bool {
        self.work.is_completed()
    }
}

impl Future for AnySource {
    type Output = Result<usize>;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = self.work.poll_ended();
        ended.map(|ended| match ended? {
            Some(source) => Ok(source as usize),
            // A receive that is over has had its message, but for one that never began.
            None => Err(self.group.not_in_group(CALL.name())),
        })
    }
}
