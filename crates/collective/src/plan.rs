//! What an operation is, before it starts.

use std::rc::Rc;

use tensor::{DType, Tensor, Undefined};

use crate::algorithm::{Algorithm, Buffer, Schedule, Shape};
use crate::call::{Call, Collective};
use crate::endpoint::Mode;
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;
use crate::member::Member;

/// What a call asks of its rank. It is boxed wherever it goes, since it is large and goes through many hands.
pub(crate) struct Plan {
    pub call: Call,
    pub group: u32,
    /// The operation's number in its group; 0 until it has one.
    pub op: u32,
    pub tag: u32,
    /// Whether this rank is the root.
    pub at_root: bool,
    /// Global ranks by group rank.
    pub ranks: Rc<[usize]>,
    pub schedule: Schedule,
    /// Read one after the other.
    pub inputs: Vec<Tensor>,
    /// Written at the end, one after the other.
    pub outputs: Vec<Tensor>,
    /// The outputs' contents are read too (in-place operations).
    pub in_place: bool,
    /// A tensor whose contents mean nothing once the operation is over, and why.
    pub undefined: Option<(Tensor, Undefined)>,
}

impl Plan {
    /// What is read, and into which buffers.
    pub(crate) fn reads(&self) -> [(Buffer, &[Tensor]); 2] {
        let outputs = if self.in_place { self.outputs.as_slice() } else { &[] };
        [(Buffer::Input, &self.inputs), (Buffer::Output, outputs)]
    }

    /// Whether its messages end before they are received. `eager_limit` is in bytes.
    pub(crate) fn mode(&self, eager_limit: usize) -> Mode {
        let call = &self.call;
        let is_eager = if call.collective.is_point_to_point() {
            let bytes = call.count as usize * call.dtype.size();
            eager_limit > 0 && bytes <= eager_limit
        } else {
            // Both neighbours are to be told where they make a group, not later.
            call.collective != Collective::NewGroup
        };
        if is_eager { Mode::Eager } else { Mode::Synchronous }
    }
}

/// How a collective is done where no algorithm was chosen.
pub(crate) type Usual = (Algorithm, fn(Shape) -> Schedule);

impl ProcessGroup {
    /// Plans a collective on `count` elements of `dtype`, by the algorithm that was chosen or else by the `usual` one.
    /// A `root` is given as the argument of that name. Tensors and operation are the caller's to add.
    pub(crate) fn plan(
        &self,
        collective: Collective,
        root: Option<(&'static str, Member)>,
        dtype: DType,
        count: usize,
        usual: Usual,
    ) -> Result<Box<Plan>> {
        let mut shape = Shape {
            rank: self.own_rank(collective.name())?,
            world_size: self.size(),
            root: 0,
            count,
            element: dtype.size(),
        };
        if let Some((argument, member)) = root {
            shape.root = self.member(collective.name(), argument, member)?;
        }
        let (algorithm, schedule) = match self.chosen() {
            Some(chosen) => {
                (chosen.algorithm, (chosen.schedule)(collective, chosen.algorithm, shape)?)
            }
            None => (usual.0, usual.1(shape)),
        };
        let mut plan = self.scheduled(collective, dtype, count, algorithm, schedule);
        plan.call.root = root.map(|_| self.ranks()[shape.root] as u32);
        plan.at_root = shape.rank == shape.root;
        Ok(plan)
    }

    /// Plans a collective of parts of different sizes, which only the direct algorithm does.
    pub(crate) fn ragged(
        &self,
        collective: Collective,
        dtype: DType,
        count: usize,
        schedule: Schedule,
    ) -> Result<Box<Plan>> {
        let algorithm = self.chosen().map_or(Algorithm::Direct, |chosen| chosen.algorithm);
        if algorithm != Algorithm::Direct {
            return Err(Box::new(CollectiveError::NoSuchAlgorithm {
                call: collective.name(),
                given: algorithm.name(),
                known: vec![Algorithm::Direct.name()],
            }));
        }
        Ok(self.scheduled(collective, dtype, count, algorithm, schedule))
    }

    /// Plans an operation whose schedule is known.
    pub(crate) fn scheduled(
        &self,
        collective: Collective,
        dtype: DType,
        count: usize,
        algorithm: Algorithm,
        schedule: Schedule,
    ) -> Box<Plan> {
        Box::new(Plan {
            call: Call {
                collective,
                dtype,
                count: count as u64,
                op: None,
                algorithm,
                root: None,
                members: self.members(),
            },
            group: self.id(),
            ranks: self.shared_ranks(),
            op: 0,
            tag: 0,
            at_root: false,
            schedule,
            inputs: Vec::new(),
            outputs: Vec::new(),
            in_place: false,
            undefined: None,
        })
    }
}
