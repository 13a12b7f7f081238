use super::{Action, Place, Schedule, even_chunk};

/// Part `j` of rank `i`'s input becomes part `i` of rank `j`'s output: a transpose of parts, all posted at once.
///
/// Input and output have `world_size · count` elements. One step; each rank sends `(world_size − 1) · count`.
pub fn direct_all_to_all(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mut actions: Vec<Action> = (1..world_size)
        .map(|distance| (rank + distance) % world_size)
        .map(|peer| Action::Send { peer, from: Place::input(even_chunk(count, peer)) })
        .collect();
    actions.extend((0..world_size).map(|peer| {
        let into = Place::output(even_chunk(count, peer));
        if peer == rank {
            Action::Copy { from: Place::input(even_chunk(count, rank)), into }
        } else {
            Action::Receive { peer, into }
        }
    }));
    Schedule::one_step(actions)
}
