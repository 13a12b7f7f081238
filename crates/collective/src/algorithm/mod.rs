//! Algorithms as pure schedules: who sends which elements to whom at which step. No transport, no tensors.

mod all_gather;
mod all_reduce;
mod all_to_all;
mod barrier;
mod binomial;
mod broadcast;
mod bruck;
mod chain;
mod chunk;
mod double_tree;
mod doubling;
mod flat;
mod gather;
mod halving;
mod neighbour;
mod pairwise;
mod powers;
mod reduce;
mod reduce_scatter;
mod ring;
mod scatter;
mod scatter_gather;
mod schedule;
mod tree_barrier;

pub use all_gather::direct_all_gather;
pub use all_reduce::direct_all_reduce;
pub use all_to_all::direct_all_to_all;
pub use barrier::dissemination_barrier;
pub use binomial::{binomial_all_reduce, binomial_gather, binomial_reduce, binomial_scatter};
pub use broadcast::binomial_broadcast;
pub use bruck::{bruck_all_gather, bruck_all_to_all};
pub use chain::chain_broadcast;
pub use chunk::{chunk, even_chunk};
pub use double_tree::double_tree_all_reduce;
pub use doubling::{recursive_doubling_all_gather, recursive_doubling_all_reduce};
pub use flat::{flat_all_reduce, flat_broadcast};
pub use gather::flat_gather;
pub use halving::{halving_doubling_all_reduce, recursive_halving_reduce_scatter};
pub use neighbour::neighbour_exchange;
pub use pairwise::pairwise_all_to_all;
pub use reduce::flat_reduce;
pub use reduce_scatter::direct_reduce_scatter;
pub use ring::{ring_all_gather, ring_all_reduce, ring_reduce_scatter};
pub use scatter::flat_scatter;
pub use scatter_gather::scatter_all_gather_broadcast;
pub use schedule::{Action, Buffer, Place, Schedule, Step};
pub use tree_barrier::tree_barrier;

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
