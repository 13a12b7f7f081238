use tensor::Tensor;

use crate::error::{CollectiveError, Misuse, Result};
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::work::Work;

impl ProcessGroup {
    /// Starts a send and goes on.
    /// Follows [`torch.distributed.isend`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.isend).
    ///
    /// Every call here starts its operation before it is awaited, so this is [`send`](Self::send) by the name under
    /// which it is looked for; the tensor is read now, and may be changed before the work is over.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (x, y) = (Tensor::from_slice(&[rank as i64]), Tensor::empty(&[1], DType::Int64)?);
    /// let sent = world.isend(&x, 1 - rank, 0); // both send first
    /// world.recv(&y, 1 - rank, 0).await?;
    /// sent.await?;
    /// assert_eq!(y.to_vec::<i64>()?, [1 - rank as i64]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    #[track_caller]
    pub fn isend(&self, tensor: &Tensor, dst: impl Into<Member>, tag: u32) -> Work {
        self.send(tensor, dst, tag)
    }

    /// Starts a receive and goes on.
    /// Follows [`torch.distributed.irecv`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.irecv).
    ///
    /// Until the work is over, reading `tensor` is an error.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// # if rank == 0 {
    /// #     return world.send(&Tensor::from_slice(&[5i64]), 1, 0).await;
    /// # }
    /// let x = Tensor::zeros(&[1], DType::Int64)?;
    /// let work = world.irecv(&x, 0, 0);
    /// assert!(x.to_vec::<i64>().is_err()); // not yet
    /// work.await?;
    /// assert_eq!(x.to_vec::<i64>()?, [5]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    #[track_caller]
    pub fn irecv(&self, tensor: &Tensor, src: impl Into<Member>, tag: u32) -> Work {
        self.recv(tensor, src, tag)
    }

    /// Starts several sends and receives together; their works stand in the same order.
    /// Follows [`torch.distributed.batch_isend_irecv`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.batch_isend_irecv).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let (x, y) = (Tensor::from_slice(&[rank as i64]), Tensor::empty(&[1], DType::Int64)?);
    /// let send = P2POp::Send { tensor: &x, dst: Member::Group((rank + 1) % 3), tag: 0 };
    /// let receive = P2POp::Recv { tensor: &y, src: Member::Global((rank + 2) % 3), tag: 0 };
    /// for work in world.batch_isend_irecv(&[send, receive])? {
    ///     work.await?;
    /// }
    /// assert_eq!(y.to_vec::<i64>()?, [(rank as i64 + 2) % 3]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// A batch of no operations. What is wrong with one of them, its work tells.
    #[track_caller]
    pub fn batch_isend_irecv(&self, ops: &[P2POp<'_>]) -> Result<Vec<Work>> {
        if ops.is_empty() {
            let (call, rule) = ("batch_isend_irecv", Misuse::EmptyBatch);
            return Err(Box::new(CollectiveError::Misused { call, rule }));
        }
        // Not a closure: the works are to carry the caller's line.
        let mut works = Vec::with_capacity(ops.len());
        for op in ops {
            works.push(match *op {
                P2POp::Send { tensor, dst, tag } => self.send(tensor, dst, tag),
                P2POp::Recv { tensor, src, tag } => self.recv(tensor, src, tag),
            });
        }
        Ok(works)
    }
}

/// One of several point-to-point operations.
/// Follows [`torch.distributed.P2POp`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.P2POp).
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let x = Tensor::from_slice(&[1i64]);
/// let op = P2POp::Send { tensor: &x, dst: rank.into(), tag: 0 };
/// let work = world.batch_isend_irecv(&[op])?.remove(0);
/// assert_eq!(work.await.unwrap_err().code(), "peer_is_self");
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, Copy)]
pub enum P2POp<'a> {
    /// A send.
    Send {
        /// What.
        tensor: &'a Tensor,
        /// To which rank.
        dst: Member,
        /// Under which tag.
        tag: u32,
    },
    /// A receive.
    Recv {
        /// Where to.
        tensor: &'a Tensor,
        /// From which rank.
        src: Member,
        /// Under which tag.
        tag: u32,
    },
}
