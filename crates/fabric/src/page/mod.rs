//! The page's side: starts workers, gives them runs, and sees to it that none is left behind.
//!
//! [`WorkerFiles`] are loaded once; a [`Pool`] starts workers from them and keeps those of the last run. A run ends
//! with what every rank handed over, or with why it could not.

mod error;
mod files;
mod isolation;
mod job;
mod locks;
mod loss;
mod pool;
mod run;
mod starting;
mod stats;
mod switchboard;
mod worker;

pub use error::FabricError;
pub use files::{WorkerFiles, string_of};
pub use isolation::isolation;
pub use job::{Counters, Job, Progress, RankOutcome, RunOutcome};
pub use pool::{Pool, PoolOptions};
pub use stats::Stats;
