//! How a run ends early, and for whom.

use collective::{FailureReason, PeerFailure};

use super::RankOutcome;
use super::run::{Member, Run};
use crate::TransportKind;
use crate::death;
use crate::protocol::ToRank;
use crate::timer::{now, told};

/// A rank whose lock cannot be watched counts as lost when it was not heard of for so many milliseconds.
const SILENCE: f64 = 10_000.0;
/// How often that is looked at.
pub(super) const LOOK: f64 = 1_000.0;

impl Run<'_> {
    /// `rank`'s worker is lost; if its rank was not done yet, the run is over for all.
    pub(super) fn lose(&mut self, rank: usize, reason: FailureReason, message: String) {
        self.spoilt = true;
        if self.members[rank].end.is_some() {
            return;
        }
        let failure = PeerFailure { rank, reason, message };
        self.members[rank].end = Some(Err(failure.clone()));
        self.fail(failure);
    }

    /// Tells all ranks that the run is over, and gives them a moment to hand over what they have.
    pub(super) fn fail(&mut self, failure: PeerFailure) {
        self.spoilt = true;
        self.hurry();
        if self.failure.is_some() {
            return;
        }
        if let Some(control) = &self.control {
            // Nonsense in the flag ends the run just as well.
            let _ = control.declare_dead(death::of(&failure));
        }
        if self.kind == TransportKind::Message {
            let message = ToRank::Failed { run: self.number, failure: failure.clone() };
            for rank in 0..self.members.len() {
                if rank != failure.rank && self.members[rank].end.is_none() {
                    // A worker that cannot be reached is one more that hands over nothing.
                    let _ = self.post(rank, &message, &[]);
                }
            }
        }
        self.failure = Some(failure);
    }

    pub(super) fn hurry(&mut self) {
        self.limit = self.limit.min(now() + self.inner.options.grace_seconds * 1000.0);
    }

    pub(super) fn give_up(&mut self) {
        self.spoilt = true;
        let failed = || self.members.iter().position(Member::failed);
        let reason = FailureReason::Failed;
        let by_itself =
            || failed().map(|rank| PeerFailure { rank, reason, message: String::new() });
        // Whoever is still about when a rank has ended the run is no cause of it.
        let cause = self.failure.clone().or_else(by_itself);
        let message = format!("it had not ended after {}", told(self.inner.options.run_seconds));
        for (rank, member) in self.members.iter_mut().enumerate() {
            member.end.get_or_insert_with(|| {
                let (reason, message) = (FailureReason::Terminated, message.clone());
                Err(cause.clone().unwrap_or(PeerFailure { rank, reason, message }))
            });
        }
    }

    pub(super) fn look_for_silent_ranks(&mut self) {
        let now = now();
        self.look = now + LOOK;
        for rank in 0..self.members.len() {
            let line = self.control.as_ref().and_then(|control| control.rank(rank).ok());
            let member = &mut self.members[rank];
            if let Some(line) = line
                && std::mem::replace(&mut member.heartbeat, line.heartbeat()) != line.heartbeat()
            {
                member.heard = now;
            }
            if member.beats && member.end.is_none() && now - member.heard > SILENCE {
                let what = format!("it was not heard of for {}", told(SILENCE / 1000.0));
                self.lose(rank, FailureReason::Terminated, what);
            }
        }
    }
}

impl Member {
    fn failed(&self) -> bool {
        !matches!(&self.end, None | Some(Ok(RankOutcome { failed: false, .. })))
    }
}
