use super::{Action, Place, Schedule, Step, chunk, even_chunk};

/// Ring all-reduce in place on the output's `count` elements (Patarasuk and Yuan 2009): at each of `world_size − 1`
/// steps every rank passes a chunk to the next one, which folds its own in, then the finished chunks go round again.
///
/// `2 (world_size − 1)` steps; `2 (world_size − 1) · count` elements are sent in sum. Chunk `c` is folded in the order
/// `c, c + 1, … c − 1`, so its bits may differ from those of a fold in rank order.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| ring_all_reduce(rank, 4, 8));
/// assert_eq!(Counted::of(&all).total(), 2 * 3 * 8);
/// ```
pub fn ring_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |index: usize| Place::output(chunk(count, world_size, index));
    let mut steps = reduce_steps(rank, world_size, 0, part);
    steps.extend(gather_steps(rank, world_size, 1, part));
    Schedule { steps, scratch: 0 }
}

/// Ring reduce-scatter: as the first half of the ring all-reduce, shifted so that rank `r` ends with part `r`.
///
/// The input has `world_size · count` elements. `world_size − 1` steps; each rank sends `(world_size − 1) · count`
/// elements. Part `r` is folded in the order `r + 1, r + 2, … r`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| ring_reduce_scatter(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn ring_reduce_scatter(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |index: usize| Place::scratch(even_chunk(count, index));
    let own = |index: usize| Place::input(even_chunk(count, index));
    // Part by part: each may be a tensor of its own.
    let copies = (0..world_size).map(|i| Action::Copy { from: own(i), into: part(i) });
    let mut steps = vec![Step { actions: copies.collect() }];
    steps.extend(reduce_steps(rank, world_size, 1, part));
    let result = Action::Copy { from: part(rank), into: Place::output(0..count) };
    steps.push(Step { actions: vec![result] });
    Schedule { steps, scratch: world_size * count }
}

/// Ring all-gather: every part goes round once.
///
/// `world_size − 1` steps; each rank sends `(world_size − 1) · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| ring_all_gather(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn ring_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    let part = |index: usize| Place::output(even_chunk(count, index));
    let copy = Action::Copy { from: Place::input(0..count), into: part(rank) };
    let mut steps = vec![Step { actions: vec![copy] }];
    steps.extend(gather_steps(rank, world_size, 0, part));
    Schedule { steps, scratch: 0 }
}

/// `world_size − 1` steps of passing and folding; at the end rank `r` has chunk `r + 1 − shift` whole.
fn reduce_steps(
    rank: usize,
    world_size: usize,
    shift: usize,
    part: impl Fn(usize) -> Place,
) -> Vec<Step> {
    let (next, last) = neighbours(rank, world_size);
    let around = |back: usize| part((rank + 2 * world_size - back - shift) % world_size);
    let step = |k: usize| Step {
        actions: vec![
            Action::Send { peer: next, from: around(k) },
            Action::ReceiveFold { peer: last, into: around(k + 1) },
        ],
    };
    (0..world_size.saturating_sub(1)).map(step).collect()
}

/// `world_size − 1` steps of passing on; at the start rank `r` has chunk `r + ahead`.
pub(super) fn gather_steps(
    rank: usize,
    world_size: usize,
    ahead: usize,
    part: impl Fn(usize) -> Place,
) -> Vec<Step> {
    let (next, last) = neighbours(rank, world_size);
    let around = |back: usize| part((rank + ahead + world_size - back) % world_size);
    let step = |k: usize| Step {
        actions: vec![
            Action::Send { peer: next, from: around(k) },
            Action::Receive { peer: last, into: around(k + 1) },
        ],
    };
    (0..world_size.saturating_sub(1)).map(step).collect()
}

fn neighbours(rank: usize, world_size: usize) -> (usize, usize) {
    ((rank + 1) % world_size, (rank + world_size - 1) % world_size)
}
