use super::{Action, Place, Schedule, Step, even_chunk};

/// Bruck's all-gather (1997): at step `k` every rank sends the first blocks it has, up to `2^k` of them, to the rank
/// `2^k` before it; `ceil(log2(world_size))` steps in any world. Each input has `count` elements.
///
/// Each rank sends `(world_size − 1) · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2].map(|rank| bruck_all_gather(rank, 3, 2));
/// assert_eq!(Counted::of(&all).sent, [4; 3]);
/// ```
pub fn bruck_all_gather(rank: usize, world_size: usize, count: usize) -> Schedule {
    // Block i of the scratch is that of rank + i.
    let blocks = |from: usize, to: usize| Place::scratch(from * count..to * count);
    let copy = Action::Copy { from: Place::input(0..count), into: blocks(0, 1) };
    let mut steps = vec![Step { actions: vec![copy] }];
    let mut have = 1;
    while have < world_size {
        let more = have.min(world_size - have);
        steps.push(Step {
            actions: vec![
                Action::Send {
                    peer: (rank + world_size - have) % world_size,
                    from: blocks(0, more),
                },
                Action::Receive {
                    peer: (rank + have) % world_size,
                    into: blocks(have, have + more),
                },
            ],
        });
        have += more;
    }
    let place = |i: usize| Action::Copy {
        from: blocks(i, i + 1),
        into: Place::output(even_chunk(count, (rank + i) % world_size)),
    };
    steps.push(Step { actions: (0..world_size).map(place).collect() });
    Schedule { steps, scratch: world_size * count }
}

/// Bruck's all-to-all: part `j` travels the distance from its rank to rank `j` in steps of powers of two, together
/// with all parts whose distance has the same bit set. `ceil(log2(world_size))` messages from each rank instead of
/// `world_size − 1`, at the price of moving parts more than once. Input and output have `world_size · count` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1, 2, 3].map(|rank| bruck_all_to_all(rank, 4, 1));
/// assert_eq!(Counted::of(&all).messages, [2; 4]);
/// ```
pub fn bruck_all_to_all(rank: usize, world_size: usize, count: usize) -> Schedule {
    // Block d of the scratch is what still has the distance d to go, or had; behind them is room to pack messages.
    let block = |d: usize| Place::scratch(even_chunk(count, d));
    let packed = |i: usize| Place::scratch(even_chunk(count, world_size + i));
    let message = |n: usize| Place::scratch(world_size * count..(world_size + n) * count);
    let rotate = |d: usize| Action::Copy {
        from: Place::input(even_chunk(count, (rank + d) % world_size)),
        into: block(d),
    };
    let mut steps = vec![Step { actions: (0..world_size).map(rotate).collect() }];
    let mut distance = 1;
    while distance < world_size {
        let moving: Vec<usize> = (0..world_size).filter(|d| d & distance != 0).collect();
        let pack = |(i, d): (usize, &usize)| Action::Copy { from: block(*d), into: packed(i) };
        steps.push(Step { actions: moving.iter().enumerate().map(pack).collect() });
        let mut actions = vec![
            Action::Send { peer: (rank + distance) % world_size, from: message(moving.len()) },
            Action::Receive {
                peer: (rank + world_size - distance) % world_size,
                into: message(moving.len()),
            },
        ];
        let unpack = |(i, d): (usize, &usize)| Action::Copy { from: packed(i), into: block(*d) };
        actions.extend(moving.iter().enumerate().map(unpack));
        steps.push(Step { actions });
        distance *= 2;
    }
    let place = |d: usize| Action::Copy {
        from: block(d),
        into: Place::output(even_chunk(count, (rank + world_size - d) % world_size)),
    };
    steps.push(Step { actions: (0..world_size).map(place).collect() });
    Schedule { steps, scratch: 2 * world_size * count }
}
