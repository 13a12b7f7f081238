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
    /// A group of some global ranks, in the order in which this group has them: sorted, unless it is not. Every rank of this group calls it, members of the new one or not, and for
    /// several groups in the same order; a rank that asks its neighbour for another group is told so.
    /// Follows `torch.distributed.new_group`.
    ///
    /// # Errors
    /// An empty list; a rank out of range or listed twice; calls that do not agree.
    #[track_caller]
    pub fn new_group(&self, ranks: &[usize]) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        let checked = self.checked_members(ranks);
        let sorted = self.ranks().iter().copied().filter(|rank| ranks.contains(rank)).collect();
        self.make_group(checked, sorted)
    }

    /// As [`new_group`](Self::new_group), with the ranks in the order given.
    /// Follows `torch.distributed.new_group` with `sort_ranks=False`.
    ///
    /// # Errors
    /// Those of [`new_group`](Self::new_group).
    #[track_caller]
    pub fn new_group_unsorted(
        &self,
        ranks: &[usize],
    ) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        self.make_group(self.checked_members(ranks), ranks.to_vec())
    }

    #[track_caller]
    fn make_group(
        &self,
        checked: Result<()>,
        ranks: Vec<usize>,
    ) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        let own = self.own_rank(Collective::NewGroup.name());
        // A list that makes no group takes no number.
        let id = if checked.is_ok() { self.context().next_group() } else { 0 };
        let group = ProcessGroup::of(self.context().clone(), id, Rc::from(ranks));
        let told = self.start(checked.map(|()| {
            let call = Collective::NewGroup;
            let schedule = neighbour_exchange(self.rank().unwrap_or(0), self.size());
            // The members' hash stands where other calls count their elements: neighbours compare it.
            let count = group.members() as usize;
            self.scheduled(call, DType::Uint8, count, Algorithm::Neighbour, schedule)
        }));
        async move {
            own?;
            told.await?;
            Ok(group)
        }
    }

    fn checked_members(&self, ranks: &[usize]) -> Result<()> {
        if ranks.is_empty() {
            return Err(Box::new(CollectiveError::EmptyGroup));
        }
        let call = Collective::NewGroup.name();
        if ranks.len() > self.size() {
            list_length(Collective::NewGroup, "ranks", ranks.len(), self.size())?;
        }
        for (position, &rank) in ranks.iter().enumerate() {
            self.group_rank(call, "ranks", Member::Global(rank))?;
            if ranks[..position].contains(&rank) {
                return Err(Box::new(CollectiveError::DuplicateRank {
                    rank,
                    first: ranks.to_vec(),
                    second: Vec::new(),
                }));
            }
        }
        Ok(())
    }
}
