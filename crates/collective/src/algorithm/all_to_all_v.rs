use std::ops::Range;

use super::{Action, Place, Schedule};

/// All-to-all of parts of any sizes, all posted at once: `inputs[j]` elements go to rank `j`, `outputs[i]` come from
/// rank `i`; zero is a size too. Parts lie one after the other.
///
/// One step; rank `r` sends the sum of its `inputs` but its own.
pub fn direct_all_to_all_v(rank: usize, inputs: &[usize], outputs: &[usize]) -> Schedule {
    let world_size = inputs.len();
    let (from, into) = (parts(inputs), parts(outputs));
    let mut actions: Vec<Action> = (1..world_size)
        .map(|distance| (rank + distance) % world_size)
        .map(|peer| Action::Send { peer, from: Place::input(from[peer].clone()) })
        .collect();
    actions.extend(into.into_iter().enumerate().map(|(peer, part)| {
        let into = Place::output(part);
        if peer == rank {
            Action::Copy { from: Place::input(from[rank].clone()), into }
        } else {
            Action::Receive { peer, into }
        }
    }));
    Schedule::one_step(actions)
}

fn parts(sizes: &[usize]) -> Vec<Range<usize>> {
    let mut start = 0;
    let part = |&size: &usize| {
        let part = start..start + size;
        start += size;
        part
    };
    sizes.iter().map(part).collect()
}
