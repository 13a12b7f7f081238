use super::doubling::{lean_in, lean_out};
use super::powers::{Powers, elements};
use super::{Action, Place, Schedule, Step, chunk, even_chunk};

/// Rabenseifner's all-reduce in place on the output's `count` elements: recursive halving reduce-scatter, then
/// recursive doubling all-gather.
///
/// For a power of two of ranks, `2 log2(world_size)` steps and `2 (world_size − 1) / world_size · count` elements sent
/// by each rank (rounded to chunks); else one step more before and one after, of all elements, for the ranks that lean
/// on another. Chunk `c` is folded as in the reduce-scatter.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| halving_doubling_all_reduce(rank, 4, 8));
/// assert_eq!(Counted::of(&all).sent, [2 * 3 * 8 / 4; 4]);
/// ```
pub fn halving_doubling_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let powers = Powers::new(world_size);
    let chunks = |first: usize, ranks: usize| {
        let start = chunk(count, powers.power, first).start;
        let end =
            if ranks == 0 { start } else { chunk(count, powers.power, first + ranks - 1).end };
        Place::output(start..end)
    };
    let whole = || Place::output(0..count);
    let mut steps = vec![lean_in(powers, rank, whole())];
    steps.extend(halve(powers, rank, chunks));
    for k in 0..powers.log2() {
        let size = 1 << k;
        let mut actions = Vec::new();
        if powers.leans_on(rank).is_none() {
            let peer = rank ^ size;
            actions.push(Action::Send { peer, from: chunks(rank & !(size - 1), size) });
            actions.push(Action::Receive { peer, into: chunks(peer & !(size - 1), size) });
        }
        steps.push(Step { actions });
    }
    steps.push(lean_out(powers, rank, whole()));
    Schedule { steps, scratch: 0 }
}

/// Recursive halving reduce-scatter: at each step a rank keeps half of what it has, and sends the other half to the
/// rank that keeps that. The input has `world_size · count` elements.
///
/// For a power of two of ranks, `log2(world_size)` steps and `(world_size − 1) · count` elements sent by each rank;
/// else one step more before and one after, for the ranks that lean on another. A rank folds its own values first, then
/// what its partners have folded, from the farthest to the nearest; first of all those of the rank that leans on it.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| recursive_halving_reduce_scatter(rank, 4, 1));
/// assert_eq!(Counted::of(&all).sent, [3; 4]);
/// ```
pub fn recursive_halving_reduce_scatter(rank: usize, world_size: usize, count: usize) -> Schedule {
    let powers = Powers::new(world_size);
    let blocks = |first, ranks| Place::scratch(elements(powers.blocks(first, ranks), count));
    let own = |rank| Place::scratch(even_chunk(count, powers.block(rank)));
    let by_carrier = (0..world_size)
        .map(|peer| Action::Copy { from: Place::input(even_chunk(count, peer)), into: own(peer) });
    let mut steps = vec![Step { actions: by_carrier.collect() }];
    steps.push(lean_in(powers, rank, Place::scratch(0..world_size * count)));
    steps.extend(halve(powers, rank, blocks));

    let result = Place::output(0..count);
    let mut last = Vec::new();
    if let Some(peer) = powers.leans_on(rank) {
        last.push(Action::Receive { peer, into: result });
    } else {
        if let Some(peer) = powers.carries(rank) {
            last.push(Action::Send { peer, from: own(peer) });
        }
        last.push(Action::Copy { from: own(rank), into: result });
    }
    steps.push(Step { actions: last });
    Schedule { steps, scratch: world_size * count }
}

/// The halving steps: `part(first, ranks)` is where the parts of so many ranks lie.
fn halve(powers: Powers, rank: usize, part: impl Fn(usize, usize) -> Place) -> Vec<Step> {
    let step = |k: usize| {
        let size = powers.power >> (k + 1);
        if powers.leans_on(rank).is_some() {
            return Step::default();
        }
        let peer = rank ^ size;
        Step {
            actions: vec![
                Action::Send { peer, from: part(peer & !(size - 1), size) },
                Action::ReceiveFold { peer, into: part(rank & !(size - 1), size) },
            ],
        }
    };
    (0..powers.log2()).map(step).collect()
}
