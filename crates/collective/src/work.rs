use std::future::Future;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use crate::context::Context;
use crate::error::Result;
use crate::operations::Operations;
use crate::running::Running;
use crate::trace::EventKind;
use crate::waiting::Waiting;

/// An operation that has been started.
/// Follows [`torch.distributed.Work`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.Work).
///
/// A collective takes its first step when its rank next waits for anything, or asks whether a work is over, and reads its
/// tensors then: what is written between the call and that is taken. What it fills may not be read before it is over, nor
/// written once it has read it, or where it does not read it at all. A send reads its tensor when it is called. (In torch it
/// is left to chance what a work makes of such writes.)
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let (x, y) = (Tensor::from_slice(&[1i64]), Tensor::from_slice(&[2i64]));
/// let (first, second): (Work, Work) = (world.all_reduce(&x, ReduceOp::Sum), world.all_reduce(&y, ReduceOp::Sum));
/// second.await?; // in any order
/// first.await?;
/// assert_eq!((x.item::<i64>()?, y.item::<i64>()?), (2, 4));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[must_use = "an operation is only over when its work has been awaited"]
pub struct Work {
    context: Context,
    started: Result<u32>,
    since: Option<f64>,
    blocked: bool,
    line: u32,
    /// Microseconds it may be waited for.
    limit: Option<f64>,
    /// The limit is its own, and not every call's: when it passes, the program may go on.
    own_limit: bool,
}

impl Work {
    /// The operation of a call that started none, and ended well.
    pub(crate) const NONE: u32 = 0;

    /// What became of a call: the operation it started, or why it started none.
    pub(crate) fn new(context: Context, line: u32, started: Result<u32>) -> Self {
        let limit = context.settings().timeout;
        Self { context, started, since: None, blocked: false, line, limit, own_limit: false }
    }

    fn waiting(&self, running: &Running) -> Waiting {
        let (rank, call) = (self.context.rank(), running.call().collective.name());
        let on = running.waits_for(rank as u32);
        Waiting { rank, call, on }
    }

    /// Whether the operation is over.
    /// Follows [`torch.distributed.Work.is_completed`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.Work.is_completed).
    ///
    /// It moves what can be moved and does not wait. A loop that only asks this never ends where messages arrive by the
    /// event loop: await something between two questions.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[1i64]);
    /// let work = world.all_reduce(&x, ReduceOp::Sum);
    /// while !work.is_completed() {
    ///     context.sleep(std::time::Duration::from_micros(1)).await?;
    /// }
    /// assert_eq!(x.to_vec::<i64>()?, [2]);
    /// # work.await?;
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn is_completed(&self) -> bool {
        let mut operations = self.context.operations();
        // What goes wrong here is told when the work is awaited.
        let failed = operations.progress().is_err();
        match &self.started {
            Ok(id) => failed || !operations.running.contains(*id),
            Err(_) => true,
        }
    }

    /// The same work where its operation has been started; else the error at once, which awaiting it would give: as torch
    /// raises it where the call is made.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[1i64]);
    /// let Err(error) = world.isend(&x, rank, 0).started() else { panic!("to itself") };
    /// assert_eq!(error.code(), "peer_is_self");
    /// world.all_reduce(&x, ReduceOp::Sum).started()?.await?;
    /// assert_eq!(x.to_vec::<i64>()?, [2]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Those of the call.
    pub fn started(mut self) -> Result<Self> {
        match std::mem::replace(&mut self.started, Ok(Self::NONE)) {
            Ok(id) => {
                self.started = Ok(id);
                Ok(self)
            }
            Err(error) => Err(error),
        }
    }

    /// The same work, given up when it is not over so long after it is first awaited.
    /// Follows [`torch.distributed.Work.wait`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.Work.wait)
    /// with a time-out.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[1i64]);
    /// let late = world.recv(&x, 1 - rank, 0).timeout(std::time::Duration::from_millis(1));
    /// assert_eq!(late.await.unwrap_err().code(), "timeout"); // nobody sends
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limit = Some(limit.as_secs_f64() * 1e6);
        self.own_limit = true;
        self
    }

    fn check_deadline(&self, operations: &Operations, id: u32, waited: f64) -> Result<()> {
        match (self.limit, operations.running.get(id)) {
            (Some(limit), Some(running)) if waited >= limit => {
                Err(self.waiting(running).timed_out(limit))
            }
            _ => Ok(()),
        }
    }

    fn end<T>(&self, operations: &mut Operations, id: u32, result: Result<T>) -> Poll<Result<T>> {
        operations.abandon(id);
        if self.blocked {
            let at = operations.endpoint.now();
            operations.recorder.record(at, self.line, id, EventKind::Woken);
        }
        Poll::Ready(result)
    }

    /// Over once the operation is; then with the rank whose message came last.
    pub(crate) fn poll_ended(&mut self) -> Poll<Result<Option<u32>>> {
        // A work that has told its error is over, and not polled again.
        let id = match std::mem::replace(&mut self.started, Ok(0)) {
            Ok(id) => id,
            Err(error) => return Poll::Ready(Err(error)),
        };
        self.started = Ok(id);
        if id == Self::NONE {
            return Poll::Ready(Ok(None));
        }
        let context = self.context.clone();
        let operations = &mut *context.operations();
        let progress = operations.progress();
        if let Some(result) = operations.ended.remove(id) {
            return self.end(operations, id, *result);
        }
        if let Err(error) = progress {
            let error = match operations.running.get(id) {
                Some(running) => self.waiting(running).failed(error),
                None => error.into(),
            };
            return self.end(operations, id, Err(error));
        }
        // A collective cannot end well once the group's ranks have disagreed about an earlier one.
        let operation = operations.running.get(id).map(|running| running.operation());
        if let Some((group, 1..)) = operation
            && let Some(late) = operations.late_refusal(Some(group))
        {
            return self.end(operations, id, Err(late));
        }
        let now = operations.endpoint.now();
        let since = *self.since.get_or_insert(now);
        if let Err(error) = self.check_deadline(operations, id, now - since) {
            return self.end(operations, id, Err(error));
        }
        let until = self.limit.filter(|_| self.own_limit).map(|limit| since + limit);
        operations.endpoint.waits(until);
        if !self.blocked
            && let Some(running) = operations.running.get(id)
        {
            let on = running.waits_for(self.context.rank() as u32);
            self.blocked = true;
            operations.recorder.record(now, self.line, id, EventKind::Blocked { on });
        }
        Poll::Pending
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // A work may be dropped while its rank is being taken down; then there is nobody to tell.
        if let (Ok(id), Some(mut operations)) = (&self.started, self.context.try_operations()) {
            operations.unwatch(*id);
        }
    }
}

impl Future for Work {
    type Output = Result<()>;

    fn poll(mut self: Pin<&mut Self>, _: &mut std::task::Context<'_>) -> Poll<Self::Output> {
        self.poll_ended().map_ok(|_| ())
    }
}
