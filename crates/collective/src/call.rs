//! What a rank says it is calling, carried by every offer so that peers can compare.

use serde::{Deserialize, Serialize};
use std::fmt;
use tensor::DType;

use crate::ReduceOp;
use crate::algorithm::Algorithm;

/// The operations of a process group, by torch's names.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm};
/// assert_eq!(Algorithm::of(Collective::Barrier)[0], Algorithm::Dissemination);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Collective {
    Send,
    Recv,
    Broadcast,
    Scatter,
    Gather,
    Reduce,
    AllGather,
    ReduceScatter,
    AllReduce,
    AllToAll,
    Barrier,
    MonitoredBarrier,
    NewGroup,
}

impl Collective {
    /// torch's name of it.
    ///
    /// ```
    /// # use collective::Collective;
    /// assert_eq!(Collective::AllToAll.name(), "all_to_all");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Collective::Send => "send",
            Collective::Recv => "recv",
            Collective::Broadcast => "broadcast",
            Collective::Scatter => "scatter",
            Collective::Gather => "gather",
            Collective::Reduce => "reduce",
            Collective::AllGather => "all_gather",
            Collective::ReduceScatter => "reduce_scatter",
            Collective::AllReduce => "all_reduce",
            Collective::AllToAll => "all_to_all",
            Collective::Barrier => "barrier",
            Collective::MonitoredBarrier => "monitored_barrier",
            Collective::NewGroup => "new_group",
        }
    }

    /// Point-to-point operations have no operation number: their order is that of their tags.
    ///
    /// ```
    /// # use collective::Collective;
    /// assert!(Collective::Recv.is_point_to_point() && !Collective::Barrier.is_point_to_point());
    /// ```
    pub fn is_point_to_point(self) -> bool {
        matches!(self, Collective::Send | Collective::Recv)
    }
}

/// One call as its caller describes it: what must agree between the ranks that take part.
///
/// ```
/// # use collective::*;
/// let send = Call {
///     collective: Collective::Send,
///     dtype: tensor::DType::Float32,
///     count: 4,
///     op: None,
///     algorithm: algorithm::Algorithm::PointToPoint,
///     root: None,
///     members: 0,
/// };
/// assert_eq!(send.to_string(), "send of 4 float32");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Which operation.
    pub collective: Collective,
    /// Element type; of no meaning where no element moves.
    pub dtype: DType,
    /// Elements, counted alike on every rank (the shape may differ).
    pub count: u64,
    /// The reduction, where there is one.
    pub op: Option<ReduceOp>,
    /// How it is done: ranks that choose otherwise do not understand each other.
    pub algorithm: Algorithm,
    /// The root as a global rank, where there is one.
    pub root: Option<u32>,
    /// A hash of the group's members, so that groups created in another order are told apart.
    pub members: u32,
}

impl Call {
    /// Whether two ranks that meet under one envelope mean the same operation.
    ///
    /// ```
    /// # use collective::*;
    /// # let send = Call {
    /// #     collective: Collective::Send,
    /// #     dtype: tensor::DType::Float32,
    /// #     count: 4,
    /// #     op: None,
    /// #     algorithm: algorithm::Algorithm::PointToPoint,
    /// #     root: None,
    /// #     members: 0,
    /// # };
    /// let recv = Call { collective: Collective::Recv, ..send };
    /// assert!(recv.agrees_with(&send) && !recv.agrees_with(&Call { count: 2, ..send }));
    /// ```
    pub fn agrees_with(&self, other: &Call) -> bool {
        let pair = |call: &Call| match call.collective {
            Collective::Recv => Collective::Send,
            other => other,
        };
        pair(self) == pair(other)
            && self.dtype == other.dtype
            && self.count == other.count
            && self.op == other.op
            && self.algorithm == other.algorithm
            && self.root == other.root
            && self.members == other.members
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.collective.name())?;
        // Neither has elements.
        if !matches!(self.collective, Collective::NewGroup | Collective::Barrier) {
            write!(f, " of {} {}", self.count, self.dtype.name())?;
        }
        if let Some(op) = self.op {
            write!(f, ", op {}", op.name())?;
        }
        if self.algorithm != Algorithm::of(self.collective)[0] {
            write!(f, ", algorithm {}", self.algorithm.name())?;
        }
        if let Some(root) = self.root {
            write!(f, ", root {root}")?;
        }
        Ok(())
    }
}
