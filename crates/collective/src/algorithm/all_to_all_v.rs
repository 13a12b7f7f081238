use std::ops::Range;

use super::{Place, Schedule, Step};

/// All-to-all of parts of any sizes, all posted at once: `inputs[j]` elements go to rank `j`, `outputs[i]` come from
/// rank `i`; zero is a size too. Parts lie one after the other. What a rank sends itself has two sizes too: whoever runs
/// the schedule compares them.
///
/// One step; rank `r` sends the sum of its `inputs` but its own.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let schedule = direct_all_to_all_v(0, &[1, 3], &[1, 2]);
/// let send = Action::Send { peer: 1, from: Place::input(1..4) };
/// assert_eq!(schedule.steps[0].actions[0], send);
/// ```
pub fn direct_all_to_all_v(rank: usize, inputs: &[usize], outputs: &[usize]) -> Schedule {
    let world_size = inputs.len();
    let (from, into) = (parts(inputs), parts(outputs));
    let part = |peer: usize| Place::input(from[peer].clone());
    let mut step = Step::default();
    step.send_to_others(rank, world_size, &part);
    let into = |peer: usize| Place::output(into[peer].clone());
    step.receive_from_all(rank, world_size, part(rank), &into);
    Schedule::one_step(step.actions)
}

pub(super) fn parts(sizes: &[usize]) -> Vec<Range<usize>> {
    let mut start = 0;
    let part = |&size: &usize| {
        let part = start..start + size;
        start += size;
        part
    };
    sizes.iter().map(part).collect()
}
