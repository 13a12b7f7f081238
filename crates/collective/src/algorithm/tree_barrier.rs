use super::{Schedule, binomial_all_reduce};

/// Empty messages up a binomial tree to rank 0 and down again; `2 ceil(log2(world_size))` steps, `2 (world_size − 1)`
/// messages in sum.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| tree_barrier(rank, 4));
/// assert_eq!(Counted::of(&all).messages, [2, 2, 1, 1]);
/// ```
pub fn tree_barrier(rank: usize, world_size: usize) -> Schedule {
    binomial_all_reduce(rank, world_size, 0)
}
