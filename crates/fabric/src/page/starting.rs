//! From no workers, or too few, to one that is ready for each rank.

use super::pool::Inner;
use super::worker::{Happening, RankWorker};
use super::{FabricError, Progress};
use crate::timer::{now, told};

impl Inner {
    /// Sees to it that there are `of` workers, all ready. No rank is started before: a worker cannot start while the
    /// page is busy, and a rank that waits for one would wait for the page.
    pub(super) async fn start_workers(
        &self,
        of: usize,
        on_progress: &mut impl FnMut(Progress),
    ) -> Result<(), FabricError> {
        self.state.borrow_mut().workers.truncate(of);
        on_progress(Progress::Starting { ready: self.ready(), of });
        let have = self.state.borrow().workers.len();
        for rank in have..of {
            self.start_worker(rank)?;
        }
        let deadline = now() + self.options.ready_seconds * 1000.0;
        while self.ready() < of {
            let Some((id, happening)) = self.next(deadline).await? else {
                return Err(self.late());
            };
            let found = self.state.borrow().workers.iter().position(|worker| worker.id == id);
            let Some(rank) = found else { continue };
            let why = match happening {
                Happening::Ready { locked } => {
                    self.got_ready(rank, locked);
                    on_progress(Progress::Starting { ready: self.ready(), of });
                    continue;
                }
                // An idle worker's last words from an earlier run.
                Happening::Said(..) => continue,
                Happening::NotReady(why) | Happening::Broke(why) => why,
                Happening::Gone => "its worker was ended from outside".to_owned(),
            };
            return Err(FabricError::NotStarted { rank, why });
        }
        Ok(())
    }

    fn start_worker(&self, rank: usize) -> Result<(), FabricError> {
        let mut state = self.state.borrow_mut();
        let id = state.next_worker;
        state.next_worker += 1;
        let lock = self.locks.name(id);
        let worker = RankWorker::start(&self.files, id, rank, lock.as_deref(), self.this.clone())
            .map_err(|why| FabricError::NotStarted { rank, why })?;
        state.stats.workers_started += 1;
        state.workers.push(worker);
        Ok(())
    }

    fn ready(&self) -> usize {
        self.state.borrow().workers.iter().filter(|worker| worker.ready).count()
    }

    fn got_ready(&self, rank: usize, locked: bool) {
        if let Some(worker) = self.state.borrow_mut().workers.get_mut(rank) {
            worker.ready = true;
            worker.locked = locked;
        }
    }

    fn late(&self) -> FabricError {
        let rank = self.state.borrow().workers.iter().position(|worker| !worker.ready);
        let why = format!(
            "its worker was not ready after {} (a browser gives a page a limited number of workers: try a smaller \
             world_size, or close other tabs)",
            told(self.options.ready_seconds)
        );
        FabricError::NotStarted { rank: rank.unwrap_or(0), why }
    }
}
