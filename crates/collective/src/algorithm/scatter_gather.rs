use super::ring::gather_steps;
use super::{Action, Place, Schedule, Step, chunk};

/// Van de Geijn's broadcast of large messages: the root scatters chunks to all ranks, which then pass them round a ring.
///
/// `world_size` steps; the root's chunk need not be scattered, so `count − |chunk|` elements are sent in the first
/// step and `(world_size − 1) · count` in the others. The output has `count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| scatter_all_gather_broadcast(rank, 4, 0, 8));
/// assert_eq!(Counted::of(&all).total(), 8 - 2 + 3 * 8);
/// ```
pub fn scatter_all_gather_broadcast(
    rank: usize,
    world_size: usize,
    root: usize,
    count: usize,
) -> Schedule {
    let part = |index: usize| Place::output(chunk(count, world_size, index));
    let mut actions = Vec::new();
    if rank == root {
        let others = (1..world_size).map(|distance| (rank + distance) % world_size);
        actions.extend(others.map(|peer| Action::Send { peer, from: part(peer) }));
    } else {
        actions.push(Action::Receive { peer: root, into: part(rank) });
    }
    let mut steps = vec![Step { actions }];
    steps.extend(gather_steps(rank, world_size, 0, part));
    Schedule { steps, scratch: 0 }
}
