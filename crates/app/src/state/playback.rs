use std::ops::Range;

use collective::replay::{Doing, Replay, World};
use collective::trace::{Event, EventKind, Trace};
use collective::wire;
use lessons::Lesson;

use super::operation::{Operation, operations};
use super::tracks::{Track, tracks};

/// A run, decoded: all ranks' events in one order, and what a cursor in it needs to know beforehand.
pub struct Playback {
    replay: Replay,
    /// By place.
    lessons: Vec<Lesson>,
    operations: Vec<Vec<Operation>>,
    tracks: Vec<Vec<Track>>,
    unread: Vec<usize>,
    dropped: u64,
}

impl Playback {
    /// Decodes the ranks' traces and replays them once. A trace that cannot be read is empty, and its rank is named.
    pub fn decode(traces: &[Vec<u8>], lessons: &[Lesson]) -> Self {
        let mut unread = Vec::new();
        let read = |(rank, bytes): (usize, &Vec<u8>)| match wire::decode::<Trace>(bytes) {
            Some(trace) if trace.is_sound() => trace,
            _ => {
                unread.push(rank);
                let (version, rank) = (collective::trace::TRACE_VERSION, rank as u32);
                Trace { version, rank, events: Vec::new(), dropped: 0 }
            }
        };
        let traces = traces.iter().enumerate().map(read).collect();
        Self { unread, ..Self::new(traces, lessons) }
    }

    /// Replays traces once. A rank runs `lessons` in this order, and ends each but the last with a line in its log.
    pub fn new(traces: Vec<Trace>, lessons: &[Lesson]) -> Self {
        let dropped = traces.iter().map(|trace| trace.dropped).sum();
        let mut replay = Replay::new(traces);
        let world_size = replay.traces().len();
        let mut lesson_of = Vec::with_capacity(replay.len());
        let mut reached = vec![0; world_size];
        for place in 0..replay.len() {
            let Some((rank, event)) = replay.event(place) else { continue };
            let lesson = lessons.get(reached[rank]).or(lessons.last());
            lesson_of.push(lesson.copied().unwrap_or(Lesson::SendRecv));
            if matches!(event.kind, EventKind::Log) {
                reached[rank] += 1;
            }
        }
        let operations: Vec<_> = replay
            .traces()
            .iter()
            .enumerate()
            .map(|(r, t)| operations(t, replay.places(r)))
            .collect();
        let tracks = tracks(&mut replay, &lesson_of, &operations);
        Self { replay, lessons: lesson_of, operations, tracks, unread: Vec::new(), dropped }
    }

    /// Ranks.
    pub fn world_size(&self) -> usize {
        self.replay.traces().len()
    }

    /// Events of all ranks. A cursor goes from 0 (before any) to this (after all).
    pub fn len(&self) -> usize {
        self.replay.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.replay.is_empty()
    }

    /// Ranks whose trace could not be read.
    pub fn unread(&self) -> &[usize] {
        &self.unread
    }

    /// Events that did not fit into the traces.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The event at `place`, and its rank.
    pub fn event(&self, place: usize) -> Option<(usize, &Event)> {
        self.replay.event(place)
    }

    /// The lesson that the event at `place` belongs to.
    pub fn lesson(&self, place: usize) -> Option<Lesson> {
        self.lessons.get(place).copied()
    }

    /// The operation that an event at `place` belongs to.
    pub fn operation(&self, place: usize) -> Option<&Operation> {
        let (rank, event) = self.event(place)?;
        match &event.kind {
            // Noted by the endpoint, which does not number operations as the rank does.
            EventKind::Matched { message } if message.op > 0 => {
                let mut all = self.operations.get(rank)?.iter();
                all.find(|o| (o.group, o.op) == (message.group, message.op))
            }
            _ => self.numbered(rank, event.operation),
        }
    }

    /// Operation `number` of `rank`.
    pub fn numbered(&self, rank: usize, number: u32) -> Option<&Operation> {
        let all = self.operations.get(rank)?;
        all.get(all.binary_search_by_key(&number, |operation| operation.number).ok()?)
    }

    /// A rank's operations, in the order in which they began.
    pub fn operations(&self, rank: usize) -> &[Operation] {
        self.operations.get(rank).map_or(&[], Vec::as_slice)
    }

    /// A rank's named tensors, in the order in which they were first named.
    pub fn tracks(&self, rank: usize) -> &[Track] {
        self.tracks.get(rank).map_or(&[], Vec::as_slice)
    }

    /// The names of `lesson`'s tensors, of all ranks, in the order in which they come up.
    pub fn names(&self, lesson: Lesson) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for track in self.tracks.iter().flatten().filter(|track| track.lesson == lesson) {
            if !names.contains(&track.name.as_str()) {
                names.push(&track.name);
            }
        }
        names
    }

    /// The places of `lesson`'s events; of all events for `None`.
    pub fn steps(&self, lesson: Option<Lesson>) -> Vec<usize> {
        let all = 0..self.len();
        let of = |place: &usize| lesson.is_none() || self.lessons.get(*place).copied() == lesson;
        all.filter(of).collect()
    }

    /// The events of an operation on all ranks that take part: from its first beginning to behind its last end.
    pub fn extent(&self, operation: &Operation) -> Range<usize> {
        let mut extent = operation.begins..operation.ends + 1;
        if operation.op == 0 {
            return extent;
        }
        let all = self.operations.iter().flatten();
        for other in all.filter(|o| (o.group, o.op) == (operation.group, operation.op)) {
            extent = extent.start.min(other.begins)..extent.end.max(other.ends + 1);
        }
        extent
    }

    /// The cursor behind the operation at `cursor`, or, between operations, before the next one.
    pub fn over(&self, cursor: usize) -> usize {
        if let Some(operation) = self.operation(cursor) {
            return self.extent(operation).end.max(cursor + 1);
        }
        (cursor..self.len()).find(|&place| self.operation(place).is_some()).unwrap_or(self.len())
    }

    /// The cursor before the operation that ended or is under way at `cursor`, or, between operations, behind the
    /// latest.
    pub fn back_over(&self, cursor: usize) -> usize {
        let Some(latest) = cursor.checked_sub(1) else { return 0 };
        if let Some(operation) = self.operation(latest) {
            return self.extent(operation).start.min(latest);
        }
        let behind = (0..cursor).rev().find(|&place| self.operation(place).is_some());
        behind.map_or(0, |place| place + 1)
    }

    /// The traces in one order.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// All ranks behind the first `cursor` events.
    pub fn world(&mut self, cursor: usize) -> &World {
        self.replay.at(cursor)
    }

    /// What `rank` is about at `cursor`.
    pub fn doing(&mut self, rank: usize, cursor: usize) -> Doing {
        self.replay.doing(rank, cursor)
    }

    /// The ranks with events between two cursors, as a mask.
    pub fn touched(&self, from: usize, to: usize) -> u64 {
        let between = from.min(to)..from.max(to);
        // Looking at more of them is no cheaper than looking at every rank.
        if between.len() > 256 {
            return u64::MAX;
        }
        between.filter_map(|place| self.event(place)).fold(0, |mask, (rank, _)| mask | 1 << rank)
    }
}

#[cfg(test)]
pub(crate) mod tests;
