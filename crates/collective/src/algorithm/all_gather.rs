use super::all_to_all_v::parts;
use super::{Place, Schedule, Step, even_chunk};

/// Every rank sends its `count` input elements to every other; the output holds them by group rank.
///
/// One step; each rank sends `(world_size − 1) · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| direct_all_gather(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn direct_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mine = || Place::input(0..count);
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &|_| mine());
    step.receive_from_all(rank, world_size, mine(), &|peer| Place::output(even_chunk(count, peer)));
    Schedule::one_step(step.actions)
}

/// As [`direct_all_gather`], of parts of different sizes: `counts[i]` elements come from rank `i`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| direct_all_gather_v(rank, &[1, 0, 2]));
/// assert_eq!(Counted::of(&all).sent, [2, 0, 4]);
/// ```
pub fn direct_all_gather_v(rank: usize, counts: &[usize]) -> Schedule {
    let (world_size, into) = (counts.len(), parts(counts));
    let mine = || Place::input(0..counts[rank]);
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &|_| mine());
    step.receive_from_all(rank, world_size, mine(), &|peer| Place::output(into[peer].clone()));
    Schedule::one_step(step.actions)
}
