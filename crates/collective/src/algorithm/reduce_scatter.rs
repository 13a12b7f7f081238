use super::{Action, Place, Schedule, even_chunk};

/// Every rank sends part `j` of its input to rank `j`, which folds the parts it gets in rank order: 0, 1, … W − 1.
///
/// The input has `world_size · count` elements, the output `count`. One step; each rank sends
/// `(world_size − 1) · count` elements.
pub fn direct_reduce_scatter(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mut actions: Vec<Action> = (1..world_size)
        .map(|distance| (rank + distance) % world_size)
        .map(|peer| Action::Send { peer, from: Place::input(even_chunk(count, peer)) })
        .collect();
    let own = Place::input(even_chunk(count, rank));
    actions.extend(fold_in_rank_order(rank, world_size, own, &Place::output(0..count)));
    Schedule::one_step(actions)
}

/// The receives of a fold over all group ranks: the first part is copied, the others are folded in, in rank order,
/// the rank's `own` part in its place among them.
pub(super) fn fold_in_rank_order(
    rank: usize,
    world_size: usize,
    own: Place,
    into: &Place,
) -> Vec<Action> {
    let mut own = Some(own);
    (0..world_size)
        .filter_map(|peer| {
            let into = into.clone();
            match (peer == rank, peer == 0) {
                (true, true) => own.take().map(|from| Action::Copy { from, into }),
                (true, false) => own.take().map(|from| Action::Fold { from, into }),
                (false, true) => Some(Action::Receive { peer, into }),
                (false, false) => Some(Action::ReceiveFold { peer, into }),
            }
        })
        .collect()
}
