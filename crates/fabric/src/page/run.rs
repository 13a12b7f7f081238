//! One run, from the moment in which its ranks are started.

use std::rc::Rc;

use collective::{FailureReason, PeerFailure};
use js_sys::{Array, Uint8Array};
use shm::Control;
use wasm_bindgen::prelude::*;

use super::loss::LOOK;
use super::pool::Inner;
use super::switchboard::Switchboard;
use super::worker::Happening;
use super::{Counters, FabricError, Job, Progress, RankOutcome, RunOutcome};
use crate::TransportKind;
use crate::bytes::copied;
use crate::death;
use crate::protocol::{Done, Start, ToPage, ToRank};
use crate::shared_words::{SharedWords, allocate};
use crate::timer::now;

pub(super) struct Member {
    pub(super) worker: u32,
    pub(super) end: Option<Result<RankOutcome, PeerFailure>>,
    /// Whether only its voice tells that it lives.
    pub(super) beats: bool,
    /// Its count in shared memory when last looked at, and when it was last heard of.
    pub(super) heartbeat: u32,
    pub(super) heard: f64,
}

pub(super) struct Run<'a> {
    pub(super) inner: &'a Inner,
    pub(super) number: u32,
    pub(super) kind: TransportKind,
    pub(super) members: Vec<Member>,
    pub(super) control: Option<Control<Rc<SharedWords>>>,
    switchboard: Switchboard,
    pub(super) failure: Option<PeerFailure>,
    /// Whether any rank failed, or a worker broke although its rank was done.
    pub(super) spoilt: bool,
    /// When it is given up, and when silent ranks are looked for next, in milliseconds since 1970.
    pub(super) limit: f64,
    pub(super) look: f64,
    counters: Counters,
}

impl<'a> Run<'a> {
    /// Starts every rank on a worker that is ready.
    pub(super) fn start(inner: &'a Inner, job: &Job) -> Result<Self, FabricError> {
        let number = inner.state.borrow().stats.runs as u32;
        let browser = |why: String| FabricError::Browser { why };
        let layout = job.layout()?;
        let mut memory = None;
        let mut control = None;
        if job.kind == TransportKind::Shared {
            // New memory for each run: whoever still holds that of an earlier one can disturb nobody.
            let buffer = allocate(layout.len_bytes()).map_err(browser)?;
            let words = Rc::new(SharedWords::new(&buffer));
            control = Some(Control::format(words, layout, number)?);
            memory = Some(buffer);
        }
        let began = now();
        let mut state = inner.state.borrow_mut();
        let mut members = Vec::new();
        for (rank, worker) in state.workers.iter_mut().enumerate() {
            let start = ToRank::Start(Start {
                run: number,
                rank,
                world_size: job.world_size,
                ring_capacity: layout.ring_capacity(),
                settings: job.settings,
                began,
                beat: !worker.locked,
            });
            let bytes = job.bytes.get(rank).map_or(&[][..], Vec::as_slice);
            let bytes = JsValue::from(Uint8Array::from(bytes));
            let behind: Vec<JsValue> = [bytes].into_iter().chain(memory.clone()).collect();
            worker.post(&start, &behind, &[]).map_err(browser)?;
            members.push(Member {
                worker: worker.id,
                end: None,
                beats: !worker.locked,
                heartbeat: 0,
                heard: began,
            });
        }
        // Not before: the ranks are at work while the browser is asked.
        for worker in &mut state.workers {
            if worker.locked && !std::mem::replace(&mut worker.watched, true) {
                inner.locks.watch(worker.id);
            }
        }
        drop(state);
        Ok(Self {
            inner,
            number,
            kind: job.kind,
            members,
            control,
            switchboard: Switchboard::default(),
            failure: None,
            spoilt: false,
            limit: began + inner.options.run_seconds * 1000.0,
            look: began + LOOK,
            counters: Counters::default(),
        })
    }

    /// Waits until every rank has handed over what it has, or cannot any more.
    pub(super) async fn finish(
        &mut self,
        on_progress: &mut impl FnMut(Progress),
    ) -> Result<RunOutcome, FabricError> {
        let of = self.members.len();
        let mut done = 0;
        on_progress(Progress::Running { done, of });
        while done < of {
            let beats = self.members.iter().any(|member| member.beats);
            let deadline = if beats { self.limit.min(self.look) } else { self.limit };
            match self.inner.next(deadline).await? {
                Some((worker, happening)) => {
                    let rank = self.members.iter().position(|member| member.worker == worker);
                    if let Some(rank) = rank {
                        self.take(rank, happening)?;
                    }
                }
                None if now() >= self.limit => self.give_up(),
                None => self.look_for_silent_ranks(),
            }
            let now_done = self.members.iter().filter(|member| member.end.is_some()).count();
            if now_done > done {
                done = now_done;
                on_progress(Progress::Running { done, of });
            }
        }
        Ok(self.outcome())
    }

    /// Whether the workers are as good as new.
    pub(super) fn may_keep_workers(&self) -> bool {
        !self.spoilt
    }

    fn take(&mut self, rank: usize, happening: Happening) -> Result<(), FabricError> {
        match happening {
            Happening::Said(message, bytes, list) => {
                self.count(bytes);
                return self.hear(rank, message, &list);
            }
            Happening::NotReady(why) | Happening::Broke(why) => {
                self.lose(rank, FailureReason::Panicked, why);
            }
            Happening::Gone => self.lose(rank, FailureReason::Terminated, String::new()),
            // It said so before; it would be strange, and harmless, to say it again.
            Happening::Ready { .. } => {}
        }
        Ok(())
    }

    fn hear(&mut self, rank: usize, message: ToPage, list: &Array) -> Result<(), FabricError> {
        let number = self.number;
        self.members[rank].heard = now();
        match message {
            ToPage::Connect { run, peers } if run == number => self.connect(rank, peers)?,
            ToPage::Announce { run, failure } if run == number => self.fail(failure),
            ToPage::Panicked { run, message } if run == number => {
                self.lose(rank, FailureReason::Panicked, message);
            }
            ToPage::Done(done) if done.run == number => self.done(rank, done, list),
            // A beat has been noted above; the rest belongs to an earlier run.
            _ => {}
        }
        Ok(())
    }

    fn connect(&mut self, rank: usize, peers: u64) -> Result<(), FabricError> {
        let browser = |why: String| FabricError::Browser { why };
        let of = self.members.len();
        let ends = self.switchboard.connect(rank, peers, of).map_err(browser)?;
        let mut asked = 0;
        let mut ports = Vec::new();
        for [near, far] in ends {
            asked |= 1 << near.peer;
            ports.push(near.port);
            self.post(far.owner, &ports_to(self.number, 1 << far.peer), &[far.port])?;
        }
        if ports.is_empty() {
            Ok(())
        } else {
            self.post(rank, &ports_to(self.number, asked), &ports)
        }
    }

    fn done(&mut self, rank: usize, done: Done, list: &Array) {
        let bytes = |index: u32| list.get(index).dyn_into().map(|bytes| copied(&bytes));
        let (Ok(record), Ok(trace)) = (bytes(1), bytes(2)) else {
            let what = "it handed over something that is no record";
            return self.lose(rank, FailureReason::Failed, what.to_owned());
        };
        self.counters.result_bytes += (record.len() + trace.len()) as u64;
        let [sent, received] = done.port_bytes;
        self.counters.port_sent_bytes += sent;
        self.counters.port_received_bytes += received;
        if done.failed {
            self.spoilt = true;
            self.hurry();
        }
        self.members[rank].end.get_or_insert(Ok(RankOutcome {
            record,
            trace,
            failed: done.failed,
        }));
    }

    pub(super) fn post(
        &mut self,
        rank: usize,
        message: &ToRank,
        ports: &[JsValue],
    ) -> Result<(), FabricError> {
        let bytes = match self.inner.state.borrow().workers.get(rank) {
            Some(worker) => {
                worker.post(message, ports, ports).map_err(|why| FabricError::Browser { why })?
            }
            None => return Err(FabricError::Cancelled),
        };
        self.count(bytes);
        Ok(())
    }

    fn count(&mut self, bytes: usize) {
        let stats = &mut self.inner.state.borrow_mut().stats;
        stats.page_messages += 1;
        stats.page_bytes += bytes as u64;
        self.counters.page_messages += 1;
        self.counters.page_bytes += bytes as u64;
    }

    fn outcome(&mut self) -> RunOutcome {
        self.counters.channels = self.switchboard.channels();
        if let Some(control) = &self.control {
            for line in (0..self.members.len()).filter_map(|rank| control.rank(rank).ok()) {
                self.counters.shared_sent_bytes += line.sent();
                self.counters.shared_received_bytes += line.received();
            }
            // A rank that ended the run itself set the flag, and told nobody else.
            if let (None, Ok(Some(first))) = (&self.failure, control.death()) {
                self.failure = Some(death::to_failure(first, 0));
            }
        }
        if self.kind == TransportKind::Message && !self.spoilt {
            for rank in 0..self.members.len() {
                // A worker that cannot be reached will be missed by the next run.
                let _ = self.post(rank, &ToRank::Over { run: self.number }, &[]);
            }
        }
        let missing =
            |rank| PeerFailure { rank, reason: FailureReason::Terminated, message: String::new() };
        let ranks = std::mem::take(&mut self.members).into_iter().enumerate();
        RunOutcome {
            ranks: ranks
                .map(|(rank, member)| member.end.unwrap_or_else(|| Err(missing(rank))))
                .collect(),
            failure: self.failure.take(),
            counters: self.counters,
        }
    }
}

fn ports_to(run: u32, peers: u64) -> ToRank {
    ToRank::Ports { run, peers }
}
