use super::{Schedule, binomial_all_reduce};

/// Empty messages up a binomial tree to rank 0 and down again; `2 ceil(log2(world_size))` steps, `2 (world_size − 1)`
/// messages in sum.
pub fn tree_barrier(rank: usize, world_size: usize) -> Schedule {
    binomial_all_reduce(rank, world_size, 0)
}
