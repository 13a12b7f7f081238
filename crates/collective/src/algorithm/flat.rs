use super::reduce_scatter::fold_in_rank_order;
use super::{Action, Place, Schedule, Step};

/// The root sends its `count` elements to every rank, in one step.
pub fn flat_broadcast(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    Schedule { steps: vec![tell_all(rank, world_size, root, count)], scratch: 0 }
}

/// Every rank sends all to rank 0, which folds in rank order and sends the result to every rank, in place on the
/// output's `count` elements.
///
/// Two steps; `2 (world_size − 1) · count` elements are sent in sum, all of them to or from rank 0.
pub fn flat_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let whole = || Place::output(0..count);
    let actions = if rank == 0 {
        // Rank 0's own values come first, and they are there already.
        fold_in_rank_order(rank, world_size, whole(), &whole()).split_off(1)
    } else {
        vec![Action::Send { peer: 0, from: whole() }]
    };
    Schedule { steps: vec![Step { actions }, tell_all(rank, world_size, 0, count)], scratch: 0 }
}

fn tell_all(rank: usize, world_size: usize, root: usize, count: usize) -> Step {
    let whole = || Place::output(0..count);
    let actions = if rank == root {
        (1..world_size)
            .map(|distance| (rank + distance) % world_size)
            .map(|peer| Action::Send { peer, from: whole() })
            .collect()
    } else {
        vec![Action::Receive { peer: root, into: whole() }]
    };
    Step { actions }
}
