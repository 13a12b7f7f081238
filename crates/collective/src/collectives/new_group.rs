use std::future::Future;
use std::rc::Rc;

use tensor::DType;

use super::arguments::list_length;
use crate::algorithm::{Algorithm, neighbour_exchange};
use crate::call::Collective;
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;
use crate::member::Member;

impl ProcessGroup {
    /// A group of some global ranks, in the order in which this group has them: sorted, where it is. Every rank of this
    /// group calls it, members of the new one or not, and for several groups in the same order; a rank that asks its neighbour for another group is told so.
    /// Follows [`torch.distributed.new_group`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.new_group).
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let group = world.new_group(&[2, 0]).await?;
    /// assert_eq!((group.ranks(), group.rank()), (&[0, 2][..], [Some(0), None, Some(1)][rank]));
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// An empty list; a rank out of range or listed twice; calls that do not agree.
    #[track_caller]
    pub fn new_group(&self, ranks: &[usize]) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        self.make_group(self.members_among(ranks))
    }

    /// As [`new_group`](Self::new_group), with the ranks in the order given.
    /// Follows [`torch.distributed.new_group`](https://docs.pytorch.org/docs/stable/distributed.html#torch.distributed.new_group)
    /// with `sort_ranks=False`.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(3, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// let group = world.new_group_unsorted(&[2, 0]).await?;
    /// assert_eq!(group.ranks(), [2, 0]);
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    ///
    /// # Errors
    /// Those of [`new_group`](Self::new_group).
    #[track_caller]
    pub fn new_group_unsorted(
        &self,
        ranks: &[usize],
    ) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        self.make_group(self.members_among(ranks).map(|_| ranks.to_vec()))
    }

    #[track_caller]
    fn make_group(
        &self,
        ranks: Result<Vec<usize>>,
    ) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        // Not a closure: the work is to carry the caller's line. A list that makes no group takes no number.
        let made = match ranks {
            Err(error) => Err(error),
            Ok(ranks) => {
                let id = self.context().operations().next_group();
                let group = ProcessGroup::of(self.context().clone(), id, Rc::from(ranks));
                let call = Collective::NewGroup;
                let schedule = neighbour_exchange(self.rank().unwrap_or(0), self.size());
                // The members' hash stands where other calls count their elements: neighbours compare it.
                let count = group.members() as usize;
                let plan =
                    self.scheduled(call, DType::Uint8, count, Algorithm::Neighbour, schedule);
                Ok((group, self.start(Ok(plan))))
            }
        };
        async move {
            let (group, told) = made?;
            told.await?;
            Ok(group)
        }
    }

    /// The ranks of a list, each of which must be in this group and stand there once, in this group's order.
    fn members_among(&self, ranks: &[usize]) -> Result<Vec<usize>> {
        if ranks.is_empty() {
            return Err(Box::new(CollectiveError::EmptyGroup));
        }
        let call = Collective::NewGroup;
        if ranks.len() > self.size() {
            list_length(call, "ranks", ranks.len(), self.size())?;
        }
        let mut listed = vec![false; self.size()];
        for &rank in ranks {
            let member = self.member(call.name(), "ranks", Member::Global(rank))?;
            if std::mem::replace(&mut listed[member], true) {
                let (first, second) = (ranks.to_vec(), Vec::new());
                return Err(Box::new(CollectiveError::DuplicateRank { rank, first, second }));
            }
        }
        let mut members = Vec::with_capacity(ranks.len());
        for (member, &rank) in self.ranks().iter().enumerate() {
            if listed[member] {
                members.push(rank);
            }
        }
        Ok(members)
    }
}
