use super::{Action, Place, Schedule, Step};

/// Every rank sends its `count` input elements to the root, which folds them in rank order.
///
/// One step; `(world_size − 1) · count` elements are sent in sum, all to the root.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| flat_reduce(rank, 3, 0, 4));
/// assert_eq!(Counted::of(&all).sent, [0, 4, 4]);
/// ```
pub fn flat_reduce(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let mine = Place::input(0..count);
    if rank != root {
        return Schedule::one_step(vec![Action::Send { peer: root, from: mine }]);
    }
    let mut step = Step::default();
    step.fold_in_rank_order(rank, world_size, mine, &Place::output(0..count));
    Schedule::one_step(step.actions)
}
