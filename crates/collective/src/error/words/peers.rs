//! About other ranks.

use std::fmt::{self, Formatter};

use tensor::text::Text;

use super::list;
use crate::call::{Call, Collective};
use crate::error::Cell;
use crate::trace::BlockedOn;

pub(in crate::error) fn mismatch(
    rank: &usize,
    peer: &usize,
    mine: &Call,
    theirs: &Call,
    message: &Option<Cell>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    f.write_str("Detected mismatch between collectives on ranks. ")?;
    match message {
        Some(Cell { from, to, sent, expected }) => write!(
            f,
            "In {}, rank {from} sends rank {to} {sent} elements, but rank {to} expects {expected} from it. \
             Make what rank {from} sends and what rank {to} expects the same size.",
            mine.collective.name()
        ),
        None if [mine, theirs].iter().all(|call| call.collective == Collective::NewGroup) => {
            write!(
                f,
                "Rank {rank} and Rank {peer} are both running collective: new_group, but of other ranks, or in another order. \
             Let every rank make the same groups in the same order."
            )
        }
        None if mine.members != theirs.members && mine.to_string() == theirs.to_string() => write!(
            f,
            "Rank {rank} and Rank {peer} are both running collective: {mine}, but on groups of other ranks. \
             Let every rank make the same groups in the same order."
        ),
        None => write!(
            f,
            "Rank {rank} is running collective: {mine}, but Rank {peer} is running collective: {theirs}. \
             Make the two calls agree."
        ),
    }
}

pub(in crate::error) fn timeout(
    rank: &usize,
    call: &Text,
    waited_ms: &u64,
    waiting_for: &BlockedOn,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let missing = &waiting_for.receives;
    match (*call, missing.first()) {
        // Ranks of a group are sorted, unless asked not to be: only the first of them waits for later ones.
        ("monitored_barrier", Some(first)) if *first as usize > *rank => {
            let ranks = if missing.len() == 1 { "Rank" } else { "Ranks" };
            write!(f, "[Rank {rank}]: {ranks} ")?;
            list(missing, f)?;
            write!(
                f,
                " failed to pass monitoredBarrier in {waited_ms} ms. See what is done there instead."
            )
        }
        ("monitored_barrier", Some(first)) => write!(
            f,
            "Rank {rank} successfully reached monitoredBarrier, but received errors while waiting for send/recv from \
             rank {first}. Please check rank {first} logs for faulty rank."
        ),
        _ => write!(
            f,
            "rank {rank} waited {waited_ms} ms in {} for {waiting_for}: see whether that rank makes the matching call",
            InCall(call, waiting_for.tag)
        ),
    }
}

/// A call, and the tag where it has one.
struct InCall<'a>(&'a Text, u32);

impl fmt::Display for InCall<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)?;
        match *self.0 {
            "send" | "recv" => write!(f, " (tag {})", self.1),
            _ => Ok(()),
        }
    }
}

pub(in crate::error) fn deadlock(
    rank: &usize,
    call: &Text,
    waiting_for: &BlockedOn,
    finished: &[usize],
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let call = InCall(call, waiting_for.tag);
    write!(f, "deadlock: rank {rank} waits in {call} for {waiting_for}, and no rank can go on")?;
    let mut awaited = waiting_for.receives.iter().chain(&waiting_for.sends);
    let is_left = awaited.any(|&rank| finished.contains(&(rank as usize)));
    if is_left {
        write!(f, "; ranks {finished:?} have finished without it")?;
    }
    f.write_str(": let every rank make the matching calls in the same order")?;
    // A send that was started and never waited for ends with its rank.
    if is_left { f.write_str(", and wait for every work that it has started") } else { Ok(()) }
}
