//! Where ranks on threads meet.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::TransportError;

/// A rank's mailbox: frames by sender, and how often it has been rung for.
#[derive(Default)]
pub(super) struct Mailbox {
    pub(super) queues: Vec<VecDeque<Vec<u8>>>,
    pub(super) waiting_bytes: Vec<usize>,
    pub(super) rung: u32,
    /// What its rank waits for, since it last read `rung`.
    pub(super) waits: Waits,
}

#[derive(Default, Clone, Copy, PartialEq)]
pub(super) enum Waits {
    /// For nothing that it told of.
    #[default]
    Unknown,
    /// For frames alone.
    Frames,
    /// For some moment too, in microseconds since the start.
    Until(f64),
}

/// How a rank stands to the others.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stand {
    Running,
    /// It has looked at all that had come when it had been rung for so often, and waits.
    Parked(u32),
    Finished,
}

pub(super) struct Hall {
    pub(super) mailboxes: Vec<(Mutex<Mailbox>, Condvar)>,
    /// Locked before any mailbox where both are.
    stands: Mutex<Vec<Stand>>,
    /// Why the run is over for all.
    ended: Mutex<Option<Box<TransportError>>>,
    pub(super) capacity: usize,
    start: Instant,
}

/// A panic while a lock was held cannot leave these plain queues inconsistent.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    pub(super) fn new(world_size: usize, capacity: usize) -> Self {
        let mailbox = || {
            let queues = vec![VecDeque::new(); world_size];
            let waiting_bytes = vec![0; world_size];
            let mailbox = Mailbox { queues, waiting_bytes, ..Mailbox::default() };
            (Mutex::new(mailbox), Condvar::new())
        };
        Self {
            mailboxes: std::iter::repeat_with(mailbox).take(world_size).collect(),
            stands: Mutex::new(vec![Stand::Running; world_size]),
            ended: Mutex::new(None),
            capacity,
            start: Instant::now(),
        }
    }

    pub(super) fn ring(&self, rank: usize) {
        let (mailbox, bell) = &self.mailboxes[rank];
        let mut mailbox = lock(mailbox);
        mailbox.rung = mailbox.rung.wrapping_add(1);
        bell.notify_all();
    }

    /// Ends the run on all ranks, if nothing has yet.
    pub(super) fn end(&self, why: Box<TransportError>) {
        lock(&self.ended).get_or_insert(why);
        for rank in 0..self.mailboxes.len() {
            self.ring(rank);
        }
    }

    /// Notes how a rank stands now, and ends the run if no rank can go on.
    pub(super) fn stands(&self, rank: usize, stand: Stand) {
        let mut stands = lock(&self.stands);
        stands[rank] = stand;
        if self.is_deadlocked(&stands) {
            let ranks = stands.iter().enumerate();
            let finished = ranks.filter(|(_, stand)| **stand == Stand::Finished);
            let finished = finished.map(|(rank, _)| rank).collect();
            self.end(Box::new(TransportError::Deadlock { finished }));
        }
    }

    /// Whether some rank waits, and every one that is not finished waits for frames alone, with none to look at. While
    /// `stands` is locked no rank can leave its place, so none can send.
    fn is_deadlocked(&self, stands: &[Stand]) -> bool {
        let mut parked = 0;
        if stands.contains(&Stand::Running) {
            return false;
        }
        for (rank, stand) in stands.iter().enumerate() {
            let Stand::Parked(seen) = stand else { continue };
            let mailbox = lock(&self.mailboxes[rank].0);
            if mailbox.rung != *seen || mailbox.waits != Waits::Frames {
                return false;
            }
            parked += 1;
        }
        parked > 0
    }

    pub(super) fn now(&self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1e6
    }

    pub(super) fn check(&self) -> Result<(), Box<TransportError>> {
        match &*lock(&self.ended) {
            Some(why) => Err(why.clone()),
            None => Ok(()),
        }
    }
}
