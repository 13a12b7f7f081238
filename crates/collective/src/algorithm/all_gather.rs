use super::{Action, Place, Schedule, even_chunk};

/// Every rank sends its `count` input elements to every other; the output holds them by group rank.
///
/// One step; each rank sends `(world_size − 1) · count` elements.
pub fn direct_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mine = || Place::input(0..count);
    let mut actions: Vec<Action> = (1..world_size)
        .map(|distance| Action::Send { peer: (rank + distance) % world_size, from: mine() })
        .collect();
    actions.extend((0..world_size).map(|peer| {
        let into = Place::output(even_chunk(count, peer));
        if peer == rank {
            Action::Copy { from: mine(), into }
        } else {
            Action::Receive { peer, into }
        }
    }));
    Schedule::one_step(actions)
}
