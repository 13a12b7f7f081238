use std::future::Future;
use std::rc::Rc;

use tensor::DType;

use crate::algorithm::{Algorithm, neighbour_exchange};
use crate::call::Collective;
use crate::error::{CollectiveError, Result};
use crate::group::ProcessGroup;

impl ProcessGroup {
    /// A group of some global ranks, in the order given. Every rank of this group calls it, members of the new one
    /// or not, and for several groups in the same order; a rank that asks its neighbour for another group is told so.
    /// Follows `torch.distributed.new_group`.
    ///
    /// # Errors
    /// An empty list; a rank out of range or listed twice; calls that do not agree.
    #[track_caller]
    pub fn new_group(&self, ranks: &[usize]) -> impl Future<Output = Result<ProcessGroup>> + use<> {
        let checked = self.checked_members(ranks);
        // A list that makes no group takes no number.
        let id = if checked.is_ok() { self.context().next_group() } else { 0 };
        let group = ProcessGroup::of(self.context().clone(), id, Rc::from(ranks));
        let told = self.start(checked.and_then(|()| {
            let call = Collective::NewGroup;
            let schedule = neighbour_exchange(self.own_rank(call)?, self.size());
            // The members' hash stands where other calls count their elements: neighbours compare it.
            let count = group.members() as usize;
            Ok(self.scheduled(call, DType::Uint8, count, Algorithm::Neighbour, schedule))
        }));
        async move {
            told.await?;
            Ok(group)
        }
    }

    fn checked_members(&self, ranks: &[usize]) -> Result<()> {
        if ranks.is_empty() {
            return Err(Box::new(CollectiveError::EmptyGroup));
        }
        for (position, &rank) in ranks.iter().enumerate() {
            self.group_rank("ranks", rank)?;
            if ranks[..position].contains(&rank) {
                return Err(Box::new(CollectiveError::DuplicateRank { rank }));
            }
        }
        Ok(())
    }
}
