use super::{Place, Schedule, Step, even_chunk};

/// Every rank sends its `count` input elements to every other; the output holds them by group rank.
///
/// One step; each rank sends `(world_size − 1) · count` elements.
pub fn direct_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    let mine = || Place::input(0..count);
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &|_| mine());
    step.receive_from_all(rank, world_size, mine(), &|peer| Place::output(even_chunk(count, peer)));
    Schedule::one_step(step.actions)
}
