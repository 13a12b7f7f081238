use super::{Action, Place, Schedule, Step, even_chunk};

/// Every rank sends its `count` input elements to the root, whose output holds them by group rank.
///
/// One step; `(world_size − 1) · count` elements are sent in sum.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| flat_gather(rank, 3, 2, 4));
/// assert_eq!(Counted::of(&all).sent, [4, 4, 0]);
/// ```
pub fn flat_gather(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let mine = Place::input(0..count);
    if rank != root {
        return Schedule::one_step(vec![Action::Send { peer: root, from: mine }]);
    }
    let mut step = Step::default();
    step.receive_from_all(rank, world_size, mine, &|peer| Place::output(even_chunk(count, peer)));
    Schedule::one_step(step.actions)
}
