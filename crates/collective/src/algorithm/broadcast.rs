use super::{Action, Place, Schedule, Step};

/// The root's `count` elements reach all ranks by a binomial tree over ranks counted from the root: at step `k`,
/// the first `2^k` of them each send to the one `2^k` further.
///
/// `ceil(log2(world_size))` steps; `(world_size − 1) · count` elements are sent in sum.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| binomial_broadcast(rank, 4, 0, 5));
/// assert_eq!(Counted::of(&all).sent, [10, 5, 0, 0]);
/// ```
pub fn binomial_broadcast(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let place = || Place::output(0..count);
    let from_root = (rank + world_size - root) % world_size;
    let global = |distance: usize| (distance + root) % world_size;
    let mut steps = Vec::new();
    let mut reached = 1;
    while reached < world_size {
        let mut actions = Vec::new();
        if from_root < reached && from_root + reached < world_size {
            actions.push(Action::Send { peer: global(from_root + reached), from: place() });
        } else if (reached..2 * reached).contains(&from_root) {
            actions.push(Action::Receive { peer: global(from_root - reached), into: place() });
        }
        steps.push(Step { actions });
        reached *= 2;
    }
    Schedule { steps, scratch: 0 }
}
