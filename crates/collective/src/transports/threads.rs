//! One OS thread for each rank.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::context::{Context, Settings};
use crate::drive::{Doorbell, drive};
use crate::error::{FailureReason, PeerFailure, TransportError};
use crate::transport::Transport;

/// How ranks run on threads.
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
pub type Wrap<'a> = &'a (dyn Fn(Box<dyn Transport>) -> Box<dyn Transport> + Sync);

/// Runs `program` on every rank, each on a thread of its own, and gives their results by rank. A panic ends the run
/// on all ranks and becomes that rank's error.
pub fn run<T: Send>(
    world_size: usize,
    options: Options,
    program: impl AsyncFn(Context) -> T + Sync,
) -> Vec<Result<T, PeerFailure>> {
    run_wrapped(world_size, options, &|transport| transport, program)
}

/// As [`run`], with every rank's transport wrapped.
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
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let failure = failure_of(rank, panic.as_ref());
        hall.fail(&failure);
        failure
    })
}

fn failure_of(rank: usize, panic: &(dyn Any + Send)) -> PeerFailure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let message = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    PeerFailure { rank, reason: FailureReason::Panicked, message: message.to_owned() }
}

/// A rank's mailbox: frames by sender, and how often it has been rung for.
#[derive(Default)]
struct Mailbox {
    queues: Vec<VecDeque<Vec<u8>>>,
    waiting_bytes: Vec<usize>,
    rung: u32,
}

struct Hall {
    mailboxes: Vec<(Mutex<Mailbox>, Condvar)>,
    failure: Mutex<Option<PeerFailure>>,
    capacity: usize,
    start: Instant,
}

/// A panic while a lock was held cannot leave these plain queues inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    fn new(world_size: usize, capacity: usize) -> Self {
        let mailbox = || {
            let queues = vec![VecDeque::new(); world_size];
            (
                Mutex::new(Mailbox { queues, waiting_bytes: vec![0; world_size], rung: 0 }),
                Condvar::new(),
            )
        };
        Self {
            mailboxes: std::iter::repeat_with(mailbox).take(world_size).collect(),
            failure: Mutex::new(None),
            capacity,
            start: Instant::now(),
        }
    }

    fn ring(&self, rank: usize) {
        let (mailbox, bell) = &self.mailboxes[rank];
        let mut mailbox = lock(mailbox);
        mailbox.rung = mailbox.rung.wrapping_add(1);
        bell.notify_all();
    }

    fn fail(&self, failure: &PeerFailure) {
        lock(&self.failure).get_or_insert_with(|| failure.clone());
        for rank in 0..self.mailboxes.len() {
            self.ring(rank);
        }
    }

    fn check(&self) -> Result<(), Box<TransportError>> {
        match &*lock(&self.failure) {
            Some(failure) => Err(failure.clone().into()),
            None => Ok(()),
        }
    }
}

struct HallDoorbell<'a> {
    rank: usize,
    hall: &'a Hall,
}

impl Doorbell for HallDoorbell<'_> {
    fn read(&self) -> u32 {
        lock(&self.hall.mailboxes[self.rank].0).rung
    }

    fn wait(&self, seen: u32, at_most: Duration) {
        let (mailbox, bell) = &self.hall.mailboxes[self.rank];
        let quiet = |mailbox: &mut Mailbox| mailbox.rung == seen;
        // Whether it was rung or time passed: the caller polls either way.
        drop(bell.wait_timeout_while(lock(mailbox), at_most, quiet));
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
        self.hall.start.elapsed().as_secs_f64() * 1e6
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

    fn announce(&mut self, failure: &PeerFailure) {
        self.hall.fail(failure);
    }
}
