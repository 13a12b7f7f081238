use super::{Action, Place, Schedule, even_chunk};

/// The root sends part `j` of its input to rank `j`; every output has `count` elements.
///
/// One step; the root sends `(world_size − 1) · count` elements.
pub fn flat_scatter(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let into = Place::output(0..count);
    if rank != root {
        return Schedule::one_step(vec![Action::Receive { peer: root, into }]);
    }
    let part = |index| Place::input(even_chunk(count, index));
    let mut actions: Vec<Action> = (1..world_size)
        .map(|distance| (rank + distance) % world_size)
        .map(|peer| Action::Send { peer, from: part(peer) })
        .collect();
    actions.push(Action::Copy { from: part(rank), into });
    Schedule::one_step(actions)
}
