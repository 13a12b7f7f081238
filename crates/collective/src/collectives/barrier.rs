use crate::algorithm::{Algorithm, dissemination_barrier};
use crate::call::Collective;
use crate::error::Result;
use crate::group::{Operation, ProcessGroup};
use crate::work::Work;

impl ProcessGroup {
    /// Over on no rank before every rank of the group has called it. Follows `torch.distributed.barrier`.
    ///
    /// # Errors
    /// A rank outside the group; calls that do not agree.
    #[track_caller]
    pub fn barrier(&self) -> Work {
        self.start(self.plan_barrier())
    }

    fn plan_barrier(&self) -> Result<Operation> {
        let call = Collective::Barrier;
        let rank = self.own_rank(call)?;
        let (algorithm, schedule) = match self.chosen_schedule(call, 0, 0)? {
            Some(chosen) => chosen,
            None => (Algorithm::Dissemination, dissemination_barrier(rank, self.size())),
        };
        Ok(Operation::new(call, algorithm, schedule))
    }
}
