use crate::call::Collective;

/// What nccl-tests multiplies the algorithm bandwidth (bytes over time) by to get one that does not depend on the number
/// of ranks, and can be compared with that of a link. Follows nccl-tests' doc/PERFORMANCE.md, and its gather.cu and
/// scatter.cu.
///
/// ```
/// # use collective::{Collective, cost::bus_factor};
/// assert_eq!(bus_factor(Collective::AllReduce, 4), 1.5);
/// ```
pub fn bus_factor(collective: Collective, world_size: usize) -> f64 {
    let w = world_size.max(1) as f64;
    match collective {
        Collective::AllReduce => 2.0 * (w - 1.0) / w,
        Collective::AllGather
        | Collective::ReduceScatter
        | Collective::AllToAll
        | Collective::Scatter
        | Collective::Gather => (w - 1.0) / w,
        _ => 1.0,
    }
}

/// Bus bandwidth in bytes a second, for an operation on `bytes` (the larger of its two buffers) in `seconds`.
///
/// ```
/// # use collective::{Collective, cost::busbw};
/// assert_eq!(busbw(Collective::AllGather, 4, 8_000_000, 2.0), 3e6);
/// ```
pub fn busbw(collective: Collective, world_size: usize, bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / seconds * bus_factor(collective, world_size)
}
