use super::{Action, Place, Schedule, Step, chunk};

/// Direct reduce-scatter, then direct all-gather, in place on the output's `count` elements, whatever `count` is.
///
/// Rank `j` folds chunk `j` in rank order, so the result equals reduce-scatter followed by all-gather, and a reduce,
/// bit for bit. Two steps; rank `r` sends `count − |chunk r|` elements, then `(world_size − 1) · |chunk r|`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1].map(|rank| direct_all_reduce(rank, 2, 5));
/// assert_eq!(Counted::of(&all).sent, [2 + 3, 3 + 2]);
/// ```
pub fn direct_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |index| Place::output(chunk(count, world_size, index));
    let own = chunk(count, world_size, rank).len();
    let folded = Place::scratch(0..own);

    let mut reduce = Step::default();
    reduce.send_to_others(rank, world_size, &part);
    reduce.fold_in_rank_order(rank, world_size, part(rank), &folded);
    reduce.actions.push(Action::Copy { from: folded, into: part(rank) });

    let mut gather = Step::default();
    gather.send_to_others(rank, world_size, &|_| part(rank));
    for distance in 1..world_size {
        let peer = (rank + distance) % world_size;
        gather.actions.push(Action::Receive { peer, into: part(peer) });
    }
    Schedule { steps: vec![reduce, gather], scratch: own }
}
