use std::panic::Location;
use std::rc::Rc;

use tensor::{DType, Tensor, Undefined};

use crate::ReduceOp;
use crate::algorithm::{Algorithm, Chosen, Schedule, Shape};
use crate::call::{Call, Collective};
use crate::context::Context;
use crate::endpoint::Mode;
use crate::error::{CollectiveError, Result};
use crate::running::Plan;
use crate::work::Work;

/// Some ranks that communicate among themselves. Follows `torch.distributed.ProcessGroup`.
///
/// Its collectives stand one to a file in `collectives/`. Sources, destinations and roots are global ranks. A call
/// starts its operation at once and returns a [`Work`]; awaiting that makes the call a blocking one.
#[derive(Clone)]
pub struct ProcessGroup {
    pub(crate) context: Context,
    id: u32,
    ranks: Rc<[usize]>,
    rank: Option<usize>,
    members: u32,
    chosen: Option<Chosen>,
    /// The line that calls are made for, where it is not their caller's.
    line: Option<u32>,
}

/// A call in the making: what differs from one collective to another.
pub(crate) struct Operation {
    pub collective: Collective,
    pub algorithm: Algorithm,
    pub schedule: Schedule,
    pub dtype: DType,
    pub count: usize,
    pub op: Option<ReduceOp>,
    pub root: Option<usize>,
    pub tag: u32,
    pub inputs: Vec<Tensor>,
    pub outputs: Vec<Tensor>,
    pub in_place: bool,
    pub undefined: Option<(Tensor, Undefined)>,
}

impl Operation {
    pub(crate) fn new(collective: Collective, algorithm: Algorithm, schedule: Schedule) -> Self {
        Self {
            collective,
            algorithm,
            schedule,
            dtype: DType::Uint8,
            count: 0,
            op: None,
            root: None,
            tag: 0,
            inputs: Vec::new(),
            outputs: Vec::new(),
            in_place: false,
            undefined: None,
        }
    }
}

impl ProcessGroup {
    pub(crate) fn world(context: Context) -> Self {
        let ranks: Rc<[usize]> = (0..context.world_size()).collect();
        Self::of(context, 0, ranks)
    }

    pub(crate) fn of(context: Context, id: u32, ranks: Rc<[usize]>) -> Self {
        let rank = ranks.iter().position(|&rank| rank == context.rank());
        let members = hash_of(&ranks);
        Self { context, id, ranks, rank, members, chosen: None, line: None }
    }

    /// The group's number: 0 for the world, then in the order of creation.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// This rank's number in the group; `None` when it is not part of it.
    pub fn rank(&self) -> Option<usize> {
        self.rank
    }

    /// Ranks in the group. Follows `torch.distributed.get_world_size`.
    pub fn size(&self) -> usize {
        self.ranks.len()
    }

    /// The group's global ranks, by group rank. Follows `torch.distributed.get_process_group_ranks`.
    pub fn ranks(&self) -> &[usize] {
        &self.ranks
    }

    /// The same group, whose next calls are done by `algorithm`. All its ranks must choose alike.
    pub fn using(&self, algorithm: Algorithm) -> ProcessGroup {
        ProcessGroup { chosen: Some(Chosen::new(algorithm)), ..self.clone() }
    }

    /// The same group, whose next calls stand on `line`: for calls that are made of others.
    pub(crate) fn at(&self, line: u32) -> ProcessGroup {
        ProcessGroup { line: Some(self.line.unwrap_or(line)), ..self.clone() }
    }

    /// The chosen algorithm's schedule for `call`, which counts `count` elements; `None` where none was chosen.
    pub(crate) fn chosen_schedule(
        &self,
        call: Collective,
        root: usize,
        count: usize,
    ) -> Result<Option<(Algorithm, Schedule)>> {
        let Some(Chosen { algorithm, schedule }) = self.chosen else { return Ok(None) };
        let shape = Shape { rank: self.own_rank(call)?, world_size: self.size(), root, count };
        Ok(Some((algorithm, schedule(call, algorithm, shape)?)))
    }

    /// The algorithm that was chosen.
    pub(crate) fn chosen(&self) -> Option<Algorithm> {
        self.chosen.map(|chosen| chosen.algorithm)
    }

    pub(crate) fn members(&self) -> u32 {
        self.members
    }

    /// This rank's number in the group, or the error that says it has none.
    pub(crate) fn own_rank(&self, call: Collective) -> Result<usize> {
        self.rank.ok_or_else(|| {
            Box::new(CollectiveError::NotInGroup {
                rank: self.context.rank(),
                call: call.name(),
                members: self.ranks.to_vec(),
            })
        })
    }

    /// The group rank of a global rank given as `argument`.
    pub(crate) fn group_rank(&self, argument: &'static str, rank: usize) -> Result<usize> {
        let world_size = self.context.world_size();
        if rank >= world_size {
            return Err(Box::new(CollectiveError::RankOutOfRange { argument, rank, world_size }));
        }
        let position = self.ranks.iter().position(|&member| member == rank);
        position.ok_or_else(|| {
            Box::new(CollectiveError::RootNotInGroup {
                argument,
                rank,
                members: self.ranks.to_vec(),
            })
        })
    }

    /// Starts an operation, or tells why it cannot.
    #[track_caller]
    pub(crate) fn start(&self, operation: Result<Operation>) -> Work {
        let line = self.line.unwrap_or_else(|| Location::caller().line());
        let started = operation.and_then(|operation| {
            let tensors = operation.inputs.iter().chain(&operation.outputs);
            let bytes: usize = tensors.map(Tensor::nbytes).sum();
            if u32::try_from(bytes).is_err() {
                let call = operation.collective.name();
                return Err(Box::new(CollectiveError::TooLarge { call, bytes }));
            }
            if let Some(op) = operation.op {
                op.check(operation.dtype)?;
            }
            let plan = self.plan(operation);
            self.context.launch(line, plan)
        });
        Work::new(self.context.clone(), line, started)
    }

    fn plan(&self, operation: Operation) -> Plan {
        let Operation { collective, dtype, count, op, root, tag, .. } = operation;
        let bytes = count * dtype.size();
        let limit = self.context.settings().eager_limit;
        let mode = if collective.is_point_to_point() && (limit == 0 || bytes > limit) {
            Mode::Synchronous
        } else {
            Mode::Eager
        };
        Plan {
            call: Call {
                collective,
                dtype,
                count: count as u64,
                op,
                algorithm: operation.algorithm,
                root: root.map(|rank| rank as u32),
                members: self.members,
            },
            group: self.id,
            op: 0,
            tag,
            ranks: self.ranks.clone(),
            schedule: operation.schedule,
            mode,
            dtype,
            inputs: operation.inputs,
            outputs: operation.outputs,
            in_place: operation.in_place,
            undefined: operation.undefined,
        }
    }
}

/// FNV-1a: groups with other members, or in another order, are told apart without sending lists.
fn hash_of(ranks: &[usize]) -> u32 {
    ranks.iter().fold(0x811c_9dc5, |hash, &rank| (hash ^ rank as u32).wrapping_mul(0x0100_0193))
}
