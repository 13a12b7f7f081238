use super::{Action, Place, Schedule, Step, chunk};

/// Pipelined broadcast along a chain that starts at the root: the `count` elements go in `segments` parts, and a rank
/// passes one on while it receives the next.
///
/// `world_size − 2 + segments` steps; `(world_size − 1) · count` elements are sent in sum.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| chain_broadcast(rank, 3, 0, 8, 4));
/// assert_eq!(Counted::of(&all).steps.len(), 3 - 2 + 4);
/// ```
pub fn chain_broadcast(
    rank: usize,
    world_size: usize,
    root: usize,
    count: usize,
    segments: usize,
) -> Schedule {
    let segments = segments.max(1);
    let node = (rank + world_size - root) % world_size;
    let part = |segment: usize| Place::output(chunk(count, segments, segment));
    let step = |k: usize| {
        let mut actions = Vec::new();
        // Node n receives segment k + 1 - n and sends segment k - n, where there are such.
        let sending = k.checked_sub(node).filter(|segment| *segment < segments);
        if let Some(segment) = sending.filter(|_| node + 1 < world_size) {
            actions.push(Action::Send { peer: (rank + 1) % world_size, from: part(segment) });
        }
        let receiving = (k + 1).checked_sub(node).filter(|segment| *segment < segments);
        if let Some(segment) = receiving.filter(|_| node > 0) {
            let peer = (rank + world_size - 1) % world_size;
            actions.push(Action::Receive { peer, into: part(segment) });
        }
        Step { actions }
    };
    let steps = if world_size > 1 { world_size - 2 + segments } else { 0 };
    Schedule { steps: (0..steps).map(step).collect(), scratch: 0 }
}
