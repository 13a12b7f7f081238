//! Where the cursor goes: by events, over operations, along messages, or by itself.

use super::Player;
use crate::state::Playback;

impl Player {
    /// Number of the latest event among those played.
    pub fn position(self) -> usize {
        let cursor = self.cursor.get();
        self.steps.with(|steps| steps.partition_point(|&place| place < cursor))
    }

    /// Puts the cursor behind event `position` of those played.
    pub fn go(self, position: usize) {
        let cursor = match position.checked_sub(1) {
            None => self.start(),
            Some(index) => self.steps.with_untracked(|steps| {
                steps.get(index).or(steps.last()).map_or(0, |place| place + 1)
            }),
        };
        self.seek(cursor);
    }

    /// Puts the cursor at `cursor`.
    pub fn seek(self, cursor: usize) {
        if self.cursor.get_untracked() != cursor {
            self.cursor.set(cursor);
        }
    }

    /// Puts the cursor at `cursor`, or behind all events if there are fewer; before there are any, that is where a run
    /// is first looked at.
    pub(super) fn seek_within(self, cursor: usize) {
        if self.recording.with_untracked(Option::is_some) {
            self.seek(cursor.min(self.events()));
        } else {
            self.rested.set(Some(cursor));
        }
    }

    fn here(self) -> usize {
        let cursor = self.cursor.get_untracked();
        self.steps.with_untracked(|steps| steps.partition_point(|&place| place < cursor))
    }

    /// One event on; at the end it stops.
    pub fn step(self) {
        let (here, last) = (self.here(), self.steps.with_untracked(|steps| steps.len()));
        if here < last {
            self.go(here + 1);
        }
        if here + 1 >= last {
            self.playing.set(false);
        }
    }

    /// One event back.
    pub fn back(self) {
        self.go(self.here().saturating_sub(1));
    }

    /// Behind the operation.
    pub fn over(self) {
        let last = self.steps.with_untracked(|steps| steps.len());
        self.leap(|playback, cursor| playback.over(cursor));
        if self.here() >= last {
            self.playing.set(false);
        }
    }

    /// Before the operation.
    pub fn back_over(self) {
        self.leap(|playback, cursor| playback.back_over(cursor));
    }

    fn leap(self, to: impl FnOnce(&Playback, usize) -> usize) {
        let cursor = self.cursor.get_untracked();
        let to = self.recording.with_untracked(|recording| {
            recording.as_ref().map(|recording| recording.ask(|playback| to(playback, cursor)))
        });
        let (start, end) = (self.start(), self.steps.with_untracked(|s| s.last().map(|p| p + 1)));
        if let (Some(to), Some(end)) = (to, end) {
            self.seek(to.clamp(start, end));
        }
    }

    /// Points at the next message, or at the one before; from none, at the first or the last.
    pub fn along(self, forward: bool) {
        let messages = self.diagram.with_untracked(|diagram| diagram.arrows.len());
        let last = messages.saturating_sub(1);
        let to = match (self.message.get_untracked(), forward) {
            (None, true) => 0,
            (None, false) => last,
            (Some(here), true) => (here + 1).min(last),
            (Some(here), false) => here.saturating_sub(1),
        };
        self.message.set((messages > 0).then_some(to));
    }

    /// To the first of the events played, or behind the last.
    pub fn jump(self, to_end: bool) {
        self.go(if to_end { usize::MAX } else { 0 });
    }

    /// Plays, from the beginning if the cursor stands at the end; or pauses.
    pub fn toggle(self) {
        let playing = !self.playing.get_untracked();
        if playing && self.here() >= self.steps.with_untracked(|steps| steps.len()) {
            self.go(0);
        }
        self.playing.set(playing);
    }
}
