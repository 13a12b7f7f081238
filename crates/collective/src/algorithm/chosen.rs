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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each place of input and output is in one part: where a list is given, parts are tensors.
    fn is_in_parts(schedule: &Schedule, inputs: &[usize], outputs: &[usize]) -> bool {
        let sizes = |place: &Place| match place.buffer {
            Buffer::Input => Some(inputs),
            Buffer::Output => Some(outputs),
            Buffer::Scratch => None,
        };
        let is_in_one = |place: &Place| {
            let of = |sizes| all_to_all_v::parts(sizes).into_iter();
            let around = |part: std::ops::Range<usize>| {
                part.start <= place.elements.start && place.elements.end <= part.end
            };
            sizes(place).is_none_or(|sizes| of(sizes).any(around))
        };
        let mut actions = schedule.steps.iter().flat_map(|step| &step.actions);
        actions.all(|action| match action {
            Action::Send { from: place, .. }
            | Action::Receive { into: place, .. }
            | Action::ReceiveAny { into: place }
            | Action::ReceiveFold { into: place, .. } => is_in_one(place),
            Action::Copy { from, into } | Action::Fold { from, into } => {
                is_in_one(from) && is_in_one(into)
            }
        })
    }

    #[test]
    fn no_place_is_of_several_tensors_of_a_list() {
        use Collective as C;
        let lists = [C::Scatter, C::Gather, C::AllGather, C::ReduceScatter, C::AllToAll];
        for call in lists {
            for &algorithm in Algorithm::of(call) {
                for (w, count) in (1..=9).flat_map(|w| [0, 1, 3].map(|count| (w, count))) {
                    for (rank, root) in (0..w).flat_map(|rank| [(rank, 0), (rank, w / 2)]) {
                        let shape = Shape { rank, world_size: w, root, count, element: 4 };
                        let schedule = (Chosen::new(algorithm).schedule)(call, algorithm, shape);
                        let Ok(schedule) = schedule else { panic!("{call:?} {algorithm:?}") };
                        let (one, all) = (vec![count], vec![count; w]);
                        let (inputs, outputs) = match call {
                            C::Scatter | C::ReduceScatter => (&all, &one),
                            C::AllToAll => (&all, &all),
                            _ => (&one, &all),
                        };
                        let name = (call.name(), algorithm.name(), w, count, rank);
                        assert!(is_in_parts(&schedule, inputs, outputs), "{name:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_place_is_of_several_tensors_of_a_list_of_different_sizes() {
        let (counts, back) = ([2, 0, 3, 1], [1, 4, 0, 2]);
        for rank in 0..4 {
            let own = [counts[rank]];
            assert!(is_in_parts(&gloo_reduce_scatter_v(rank, &counts, 4), &counts, &own));
            assert!(is_in_parts(&direct_reduce_scatter_v(rank, &counts), &counts, &own));
            assert!(is_in_parts(&direct_all_gather_v(rank, &counts), &own, &counts));
            assert!(is_in_parts(&direct_all_to_all_v(rank, &counts, &back), &counts, &back));
        }
    }
}
