use super::reduce_scatter::fold_in_rank_order;
use super::{Action, Place, Schedule, Step, chunk};

/// Direct reduce-scatter, then direct all-gather, in place on the output's `count` elements, whatever `count` is.
///
/// Rank `j` folds chunk `j` in rank order, so the result equals reduce-scatter followed by all-gather, and a reduce,
/// bit for bit. Two steps; rank `r` sends `count − |chunk r|` elements, then `(world_size − 1) · |chunk r|`.
pub fn direct_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |index| Place::output(chunk(count, world_size, index));
    let others = || (1..world_size).map(move |distance| (rank + distance) % world_size);
    let own = chunk(count, world_size, rank).len();
    let folded = Place::scratch(0..own);

    let mut reduce: Vec<Action> =
        others().map(|peer| Action::Send { peer, from: part(peer) }).collect();
    reduce.extend(fold_in_rank_order(rank, world_size, part(rank), &folded));
    reduce.push(Action::Copy { from: folded, into: part(rank) });

    let mut gather: Vec<Action> =
        others().map(|peer| Action::Send { peer, from: part(rank) }).collect();
    gather.extend(others().map(|peer| Action::Receive { peer, into: part(peer) }));

    Schedule { steps: vec![Step { actions: reduce }, Step { actions: gather }], scratch: own }
}
