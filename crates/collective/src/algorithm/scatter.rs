use super::{Action, Place, Schedule, Step, even_chunk};

/// The root sends part `j` of its input to rank `j`; every output has `count` elements.
///
/// One step; the root sends `(world_size − 1) · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| flat_scatter(rank, 3, 0, 2));
/// assert_eq!(Counted::of(&all).sent, [4, 0, 0]);
/// ```
pub fn flat_scatter(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let into = Place::output(0..count);
    if rank != root {
        return Schedule::one_step(vec![Action::Receive { peer: root, into }]);
    }
    let part = |peer| Place::input(even_chunk(count, peer));
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &part);
    step.actions.push(Action::Copy { from: part(rank), into });
    Schedule::one_step(step.actions)
}
