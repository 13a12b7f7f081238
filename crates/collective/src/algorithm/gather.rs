use super::{Action, Place, Schedule, even_chunk};

/// Every rank sends its `count` input elements to the root, whose output holds them by group rank.
///
/// One step; `(world_size − 1) · count` elements are sent in sum.
pub fn flat_gather(rank: usize, world_size: usize, root: usize, count: usize) -> Schedule {
    let mine = Place::input(0..count);
    if rank != root {
        return Schedule::one_step(vec![Action::Send { peer: root, from: mine }]);
    }
    let actions = (0..world_size).map(|peer| {
        let into = Place::output(even_chunk(count, peer));
        if peer == rank {
            Action::Copy { from: mine.clone(), into }
        } else {
            Action::Receive { peer, into }
        }
    });
    Schedule::one_step(actions.collect())
}
