use super::{Action, Place, Schedule};

/// Each rank sends an empty message to the next one round the ring. Who calls something else than its neighbour is
/// found out by the envelope; unlike a barrier it does not wait for all.
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
