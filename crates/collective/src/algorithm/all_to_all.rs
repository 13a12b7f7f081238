use super::{Place, Schedule, Step, even_chunk};

/// Part `j` of rank `i`'s input becomes part `i` of rank `j`'s output: a transpose of parts, all posted at once.
///
/// Input and output have `world_size · count` elements. One step; each rank sends `(world_size − 1) · count`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| direct_all_to_all(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn direct_all_to_all(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |peer| Place::input(even_chunk(count, peer));
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &part);
    let into = |peer| Place::output(even_chunk(count, peer));
    step.receive_from_all(rank, world_size, part(rank), &into);
    Schedule::one_step(step.actions)
}
