//! Runs one program in every way there is here, and gives each run's results by rank.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]
#![allow(dead_code, reason = "each test binary uses its part")]

use collective::{Collective, Context, PeerFailure, Settings, simulator, threads};
use tensor::{DType, Tensor};

/// A message may be larger than any of these.
pub const CAPACITIES: [usize; 2] = [256, 64 * 1024];
pub const WORLD_SIZES: [usize; 8] = [1, 2, 3, 4, 5, 7, 8, 16];

/// The collectives that there are several algorithms for.
pub const COLLECTIVES: [Collective; 9] = [
    Collective::Broadcast,
    Collective::Scatter,
    Collective::Gather,
    Collective::Reduce,
    Collective::AllGather,
    Collective::ReduceScatter,
    Collective::AllReduce,
    Collective::AllToAll,
    Collective::Barrier,
];

pub fn everywhere<T: Send + std::fmt::Debug>(
    world_size: usize,
    program: impl AsyncFn(Context) -> T + Sync,
    check: impl Fn(usize, &T),
) {
    everywhere_with(Settings::default(), world_size, program, check);
}

/// As [`everywhere`], where ranks behave otherwise than usual.
pub fn everywhere_with<T: Send + std::fmt::Debug>(
    settings: Settings,
    world_size: usize,
    program: impl AsyncFn(Context) -> T + Sync,
    check: impl Fn(usize, &T),
) {
    let check_all = |how: &str, results: Vec<Result<T, PeerFailure>>| {
        assert_eq!(results.len(), world_size);
        for (rank, result) in results.iter().enumerate() {
            match result {
                Ok(value) => check(rank, value),
                Err(failure) => panic!("{how}, world size {world_size}: {failure}"),
            }
        }
    };
    for capacity in CAPACITIES {
        for seed in 0..3 {
            let options = simulator::Options { settings, capacity, seed };
            check_all("simulator", simulator::run(world_size, options, &program));
        }
        let options = threads::Options { settings, capacity };
        check_all("threads", threads::run(world_size, options, &program));
    }
}

pub type Outcome<T> = collective::Result<T>;

/// Element `i` of rank `rank`'s input: no two alike, exact in every type.
pub fn element(rank: usize, i: usize) -> i64 {
    (1000 * (rank + 1) + i) as i64
}

pub fn input(rank: usize, count: usize) -> Outcome<Tensor> {
    Ok(Tensor::from_vec((0..count).map(|i| element(rank, i)).collect(), &[count])?)
}

pub fn empty(count: usize) -> Outcome<Tensor> {
    Ok(Tensor::empty(&[count], DType::Int64)?)
}
