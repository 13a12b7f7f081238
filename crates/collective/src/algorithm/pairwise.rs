use super::{Action, Place, Schedule, Step, even_chunk};

/// Pairwise all-to-all: at step `k` every rank sends to the one `k` after it and receives from the one `k` before it.
///
/// `world_size − 1` steps, one message of `count` elements each; input and output have `world_size · count`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| pairwise_all_to_all(rank, 3, 2));
/// assert_eq!(Counted::of(&all).steps.len(), 2);
/// ```
pub fn pairwise_all_to_all(rank: usize, world_size: usize, count: usize) -> Schedule {
    let own = even_chunk(count, rank);
    let copy = Action::Copy { from: Place::input(own.clone()), into: Place::output(own) };
    let mut steps = vec![Step { actions: vec![copy] }];
    steps.extend((1..world_size).map(|k| {
        let (to, from) = ((rank + k) % world_size, (rank + world_size - k) % world_size);
        Step {
            actions: vec![
                Action::Send { peer: to, from: Place::input(even_chunk(count, to)) },
                Action::Receive { peer: from, into: Place::output(even_chunk(count, from)) },
            ],
        }
    }));
    Schedule { steps, scratch: 0 }
}
