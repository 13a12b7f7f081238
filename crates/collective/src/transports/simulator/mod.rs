//! All ranks on one thread, in an order drawn from a seed: every interleaving can be had again.
//!
//! A turn delivers one frame that is under way, or lets one rank run that has something new. When there is neither, and
//! a rank waits for some moment, that moment is now. Else, if a rank has not finished, no rank ever can: a deadlock,
//! which each blocked rank reports with what it waited for.

mod draw;
mod net;
mod transport;

use std::cell::RefCell;
use std::rc::Rc;
use std::task::Poll;

use self::draw::SplitMix;
use self::net::Net;
use self::transport::SimulatedTransport;
use crate::context::Context;
use crate::drive::{Program, poll_once};
use crate::error::{FailureReason, PeerFailure};
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
    let mut draw = SplitMix::new(options.seed);
    let program = &program;
    let mut programs: Vec<Option<Program<'_, T>>> = (0..world_size)
        .map(|rank| {
            let transport = SimulatedTransport::new(rank, net.clone());
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
