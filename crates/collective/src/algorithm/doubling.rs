use super::powers::{Powers, elements};
use super::{Action, Place, Schedule, Step, even_chunk};

/// Recursive doubling all-reduce in place on the output's `count` elements: at step `k` ranks `2^k` apart exchange all
/// they have and fold. For a power of two of ranks, `log2(world_size)` steps of `count` elements each; else one step
/// more before and one after, for the ranks that lean on another.
///
/// Both sides fold the lower rank's values first, so all ranks end with the same bits, though not those of a fold in
/// rank order: `((0 + 1) + (2 + 3)) + …`, after the ranks that lean on another have been folded into that.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| recursive_doubling_all_reduce(rank, 4, 3));
/// assert_eq!(Counted::of(&all).sent, [2 * 3; 4]);
/// ```
pub fn recursive_doubling_all_reduce(rank: usize, world_size: usize, count: usize) -> Schedule {
    let powers = Powers::new(world_size);
    let whole = || Place::output(0..count);
    let mut steps = vec![lean_in(powers, rank, whole())];
    for k in 0..powers.log2() {
        steps.push(exchange(powers, rank, rank ^ (1 << k), count));
    }
    steps.push(lean_out(powers, rank, whole()));
    Schedule { steps, scratch: count }
}

/// Sends all to the partner and folds what it sends, the lower rank's values first.
fn exchange(powers: Powers, rank: usize, peer: usize, count: usize) -> Step {
    let (whole, theirs) = (|| Place::output(0..count), || Place::scratch(0..count));
    if powers.leans_on(rank).is_some() {
        return Step::default();
    }
    let send = Action::Send { peer, from: whole() };
    let actions = if peer > rank {
        vec![send, Action::ReceiveFold { peer, into: whole() }]
    } else {
        vec![
            send,
            Action::Receive { peer, into: theirs() },
            Action::Fold { from: whole(), into: theirs() },
            Action::Copy { from: theirs(), into: whole() },
        ]
    };
    Step { actions }
}

/// The step in which leaning ranks hand over what they have, to be folded in.
pub(super) fn lean_in(powers: Powers, rank: usize, place: Place) -> Step {
    let mut actions = Vec::new();
    if let Some(peer) = powers.leans_on(rank) {
        actions.push(Action::Send { peer, from: place });
    } else if let Some(peer) = powers.carries(rank) {
        actions.push(Action::ReceiveFold { peer, into: place });
    }
    Step { actions }
}

/// The step in which leaning ranks get the result.
pub(super) fn lean_out(powers: Powers, rank: usize, place: Place) -> Step {
    let mut actions = Vec::new();
    if let Some(peer) = powers.leans_on(rank) {
        actions.push(Action::Receive { peer, into: place });
    } else if let Some(peer) = powers.carries(rank) {
        actions.push(Action::Send { peer, from: place });
    }
    Step { actions }
}

/// Recursive doubling all-gather: at step `k` ranks `2^k` apart exchange all blocks they have, which are twice as many
/// after each. Each input has `count` elements.
///
/// For a power of two of ranks, `log2(world_size)` steps and `(world_size − 1) · count` elements sent by each rank;
/// else one step more before and one after, for the ranks that lean on another.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| recursive_doubling_all_gather(rank, 4, 1));
/// assert_eq!(Counted::of(&all).sent, [3; 4]);
/// ```
pub fn recursive_doubling_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    let powers = Powers::new(world_size);
    let blocks = |first, ranks| Place::scratch(elements(powers.blocks(first, ranks), count));
    let own = || Place::scratch(even_chunk(count, powers.block(rank)));
    let copy = Action::Copy { from: Place::input(0..count), into: own() };
    let mut steps = vec![Step { actions: vec![copy] }];

    let mut lean = Vec::new();
    if let Some(peer) = powers.leans_on(rank) {
        lean.push(Action::Send { peer, from: own() });
    } else if let Some(peer) = powers.carries(rank) {
        let into = Place::scratch(even_chunk(count, powers.block(peer)));
        lean.push(Action::Receive { peer, into });
    }
    steps.push(Step { actions: lean });

    for k in 0..powers.log2() {
        let size = 1 << k;
        let mut actions = Vec::new();
        if powers.leans_on(rank).is_none() {
            let peer = rank ^ size;
            actions.push(Action::Send { peer, from: blocks(rank & !(size - 1), size) });
            actions.push(Action::Receive { peer, into: blocks(peer & !(size - 1), size) });
        }
        steps.push(Step { actions });
    }
    steps.push(lean_out(powers, rank, Place::scratch(0..world_size * count)));
    let in_rank_order = (0..world_size).map(|peer| Action::Copy {
        from: Place::scratch(even_chunk(count, powers.block(peer))),
        into: Place::output(even_chunk(count, peer)),
    });
    steps.push(Step { actions: in_rank_order.collect() });
    Schedule { steps, scratch: world_size * count }
}
