use super::{Action, Place, Schedule};

/// Each rank sends an empty message to the next one round the ring. Who calls something else than its neighbour is
/// found out by the envelope; unlike a barrier it does not wait for all.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| neighbour_exchange(rank, 3));
/// assert_eq!(Counted::of(&all).messages, [1; 3]);
/// ```
pub fn neighbour_exchange(rank: usize, world_size: usize) -> Schedule {
    if world_size < 2 {
        return Schedule::default();
    }
    let nothing = Place::input(0..0);
    Schedule::one_step(vec![
        Action::Send { peer: (rank + 1) % world_size, from: nothing.clone() },
        Action::Receive { peer: (rank + world_size - 1) % world_size, into: nothing },
    ])
}
