use super::{Action, Place, Schedule, Step};

/// At step `k`, rank `r` sends an empty message to rank `r + 2^k` and waits for one from rank `r − 2^k`; after
/// `ceil(log2(world_size))` steps every rank has heard, directly or not, of every other.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3, 4].map(|rank| dissemination_barrier(rank, 5));
/// assert_eq!(Counted::of(&all).messages, [3; 5]);
/// ```
pub fn dissemination_barrier(rank: usize, world_size: usize) -> Schedule {
    let mut steps = Vec::new();
    let mut distance = 1;
    while distance < world_size {
        let nothing = Place::input(0..0);
        steps.push(Step {
            actions: vec![
                Action::Send { peer: (rank + distance) % world_size, from: nothing.clone() },
                Action::Receive {
                    peer: (rank + world_size - distance) % world_size,
                    into: nothing,
                },
            ],
        });
        distance *= 2;
    }
    Schedule { steps, scratch: 0 }
}
