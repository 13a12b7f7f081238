//! All ranks on one thread, in an order drawn from a seed: every interleaving can be had again.
//!
//! A turn delivers one frame that is under way, or lets one rank run that has something new. When there is neither, and
//! a rank waits for some moment, that moment is now. Else, if a rank has not finished, no rank ever can: a deadlock,
//! which each blocked rank reports with what it waited for.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::task::Poll;

use crate::context::Context;
use crate::drive::{Program, poll_once};
use crate::error::{FailureReason, PeerFailure, TransportError};
use crate::settings::Settings;
use crate::transport::Transport;

/// How ranks run in the simulator.
///
/// ```
/// # use collective::simulator;
/// for seed in 0..3 {
///     let options = simulator::Options { seed, capacity: 256, ..Default::default() };
///     let ranks = simulator::run(2, options, async |context| context.world().barrier().await);
///     assert!(ranks.into_iter().all(|rank| rank == Ok(Ok(()))));
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// What every rank is given.
    pub settings: Settings,
    /// Bytes that may be under way between one rank and another.
    pub capacity: usize,
    /// Draws the order of turns.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { settings: Settings::default(), capacity: 64 * 1024, seed: 0 }
    }
}

/// Puts something between a rank and its transport (a test's faults, say).
///
/// ```
/// # use collective::{Context, simulator};
/// let same: simulator::Wrap<'_> = &|transport| transport;
/// let ranks = simulator::run_wrapped(2, Default::default(), same, async |context: Context| context.rank());
/// assert_eq!(ranks, [Ok(0), Ok(1)]);
/// ```
pub type Wrap<'a> = &'a dyn Fn(Box<dyn Transport>) -> Box<dyn Transport>;

/// Runs `program` on every rank and gives their results by rank.
///
/// ```
/// # use collective::{Context, simulator};
/// let ranks = simulator::run(3, Default::default(), async |context: Context| context.rank());
/// assert_eq!(ranks, [Ok(0), Ok(1), Ok(2)]);
/// ```
pub fn run<T>(
    world_size: usize,
    options: Options,
    program: impl AsyncFn(Context) -> T,
) -> Vec<Result<T, PeerFailure>> {
    run_wrapped(world_size, options, &|transport| transport, program)
}

/// As [`run`], with every rank's transport wrapped.
///
/// ```
/// # use collective::{Context, simulator};
/// let wrapped = std::cell::Cell::new(0);
/// let count = |transport| {
///     wrapped.set(wrapped.get() + 1);
///     transport
/// };
/// simulator::run_wrapped(3, Default::default(), &count, async |context: Context| context.rank());
/// assert_eq!(wrapped.get(), 3);
/// ```
pub fn run_wrapped<T>(
    world_size: usize,
    options: Options,
    wrap: Wrap<'_>,
    program: impl AsyncFn(Context) -> T,
) -> Vec<Result<T, PeerFailure>> {
    let net = Rc::new(RefCell::new(Net::new(world_size, options.capacity)));
    let mut draw = SplitMix(options.seed);
    let program = &program;
    let mut programs: Vec<Option<Program<'_, T>>> = (0..world_size)
        .map(|rank| {
            let transport = SimulatedTransport { rank, net: net.clone() };
            let context = Context::new(wrap(Box::new(transport)), options.settings);
            Some(Box::pin(program(context)) as Program<'_, T>)
        })
        .collect();
    let mut results: Vec<Option<T>> = std::iter::repeat_with(|| None).take(world_size).collect();
    while let Some(rank) = next_turn(&net, &mut draw, &programs) {
        let Some(running) = &mut programs[rank] else {
            continue;
        };
        if let Poll::Ready(result) = poll_once(running) {
            results[rank] = Some(result);
            programs[rank] = None;
        }
    }
    let lost = |rank| PeerFailure {
        rank,
        reason: FailureReason::Terminated,
        message: "its program waited for something that is not a message".to_owned(),
    };
    results.into_iter().enumerate().map(|(rank, r)| r.ok_or_else(|| lost(rank))).collect()
}

/// Delivers frames until it draws a rank to run; `None` when no rank has anything left to do.
fn next_turn<T>(
    net: &Rc<RefCell<Net>>,
    draw: &mut SplitMix,
    programs: &[Option<Program<'_, T>>],
) -> Option<usize> {
    let mut net = net.borrow_mut();
    loop {
        net.turn += 1.0;
        net.runnable.retain(|&rank| programs[rank].is_some());
        let (ready, under_way) = (net.runnable.len(), net.busy.len());
        if ready + under_way == 0 {
            let is_over = |rank: &usize| programs[*rank].is_none();
            if net.deadlock.is_some() || programs.iter().all(Option::is_none) {
                return None;
            }
            if let Some((rank, moment)) = net.next_moment(is_over) {
                net.turn = net.turn.max(moment);
                net.runnable.push(rank);
                continue;
            }
            net.deadlock = Some((0..programs.len()).filter(is_over).collect());
            net.runnable = (0..programs.len()).collect();
            continue;
        }
        let choice = draw.below(ready + under_way);
        if choice < ready {
            let rank = net.runnable.swap_remove(choice);
            net.moments[rank] = None;
            return Some(rank);
        }
        net.deliver(choice - ready);
    }
}

struct Net {
    world_size: usize,
    capacity: usize,
    turn: f64,
    /// By sender, then receiver.
    under_way: Vec<VecDeque<Vec<u8>>>,
    bytes: Vec<usize>,
    /// Lanes with frames under way.
    busy: Vec<usize>,
    /// What has arrived, by receiver.
    arrived: Vec<VecDeque<(usize, Vec<u8>)>>,
    runnable: Vec<usize>,
    /// Until when each rank waits, where not for frames alone.
    moments: Vec<Option<f64>>,
    failure: Option<PeerFailure>,
    /// The ranks that had finished when none could go on.
    deadlock: Option<Vec<usize>>,
}

impl Net {
    fn new(world_size: usize, capacity: usize) -> Self {
        Self {
            world_size,
            capacity,
            turn: 0.0,
            under_way: vec![VecDeque::new(); world_size * world_size],
            bytes: vec![0; world_size * world_size],
            busy: Vec::new(),
            arrived: vec![VecDeque::new(); world_size],
            runnable: (0..world_size).collect(),
            moments: vec![None; world_size],
            failure: None,
            deadlock: None,
        }
    }

    fn wake(&mut self, rank: usize) {
        if !self.runnable.contains(&rank) {
            self.runnable.push(rank);
        }
    }

    /// Who waits for the next moment, and which that is.
    fn next_moment(&self, is_over: impl Fn(&usize) -> bool) -> Option<(usize, f64)> {
        let moments = self.moments.iter().enumerate().filter(|(rank, _)| !is_over(rank));
        let moments = moments.filter_map(|(rank, moment)| moment.map(|moment| (rank, moment)));
        moments.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    fn deliver(&mut self, choice: usize) {
        let lane = self.busy[choice];
        let (from, to) = (lane / self.world_size, lane % self.world_size);
        if let Some(frame) = self.under_way[lane].pop_front() {
            self.arrived[to].push_back((from, frame));
            self.wake(to);
        }
        if self.under_way[lane].is_empty() {
            self.busy.swap_remove(choice);
        }
    }

    fn check(&self) -> Result<(), Box<TransportError>> {
        match (&self.failure, &self.deadlock) {
            (Some(failure), _) => Err(failure.clone().into()),
            (None, Some(finished)) => {
                Err(Box::new(TransportError::Deadlock { finished: finished.clone() }))
            }
            (None, None) => Ok(()),
        }
    }
}

struct SimulatedTransport {
    rank: usize,
    net: Rc<RefCell<Net>>,
}

impl Transport for SimulatedTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn world_size(&self) -> usize {
        self.net.borrow().world_size
    }

    fn now(&self) -> f64 {
        self.net.borrow().turn
    }

    fn max_frame(&self) -> usize {
        self.net.borrow().capacity
    }

    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        let mut net = self.net.borrow_mut();
        net.check()?;
        let lane = self.rank * net.world_size + peer;
        let size = header.len() + payload.len();
        // An empty lane takes any one frame, so that a capacity below the largest header cannot stop a run.
        if net.bytes[lane] > 0 && net.bytes[lane] + size > net.capacity {
            return Ok(false);
        }
        net.bytes[lane] += size;
        if net.under_way[lane].is_empty() {
            net.busy.push(lane);
        }
        net.under_way[lane].push_back([header, payload].concat());
        Ok(true)
    }

    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        let mut net = self.net.borrow_mut();
        net.check()?;
        let Some((peer, arrived)) = net.arrived[self.rank].pop_front() else {
            return Ok(None);
        };
        let lane = peer * net.world_size + self.rank;
        net.bytes[lane] -= arrived.len();
        net.wake(peer);
        *frame = arrived;
        Ok(Some(peer))
    }

    fn waits(&mut self, until: Option<f64>) {
        let moment = &mut self.net.borrow_mut().moments[self.rank];
        *moment = match (*moment, until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    fn announce(&mut self, failure: &PeerFailure) {
        let mut net = self.net.borrow_mut();
        net.failure.get_or_insert_with(|| failure.clone());
        net.runnable = (0..net.world_size).collect();
    }
}

/// splitmix64 (Steele, Lea and Flood 2014): a few lines, the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}
