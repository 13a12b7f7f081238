use super::{Action, Place, Schedule, Step};

/// The root sends its `count` elements to every rank, in one step.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| flat_broadcast(rank, 3, 0, 5));
/// assert_eq!(Counted::of(&all).sent, [10, 0, 0]);
/// ```
pub fn flat_broadcast(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    Schedule { steps: vec![tell_all(rank, world_size, root, count)], scratch: 0 }
}

/// Every rank sends all to rank 0, which folds in rank order and sends the result to every rank, in place on the
/// output's `count` elements.
///
/// Two steps; `2 (world_size − 1) · count` elements are sent in sum, all of them to or from rank 0.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| flat_all_reduce(rank, 3, 5));
/// assert_eq!(Counted::of(&all).sent, [10, 5, 5]);
/// ```
pub fn flat_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let whole = || Place::output(0..count);
    let mut step = Step::default();
    if rank == 0 {
        step.fold_in_rank_order(rank, world_size, whole(), &whole());
        // Rank 0's own values come first, and they are there already.
        step.actions.remove(0);
    } else {
        step.actions.push(Action::Send { peer: 0, from: whole() });
    }
    Schedule { steps: vec![step, tell_all(rank, world_size, 0, count)], scratch: 0 }
}

fn tell_all(rank: usize, world_size: usize, root: usize, count: usize) -> Step {
    let whole = || Place::output(0..count);
    let mut step = Step::default();
    if rank == root {
        step.send_to_others(rank, world_size, &|_| whole());
    } else {
        step.actions.push(Action::Receive { peer: root, into: whole() });
    }
    step
}
