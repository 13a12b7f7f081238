use tensor::Tensor;

use crate::error::{CollectiveError, Misuse, Result};
use crate::group::ProcessGroup;
use crate::member::Member;
use crate::work::Work;

impl ProcessGroup {
    /// Starts a send and goes on. Follows `torch.distributed.isend`.
    ///
    /// Every call here starts its operation before it is awaited, so this is [`send`](Self::send) by the name under
    /// which it is looked for; the tensor is read now, and may be changed before the work is over.
    #[track_caller]
    pub fn isend(&self, tensor: &Tensor, dst: impl Into<Member>, tag: u32) -> Work {
        self.send(tensor, dst, tag)
    }

    /// Starts a receive and goes on. Follows `torch.distributed.irecv`.
    ///
    /// Until the work is over, reading `tensor` is an error.
    #[track_caller]
    pub fn irecv(&self, tensor: &Tensor, src: impl Into<Member>, tag: u32) -> Work {
        self.recv(tensor, src, tag)
    }

    /// Starts several sends and receives together; their works stand in the same order.
    /// Follows `torch.distributed.batch_isend_irecv`.
    ///
    /// # Errors
    /// A batch of no operations. What is wrong with one of them, its work tells.
    #[track_caller]
    pub fn batch_isend_irecv(&self, ops: &[P2POp<'_>]) -> Result<Vec<Work>> {
        if ops.is_empty() {
            let (call, rule) = ("batch_isend_irecv", Misuse::EMPTY_BATCH);
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

/// One of several point-to-point operations. Follows `torch.distributed.P2POp`.
#[derive(Debug, Clone, Copy)]
pub enum P2POp<'a> {
    /// A send.
    Send {
        /// What.
        tensor: &'a Tensor,
        /// To which global rank.
        dst: usize,
        /// Under which tag.
        tag: u32,
    },
    /// A receive.
    Recv {
        /// Where to.
        tensor: &'a Tensor,
        /// From which global rank.
        src: usize,
        /// Under which tag.
        tag: u32,
    },
}
