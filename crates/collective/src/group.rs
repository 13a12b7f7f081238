use std::panic::Location;
use std::rc::Rc;

use tensor::Tensor;

use crate::algorithm::{Algorithm, Chosen};
use crate::call::Collective;
use crate::context::Context;
use crate::error::{CollectiveError, Result};
use crate::member::Member;
use crate::plan::Plan;
use crate::work::Work;

/// Some ranks that communicate among themselves.
/// Follows [`torch.distributed.ProcessGroup`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.ProcessGroup).
///
/// Its collectives stand one to a file in `collectives/`. Sources, destinations and roots are global ranks, or any
/// [`Member`]. A call starts its operation at once and returns a [`Work`]; awaiting that makes the call a blocking one.
/// A call on a group that the rank is not in does nothing, and ends well; it is an error only where it would have to give
/// something that is not there: an object, or the rank that sent.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let pair = world.new_group(&[0, 2]).await?;
/// let x = Tensor::from_slice(&[rank as i64]);
/// pair.all_reduce(&x, ReduceOp::Sum).await?;
/// assert_eq!(x.to_vec::<i64>()?, [[2], [1], [2]][rank]); // rank 1 does nothing
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Clone)]
pub struct ProcessGroup(Rc<Group>);

#[derive(Clone)]
struct Group {
    context: Context,
    id: u32,
    ranks: Rc<[usize]>,
    rank: Option<usize>,
    /// A hash of the ranks.
    members: u32,
    chosen: Option<Chosen>,
    /// The line that calls are made for, where it is not their caller's.
    line: Option<u32>,
}

impl ProcessGroup {
    pub(crate) fn world(context: Context) -> Self {
        let ranks = (0..context.world_size()).collect();
        Self::of(context, 0, ranks)
    }

    pub(crate) fn of(context: Context, id: u32, ranks: Rc<[usize]>) -> Self {
        let rank = ranks.iter().position(|&rank| rank == context.rank());
        let members = hash_of(&ranks);
        Self(Rc::new(Group { context, id, ranks, rank, members, chosen: None, line: None }))
    }

    /// The group's number: 0 for the world, then in the order of creation.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!((world.id(), world.new_group(&[0]).await?.id()), (0, 1));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn id(&self) -> u32 {
        self.0.id
    }

    /// This rank's number in the group; `None` when it is not part of it.
    /// Follows [`torch.distributed.get_rank`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_rank).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(world.new_group(&[1]).await?.rank(), [None, Some(0)][rank]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn rank(&self) -> Option<usize> {
        self.0.rank
    }

    /// Ranks in the group.
    /// Follows [`torch.distributed.get_world_size`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_world_size).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(world.new_group(&[0, 2]).await?.size(), 2);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn size(&self) -> usize {
        self.0.ranks.len()
    }

    /// The group's global ranks, by group rank.
    /// Follows [`torch.distributed.get_process_group_ranks`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.get_process_group_ranks).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// assert_eq!(world.new_group(&[2, 1]).await?.ranks(), [1, 2]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn ranks(&self) -> &[usize] {
        &self.0.ranks
    }

    /// The same group, whose next calls are done by `algorithm`. All its ranks must choose alike.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let x = Tensor::from_slice(&[[1e8f32, 1.0, -1e8][rank]]);
    /// world.using(algorithm::Algorithm::Gloo).all_reduce(&x, ReduceOp::Sum).await?;
    /// assert_eq!(x.to_vec::<f32>()?, [0.0]); // 1e8 + (1 + −1e8)
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn using(&self, algorithm: Algorithm) -> ProcessGroup {
        let chosen = Some(Chosen::new(algorithm));
        Self(Rc::new(Group { chosen, ..(*self.0).clone() }))
    }

    /// The same group, whose next calls stand on `line`: for calls that are made of others, and for programs that are no
    /// Rust source.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// world.at(42).barrier().await?;
    /// assert_eq!(context.take_trace().events[0].line, 42);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn at(&self, line: u32) -> ProcessGroup {
        let line = Some(self.0.line.unwrap_or(line));
        Self(Rc::new(Group { line, ..(*self.0).clone() }))
    }

    /// The algorithm that was chosen.
    pub(crate) fn chosen(&self) -> Option<Chosen> {
        self.0.chosen
    }

    pub(crate) fn shared_ranks(&self) -> Rc<[usize]> {
        self.0.ranks.clone()
    }

    pub(crate) fn context(&self) -> &Context {
        &self.0.context
    }

    pub(crate) fn members(&self) -> u32 {
        self.0.members
    }

    /// This rank's number in the group, or the error that says it has none.
    pub(crate) fn own_rank(&self, call: &'static str) -> Result<usize> {
        self.0.rank.ok_or_else(|| self.not_in_group(call))
    }

    pub(crate) fn not_in_group(&self, call: &'static str) -> Box<CollectiveError> {
        let (rank, members) = (self.0.context.rank(), self.0.ranks.to_vec());
        Box::new(CollectiveError::NotInGroup { rank, call, members })
    }

    /// The group rank of a member given as `argument`, which must be another than the caller.
    pub(crate) fn peer(
        &self,
        call: Collective,
        argument: &'static str,
        member: Member,
    ) -> Result<usize> {
        let peer = self.member(call.name(), argument, member)?;
        if self.0.rank == Some(peer) {
            let rank = self.0.context.rank();
            return Err(Box::new(CollectiveError::PeerIsSelf { argument, rank }));
        }
        Ok(peer)
    }

    /// The group rank of a member given as `argument`.
    pub(crate) fn member(
        &self,
        call: &'static str,
        argument: &'static str,
        member: Member,
    ) -> Result<usize> {
        let (ranks, is_world) = (&self.0.ranks, self.0.id == 0);
        let (rank, found) = match member {
            Member::Global(rank) => (rank, ranks.iter().position(|&member| member == rank)),
            Member::Group(rank) => (rank, (rank < ranks.len()).then_some(rank)),
        };
        found.ok_or_else(|| {
            Box::new(match member {
                Member::Global(_) if !is_world => {
                    CollectiveError::RootNotInGroup { argument, rank, members: ranks.to_vec() }
                }
                _ => {
                    let world_size = ranks.len();
                    CollectiveError::RankOutOfRange { call, argument, rank, world_size }
                }
            })
        })
    }

    /// Starts an operation, or tells why it cannot. On a rank outside the group it is over at once, as torch has it.
    #[track_caller]
    pub(crate) fn start(&self, plan: Result<Box<Plan>>) -> Work {
        // (Inside a closure it would be this line.)
        let caller = Location::caller().line();
        let line = self.0.line.unwrap_or(caller);
        let started = self.0.rank.map_or(Ok(Work::NONE), |_| {
            let plan = plan?;
            let tensors = plan.inputs.iter().chain(&plan.outputs);
            let bytes: usize = tensors.map(Tensor::nbytes).sum();
            if u32::try_from(bytes).is_err() {
                let call = plan.call.collective.name();
                return Err(Box::new(CollectiveError::TooLarge { call, bytes }));
            }
            if let Some(op) = plan.call.op {
                op.check(plan.call.dtype)?;
            }
            let context = &self.0.context;
            context.operations().launch(line, plan, context.settings().eager_limit)
        });
        Work::new(self.0.context.clone(), line, started)
    }
}

/// FNV-1a: groups with other members, or in another order, are told apart without sending lists.
fn hash_of(ranks: &[usize]) -> u32 {
    ranks.iter().fold(0x811c_9dc5, |hash, &rank| (hash ^ rank as u32).wrapping_mul(0x0100_0193))
}
