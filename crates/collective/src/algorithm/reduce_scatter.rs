use super::all_to_all_v::parts;
use super::{Place, Schedule, Step, even_chunk};

/// Every rank sends part `j` of its input to rank `j`, which folds the parts it gets in rank order: 0, 1, … W − 1.
///
/// The input has `world_size · count` elements, the output `count`. One step; each rank sends
/// `(world_size − 1) · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| direct_reduce_scatter(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn direct_reduce_scatter(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |peer| Place::input(even_chunk(count, peer));
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &part);
    step.fold_in_rank_order(rank, world_size, part(rank), &Place::output(0..count));
    Schedule::one_step(step.actions)
}

/// As [`direct_reduce_scatter`], of parts of different sizes: `counts[j]` elements go to rank `j`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| direct_reduce_scatter_v(rank, &[1, 2, 0]));
/// assert_eq!(Counted::of(&all).sent, [2, 1, 3]);
/// ```
pub fn direct_reduce_scatter_v(rank: usize, counts: &[usize]) -> Schedule {
    let (world_size, from) = (counts.len(), parts(counts));
    let part = |peer: usize| Place::input(from[peer].clone());
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &part);
    step.fold_in_rank_order(rank, world_size, part(rank), &Place::output(0..counts[rank]));
    Schedule::one_step(step.actions)
}
