use collective::{PeerFailure, Settings};

use shm::Layout;

use super::FabricError;
use crate::{MIN_CAPACITY, TransportKind};

/// What a pool is asked to run.
#[derive(Debug, Clone)]
pub struct Job {
    /// Ranks, 1 to [`shm::MAX_WORLD_SIZE`].
    pub world_size: usize,
    /// What each rank is given, by rank; the worker's program knows what it means.
    pub bytes: Vec<Vec<u8>>,
    /// How every rank behaves.
    pub settings: Settings,
    /// How frames travel.
    pub kind: TransportKind,
    /// Bytes of each ring, at least [`crate::MIN_CAPACITY`] and a multiple of 8; `None`: as many as suit the world
    /// size. Of no meaning for ports.
    pub ring_capacity: Option<usize>,
}

impl Job {
    /// A rank for each of `bytes`, which is given these; everything else as usual.
    pub fn new(bytes: Vec<Vec<u8>>, kind: TransportKind) -> Self {
        Self {
            world_size: bytes.len(),
            bytes,
            settings: Settings::default(),
            kind,
            ring_capacity: None,
        }
    }
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Workers are being started.
    Starting {
        /// Workers that are ready.
        ready: usize,
        /// Workers there must be.
        of: usize,
    },
    /// The ranks run.
    Running {
        /// Ranks that have handed over what they had.
        done: usize,
        /// Ranks there are.
        of: usize,
    },
}

/// What a rank handed over at the end of its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankOutcome {
    /// Its record, as its program wrote it.
    pub record: Vec<u8>,
    /// Its trace, as its program wrote it.
    pub trace: Vec<u8>,
    /// Whether its program ended with an error; the record says which.
    pub failed: bool,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOutcome {
    /// By rank: what it handed over, or why it could not.
    pub ranks: Vec<Result<RankOutcome, PeerFailure>>,
    /// The rank that ended the run for all, where one did and is known to have been first.
    pub failure: Option<PeerFailure>,
    /// What went where.
    pub counters: Counters,
}

/// What went where during one run, from the moment in which its ranks were started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Messages that ranks and page sent each other.
    pub page_messages: u64,
    /// Bytes in these messages, what ranks handed over at their end not counted.
    pub page_bytes: u64,
    /// Bytes of records and traces.
    pub result_bytes: u64,
    /// Pairs of ranks that were given a MessageChannel.
    pub channels: u64,
    /// Payload bytes written into rings, all ranks together.
    pub shared_sent_bytes: u64,
    /// Payload bytes read from rings.
    pub shared_received_bytes: u64,
    /// Payload bytes posted through ports.
    pub port_sent_bytes: u64,
    /// Payload bytes that came through ports.
    pub port_received_bytes: u64,
}

impl Job {
    /// Where everything lies in the memory that its ranks would share.
    pub(super) fn layout(&self) -> Result<Layout, FabricError> {
        let capacity = self.ring_capacity.unwrap_or(shm::ring_capacity(self.world_size));
        if capacity < MIN_CAPACITY {
            return Err(FabricError::RingTooSmall { given: capacity });
        }
        Ok(Layout::new(self.world_size, capacity)?)
    }
}
