//! Algorithms as pure schedules: who sends which elements to whom at which step. No transport, no tensors.

mod all_gather;
mod all_reduce;
mod all_to_all;
mod barrier;
mod broadcast;
mod chunk;
mod gather;
mod neighbour;
mod reduce;
mod reduce_scatter;
mod scatter;
mod schedule;

pub use all_gather::direct_all_gather;
pub use all_reduce::direct_all_reduce;
pub use all_to_all::direct_all_to_all;
pub use barrier::dissemination_barrier;
pub use broadcast::binomial_broadcast;
pub use chunk::{chunk, even_chunk};
pub use gather::flat_gather;
pub use neighbour::neighbour_exchange;
pub use reduce::flat_reduce;
pub use reduce_scatter::direct_reduce_scatter;
pub use scatter::flat_scatter;
pub use schedule::{Action, Buffer, Place, Schedule, Step};

use serde::{Deserialize, Serialize};

/// How a collective is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Algorithm {
    /// Every pair of ranks exchanges its part in one step; folds go in rank order.
    Direct,
    /// The root talks to every rank in one step; folds go in rank order.
    Flat,
    /// A tree that doubles the ranks reached at every step.
    Binomial,
    /// At step `k`, rank `r` tells rank `r + 2^k`.
    Dissemination,
    /// Each rank tells the next one, once.
    Neighbour,
    /// One message.
    PointToPoint,
}

impl Algorithm {
    /// Its name, as settings and pictures spell it.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Direct => "direct",
            Algorithm::Flat => "flat",
            Algorithm::Binomial => "binomial",
            Algorithm::Dissemination => "dissemination",
            Algorithm::Neighbour => "neighbour",
            Algorithm::PointToPoint => "point-to-point",
        }
    }
}
