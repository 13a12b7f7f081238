//! One OS thread for each rank.
//!
//! When every rank that is not finished waits, has looked at all that has come, and waits for no moment, no rank ever
//! can go on: a deadlock, which each of them reports with what it waited for.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crate::context::Context;
use crate::drive::{Doorbell, drive};
use crate::error::{FailureReason, PeerFailure, TransportError};
use crate::settings::Settings;
use crate::transport::Transport;
use crate::transports::hall::{Hall, Mailbox, Stand, Waits, lock};

/// How ranks run on threads.
///
/// ```
/// # use collective::threads;
/// let options = threads::Options { capacity: 256, ..Default::default() };
/// let ranks = threads::run(2, options, async |context| context.world().barrier().await);
/// assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// What every rank is given.
    pub settings: Settings,
    /// Bytes that may wait between one rank and another; a larger message goes in parts.
    pub capacity: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { settings: Settings::default(), capacity: 64 * 1024 }
    }
}

/// Puts something between a rank and its transport (a test's faults, say).
///
/// ```
/// # use collective::{Context, threads};
/// let same: threads::Wrap<'_> = &|transport| transport;
/// let ranks = threads::run_wrapped(2, Default::default(), same, async |context: Context| context.rank());
/// assert_eq!(ranks, [Ok(0), Ok(1)]);
/// ```
pub type Wrap<'a> = &'a (dyn Fn(Box<dyn Transport>) -> Box<dyn Transport> + Sync);

/// Runs `program` on every rank, each on a thread of its own, and gives their results by rank. A panic ends the run
/// on all ranks and becomes that rank's error.
///
/// ```
/// # use collective::{Context, FailureReason, threads};
/// let ranks = threads::run(2, Default::default(), async |context: Context| {
///     assert_eq!(context.rank(), 0);
/// });
/// let failure = ranks[1].as_ref().unwrap_err();
/// assert_eq!((failure.rank, failure.reason), (1, FailureReason::Panicked));
/// ```
pub fn run<T: Send>(
    world_size: usize,
    options: Options,
    program: impl AsyncFn(Context) -> T + Sync,
) -> Vec<Result<T, PeerFailure>> {
    run_wrapped(world_size, options, &|transport| transport, program)
}

/// As [`run`], with every rank's transport wrapped.
///
/// ```
/// # use std::sync::atomic::{AtomicUsize, Ordering};
/// # use collective::{Context, threads};
/// let wrapped = AtomicUsize::new(0);
/// let count = |transport| {
///     wrapped.fetch_add(1, Ordering::Relaxed);
///     transport
/// };
/// threads::run_wrapped(3, Default::default(), &count, async |context: Context| context.rank());
/// assert_eq!(wrapped.into_inner(), 3);
/// ```
pub fn run_wrapped<T: Send>(
    world_size: usize,
    options: Options,
    wrap: Wrap<'_>,
    program: impl AsyncFn(Context) -> T + Sync,
) -> Vec<Result<T, PeerFailure>> {
    let hall = Arc::new(Hall::new(world_size, options.capacity));
    std::thread::scope(|scope| {
        let program = &program;
        let threads: Vec<_> = (0..world_size)
            .map(|rank| {
                let hall = hall.clone();
                scope.spawn(move || run_rank(rank, &hall, options.settings, wrap, program))
            })
            .collect();
        let join = |(rank, thread): (usize, std::thread::ScopedJoinHandle<'_, _>)| {
            thread.join().unwrap_or_else(|panic| Err(failure_of(rank, panic.as_ref())))
        };
        threads.into_iter().enumerate().map(join).collect()
    })
}

fn run_rank<T>(
    rank: usize,
    hall: &Arc<Hall>,
    settings: Settings,
    wrap: Wrap<'_>,
    program: &impl AsyncFn(Context) -> T,
) -> Result<T, PeerFailure> {
    let transport = ThreadTransport { rank, hall: hall.clone(), next: 0 };
    let run = || {
        let context = Context::new(wrap(Box::new(transport)), settings);
        drive(Box::pin(program(context)), &HallDoorbell { rank, hall })
    };
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let failure = failure_of(rank, panic.as_ref());
        hall.end(failure.clone().into());
        failure
    });
    hall.stands(rank, Stand::Finished);
    result
}

fn failure_of(rank: usize, panic: &(dyn Any + Send)) -> PeerFailure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    PeerFailure { rank, reason: FailureReason::Panicked, message: message.to_owned() }
}

struct HallDoorbell<'a> {
    rank: usize,
    hall: &'a Hall,
}

impl Doorbell for HallDoorbell<'_> {
    fn read(&self) -> u32 {
        let mut mailbox = lock(&self.hall.mailboxes[self.rank].0);
        mailbox.waits = Waits::Unknown;
        mailbox.rung
    }

    fn wait(&self, seen: u32, at_most: Duration) {
        let (mailbox, bell) = &self.hall.mailboxes[self.rank];
        let quiet = |mailbox: &mut Mailbox| mailbox.rung == seen;
        let at_most = match lock(mailbox).waits {
            Waits::Until(moment) => {
                let left = (moment - self.hall.now()).clamp(0.0, at_most.as_secs_f64() * 1e6);
                Duration::from_secs_f64(left / 1e6)
            }
            _ => at_most,
        };
        self.hall.stands(self.rank, Stand::Parked(seen));
        // Whether it was rung or time passed: the caller polls either way.
        drop(bell.wait_timeout_while(lock(mailbox), at_most, quiet));
        self.hall.stands(self.rank, Stand::Running);
    }
}

struct ThreadTransport {
    rank: usize,
    hall: Arc<Hall>,
    next: usize,
}

impl Transport for ThreadTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn world_size(&self) -> usize {
        self.hall.mailboxes.len()
    }

    fn now(&self) -> f64 {
        self.hall.now()
    }

    fn max_frame(&self) -> usize {
        self.hall.capacity
    }

    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        self.hall.check()?;
        let (mailbox, bell) = &self.hall.mailboxes[peer];
        let mut mailbox = lock(mailbox);
        let size = header.len() + payload.len();
        let waiting = mailbox.waiting_bytes[self.rank];
        // An empty lane takes any one frame, so that a capacity below the largest header cannot stop a run.
        if waiting > 0 && waiting + size > self.hall.capacity {
            return Ok(false);
        }
        mailbox.waiting_bytes[self.rank] += size;
        mailbox.queues[self.rank].push_back([header, payload].concat());
        mailbox.rung = mailbox.rung.wrapping_add(1);
        bell.notify_all();
        Ok(true)
    }

    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        self.hall.check()?;
        let world_size = self.world_size();
        let mut mailbox = lock(&self.hall.mailboxes[self.rank].0);
        let peers = (0..world_size).map(|distance| (self.next + distance) % world_size);
        let Some(peer) = peers.into_iter().find(|&peer| !mailbox.queues[peer].is_empty()) else {
            return Ok(None);
        };
        let Some(taken) = mailbox.queues[peer].pop_front() else {
            return Ok(None);
        };
        mailbox.waiting_bytes[peer] -= taken.len();
        drop(mailbox);
        *frame = taken;
        self.next = (peer + 1) % world_size;
        self.hall.ring(peer);
        Ok(Some(peer))
    }

    fn waits(&mut self, until: Option<f64>) {
        let waits = &mut lock(&self.hall.mailboxes[self.rank].0).waits;
        match until {
            Some(moment) => {
                let before = if let Waits::Until(other) = *waits { other } else { moment };
                *waits = Waits::Until(moment.min(before));
            }
            None if *waits == Waits::Unknown => *waits = Waits::Frames,
            None => {}
        }
    }

    fn announce(&mut self, failure: &PeerFailure) {
        self.hall.end(failure.clone().into());
    }
}
