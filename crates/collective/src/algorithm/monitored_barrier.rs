use super::{Action, Place, Schedule, Step};

/// Every rank tells rank 0, which then tells every rank: slower than other barriers, but rank 0 knows who is missing.
///
/// Two steps; `2 (world_size − 1)` empty messages.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| monitored_barrier(rank, 3));
/// assert_eq!(Counted::of(&all).messages, [2, 1, 1]);
/// ```
pub fn monitored_barrier(rank: usize, world_size: usize) -> Schedule {
    let nothing = || Place::input(0..0);
    let others = 1..world_size;
    let (arrive, release): (Vec<Action>, Vec<Action>) = if rank == 0 {
        let hear = |peer| Action::Receive { peer, into: nothing() };
        let tell = |peer| Action::Send { peer, from: nothing() };
        (others.clone().map(hear).collect(), others.map(tell).collect())
    } else {
        let (peer, nothing) = (0, nothing());
        let arrive = Action::Send { peer, from: nothing.clone() };
        (vec![arrive], vec![Action::Receive { peer, into: nothing }])
    };
    Schedule { steps: vec![Step { actions: arrive }, Step { actions: release }], scratch: 0 }
}
