//! Which schedule a collective follows under an algorithm that was chosen for it.

use super::*;
use crate::call::Collective;
use crate::error::{CollectiveError, Result};

/// Enough for the chain's fill and drain to weigh little, few enough for messages to stay worth sending.
const CHAIN_SEGMENTS: usize = 8;

/// What a schedule is a function of: the rank and the root as the group numbers them, and elements as the schedule
/// counts them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub rank: usize,
    pub world_size: usize,
    pub root: usize,
    pub count: usize,
    /// Bytes of an element.
    pub element: usize,
}

/// An algorithm that was chosen, and where its schedules are. Nothing but [`Chosen::new`] names those that are no
/// collective's default, so that a program that never chooses does not carry them into a browser.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub algorithm: Algorithm,
    pub schedule: fn(Collective, Algorithm, Shape) -> Result<Schedule>,
}

impl Chosen {
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, schedule }
    }
}

fn schedule(call: Collective, algorithm: Algorithm, shape: Shape) -> Result<Schedule> {
    use Algorithm as A;
    use Collective as C;
    let Shape { rank, world_size: w, root, count: n, element } = shape;
    Ok(match (call, algorithm) {
        (C::Broadcast, A::Binomial) => binomial_broadcast(rank, w, root, n),
        (C::Broadcast, A::Flat) => flat_broadcast(rank, w, root, n),
        (C::Broadcast, A::Chain) => chain_broadcast(rank, w, root, n, CHAIN_SEGMENTS),
        (C::Broadcast, A::ScatterAllGather) => scatter_all_gather_broadcast(rank, w, root, n),
        (C::Scatter, A::Flat) => flat_scatter(rank, w, root, n),
        (C::Scatter, A::Binomial) => binomial_scatter(rank, w, root, n),
        (C::Gather, A::Flat) => flat_gather(rank, w, root, n),
        (C::Gather, A::Binomial) => binomial_gather(rank, w, root, n),
        (C::Reduce, A::Flat) => flat_reduce(rank, w, root, n),
        (C::Reduce, A::Binomial) => binomial_reduce(rank, w, root, n),
        (C::AllGather, A::Direct) => direct_all_gather(rank, w, n),
        (C::AllGather, A::Ring) => ring_all_gather(rank, w, n),
        (C::AllGather, A::RecursiveDoubling) => recursive_doubling_all_gather(rank, w, n),
        (C::AllGather, A::Bruck) => bruck_all_gather(rank, w, n),
        (C::ReduceScatter, A::Direct) => direct_reduce_scatter(rank, w, n),
        (C::ReduceScatter, A::Ring) => ring_reduce_scatter(rank, w, n),
        (C::ReduceScatter, A::RecursiveHalving) => recursive_halving_reduce_scatter(rank, w, n),
        (C::AllReduce, A::Direct) => direct_all_reduce(rank, w, n),
        (C::AllReduce, A::Ring) => ring_all_reduce(rank, w, n),
        (C::AllReduce, A::RecursiveDoubling) => recursive_doubling_all_reduce(rank, w, n),
        (C::AllReduce, A::HalvingDoubling) => halving_doubling_all_reduce(rank, w, n),
        (C::AllReduce, A::Binomial) => binomial_all_reduce(rank, w, n),
        (C::AllReduce, A::DoubleTree) => double_tree_all_reduce(rank, w, n),
        (C::AllReduce, A::Flat) => flat_all_reduce(rank, w, n),
        (C::AllReduce, A::Gloo) => gloo_all_reduce(rank, w, n, element),
        (C::ReduceScatter, A::Gloo) => gloo_reduce_scatter(rank, w, n, element),
        (C::AllToAll, A::Direct) => direct_all_to_all(rank, w, n),
        (C::AllToAll, A::Pairwise) => pairwise_all_to_all(rank, w, n),
        (C::AllToAll, A::Bruck) => bruck_all_to_all(rank, w, n),
        (C::Barrier, A::Dissemination) => dissemination_barrier(rank, w),
        (C::Barrier, A::Binomial) => tree_barrier(rank, w),
        _ => {
            return Err(Box::new(CollectiveError::NoSuchAlgorithm {
                call: call.name(),
                given: algorithm.name(),
                known: Algorithm::of(call).iter().map(|algorithm| algorithm.name()).collect(),
            }));
        }
    })
}
