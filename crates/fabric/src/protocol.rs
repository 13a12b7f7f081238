//! What the page and a rank say to each other. A message is a list: the postcard bytes of one of these, then what
//! cannot be bytes (shared memory, ports) or is bytes already (a job, a record, a trace).
//!
//! Nothing of it carries what ranks send each other.

use collective::{PeerFailure, Settings};
use serde::{Deserialize, Serialize};

/// From the page to a rank.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum ToRank {
    /// Be a rank of a run. Behind it: the job, and the shared memory if that is how frames travel.
    Start(Start),
    /// The ports to these ranks (a bit each), lowest rank first. Behind it: the ports.
    Ports { run: u32, peers: u64 },
    /// A rank has ended the run. (On shared memory a flag there says so.)
    Failed { run: u32, failure: PeerFailure },
    /// Every rank has handed over what it had: let the ports go.
    Over { run: u32 },
}

/// What a rank needs to know before it can run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Start {
    pub run: u32,
    pub rank: usize,
    pub world_size: usize,
    /// Bytes of each ring; of no meaning for ports.
    pub ring_capacity: usize,
    pub settings: Settings,
    /// When the run began, in milliseconds since 1970.
    pub began: f64,
    /// Whether the page has no lock to tell that the rank is alive, and needs to hear from it now and then.
    pub beat: bool,
}

/// From a rank to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum ToPage {
    /// I have something to say to these ranks (a bit each): give both of us ports.
    Connect { run: u32, peers: u64 },
    /// A rank has ended the run: tell the others.
    Announce { run: u32, failure: PeerFailure },
    /// I am still here.
    Beat { run: u32 },
    /// My program is over. Behind it: its record, and its trace.
    Done(Done),
    /// I panic, and say this.
    Panicked { run: u32, message: String },
}

/// How a rank's program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub run: u32,
    /// Whether it ended with an error.
    pub failed: bool,
    /// Payload bytes that left through ports, and that arrived through them.
    pub port_bytes: [u64; 2],
}
