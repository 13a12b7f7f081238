//! Runs the schedules of all ranks without transport or values: each element carries where it came from.
#![allow(clippy::panic, clippy::expect_used, reason = "a test says what went wrong by panicking")]
#![allow(dead_code, reason = "each test binary uses its part")]

use std::collections::{BTreeMap, VecDeque};

use collective::algorithm::{Action, Buffer, Place, Schedule};

/// Where an element came from: the list of (rank, input element) folded into it, in order.
pub type Origin = Vec<(usize, usize)>;

pub struct Outcome {
    /// By rank, then element; `None` where nothing was written.
    pub outputs: Vec<Vec<Option<Origin>>>,
    /// Elements sent, by rank.
    pub sent: Vec<usize>,
    /// Steps in which any message was sent.
    pub steps: usize,
}

struct World {
    buffers: Vec<[Vec<Option<Origin>>; 3]>,
}

impl World {
    fn read(&self, rank: usize, place: &Place) -> Vec<Option<Origin>> {
        self.buffers[rank][place.buffer as usize][place.elements.clone()].to_vec()
    }

    fn put(&mut self, rank: usize, place: &Place, values: Vec<Option<Origin>>, fold: bool) {
        assert_eq!(values.len(), place.elements.len(), "a message of another size");
        for (element, value) in place.elements.clone().zip(values) {
            let there = &mut self.buffers[rank][place.buffer as usize][element];
            let value = value.expect("only what has been written is sent");
            match there {
                Some(origin) if fold => origin.extend(value),
                None if fold => panic!("a fold into nothing"),
                _ => *there = Some(value),
            }
        }
    }
}

/// Runs all ranks' schedules step by step. `input` and `output` are the buffers' sizes on a rank; an operation in
/// place has its input in the output buffer.
pub fn run(
    world_size: usize,
    schedule: impl Fn(usize) -> Schedule,
    input: impl Fn(usize) -> usize,
    output: impl Fn(usize) -> usize,
    in_place: impl Fn(usize) -> bool,
) -> Outcome {
    let schedules: Vec<Schedule> = (0..world_size).map(&schedule).collect();
    let own = |rank: usize, count: usize| (0..count).map(|i| Some(vec![(rank, i)])).collect();
    let buffers = (0..world_size).map(|rank| {
        let written =
            if in_place(rank) { own(rank, output(rank)) } else { vec![None; output(rank)] };
        [own(rank, input(rank)), written, vec![None; schedules[rank].scratch]]
    });
    let mut world = World { buffers: buffers.collect() };
    let mut sent = vec![0; world_size];
    let all_steps = schedules.iter().map(|schedule| schedule.steps.len()).max().unwrap_or(0);
    let mut steps = 0;
    for step in 0..all_steps {
        let mut under_way: BTreeMap<(usize, usize), VecDeque<_>> = BTreeMap::new();
        for (rank, schedule) in schedules.iter().enumerate() {
            for action in schedule.steps.get(step).map_or(&[][..], |step| &step.actions) {
                if let Action::Send { peer, from } = action {
                    sent[rank] += from.elements.len();
                    under_way.entry((rank, *peer)).or_default().push_back(world.read(rank, from));
                }
            }
        }
        steps += usize::from(!under_way.is_empty());
        for (rank, schedule) in schedules.iter().enumerate() {
            for action in schedule.steps.get(step).map_or(&[][..], |step| &step.actions) {
                match action {
                    Action::Send { .. } => {}
                    Action::ReceiveAny { .. } => panic!("no schedule of a collective does that"),
                    Action::Receive { peer, into } | Action::ReceiveFold { peer, into } => {
                        let waiting =
                            under_way.get_mut(&(*peer, rank)).and_then(VecDeque::pop_front);
                        let values = waiting.expect("a message to take");
                        let fold = matches!(action, Action::ReceiveFold { .. });
                        world.put(rank, into, values, fold);
                    }
                    Action::Copy { from, into } | Action::Fold { from, into } => {
                        let values = world.read(rank, from);
                        world.put(rank, into, values, matches!(action, Action::Fold { .. }));
                    }
                }
            }
        }
        assert!(under_way.values().all(VecDeque::is_empty), "a message that nobody takes");
    }
    let output = Buffer::Output as usize;
    let outputs = world.buffers.into_iter().map(|mut rank| std::mem::take(&mut rank[output]));
    Outcome { outputs: outputs.collect(), sent, steps }
}

pub fn nowhere(_: usize) -> bool {
    false
}

pub fn everywhere(_: usize) -> bool {
    true
}

pub fn log2_ceil(n: usize) -> usize {
    n.next_power_of_two().trailing_zeros() as usize
}
