//! The space-time diagram as data: a lane for each rank, bars for operations and for waiting, an arrow for each message.

use collective::Collective;
use collective::trace::{EventKind, Message, Span};

use crate::state::Playback;

/// What runs from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Time {
    /// Events in the order of all ranks' events, evenly spaced.
    #[default]
    Logical,
    /// The clock on the wall.
    Wall,
}

/// An operation on a rank's lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// Whose lane.
    pub rank: usize,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Which.
    pub collective: Collective,
    /// Its group's number.
    pub group: u32,
}

/// A message from lane to lane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arrow {
    /// The sender's lane.
    pub sender: usize,
    /// The receiver's lane.
    pub receiver: usize,
    /// Where it was sent.
    pub from: f64,
    /// Where its elements were put in place.
    pub to: f64,
    /// The message, as its receiver has it.
    pub message: Message,
    /// The operation that it belongs to.
    pub collective: Option<Collective>,
    /// The sender's elements.
    pub from_span: Span,
    /// Where the receiver put them.
    pub into_span: Span,
}

/// The diagram. Its unit of length is the mean distance of two events, so its width is how many there are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagram {
    /// Lanes.
    pub ranks: usize,
    /// Operations, by rank.
    pub bars: Vec<Bar>,
    /// Waiting: rank, from, to.
    pub waits: Vec<(usize, f64, f64)>,
    /// Messages that were sent and received here.
    pub arrows: Vec<Arrow>,
    /// Places of the events, from left to right, and where each stands.
    events: Vec<(usize, f64)>,
    /// Microseconds in a unit; 0 for logical time.
    micros: f64,
}

impl Diagram {
    /// Draws the events at `steps` (places, in order).
    pub fn of(playback: &Playback, steps: &[usize], time: Time) -> Diagram {
        let at = |&place: &usize| playback.event(place).map_or(0.0, |(_, event)| event.at);
        let begun = steps.iter().map(at).fold(f64::INFINITY, f64::min);
        let ended = steps.iter().map(at).fold(begun, f64::max);
        let micros = match time {
            Time::Logical => 0.0,
            Time::Wall => ((ended - begun) / steps.len().max(1) as f64).max(1e-9),
        };
        let x = |step: usize, place: usize| match time {
            Time::Logical => step as f64 + 0.5,
            Time::Wall => (at(&place) - begun) / micros,
        };
        let mut diagram = Diagram { ranks: playback.world_size(), micros, ..Diagram::default() };
        // An operation has its own event's half on either side.
        let half = if time == Time::Logical { 0.5 } else { 0.0 };
        let mut open: Vec<Vec<(u32, usize)>> = vec![Vec::new(); diagram.ranks];
        let mut waiting: Vec<Option<f64>> = vec![None; diagram.ranks];
        let mut sent: Vec<Vec<(u32, f64, Span)>> = vec![Vec::new(); diagram.ranks];
        for (step, &place) in steps.iter().enumerate() {
            let Some((rank, event)) = playback.event(place) else { continue };
            let here = x(step, place);
            diagram.events.push((place, here));
            let operation = playback.numbered(rank, event.operation);
            match &event.kind {
                EventKind::Begin { collective, group, .. } => {
                    open[rank].push((event.operation, diagram.bars.len()));
                    let (from, to) = (here - half, steps.len() as f64);
                    let (collective, group) = (*collective, *group);
                    diagram.bars.push(Bar { rank, from, to, collective, group });
                }
                EventKind::End => {
                    let ended =
                        open[rank].iter().position(|(number, _)| *number == event.operation);
                    let bar = ended.map(|ended| open[rank].swap_remove(ended).1);
                    if let Some(bar) = bar.and_then(|bar| diagram.bars.get_mut(bar)) {
                        bar.to = here + half;
                    }
                }
                EventKind::Blocked { .. } => waiting[rank] = Some(here),
                EventKind::Woken => {
                    if let Some(from) = waiting[rank].take() {
                        diagram.waits.push((rank, from, here));
                    }
                }
                EventKind::Sent { message, from } => sent[rank].push((message.id, here, *from)),
                EventKind::Received { message, into, .. } => {
                    let sender = message.peer as usize;
                    let from = sent.get(sender).and_then(|sent| {
                        // Ids rise.
                        sent.get(sent.binary_search_by_key(&message.id, |(id, ..)| *id).ok()?)
                    });
                    if let Some(&(_, from, from_span)) = from {
                        let (to, message) = (here, *message);
                        let collective = operation.map(|operation| operation.collective);
                        let receiver = rank;
                        diagram.arrows.push(Arrow {
                            sender,
                            receiver,
                            from,
                            to,
                            message,
                            collective,
                            from_span,
                            into_span: *into,
                        });
                    }
                }
                _ => {}
            }
        }
        for (rank, from) in waiting.into_iter().enumerate() {
            diagram.waits.extend(from.map(|from| (rank, from, steps.len() as f64)));
        }
        diagram
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.events.len() as f64
    }

    /// Where the line of `cursor` stands: between the events before it and those behind.
    pub fn x(&self, cursor: usize) -> f64 {
        let before = self.events.partition_point(|&(place, _)| place < cursor);
        if self.micros == 0.0 {
            return before as f64;
        }
        before.checked_sub(1).and_then(|latest| self.events.get(latest)).map_or(0.0, |&(_, x)| x)
    }

    /// The cursor for a click at `x`.
    pub fn cursor(&self, x: f64) -> usize {
        if self.micros == 0.0 {
            let before = (x.max(0.0) + 0.5) as usize;
            let (first, last) = (self.events.first(), self.events.last());
            let behind = |event: Option<&(usize, f64)>| event.map_or(0, |&(place, _)| place + 1);
            return match before.checked_sub(1) {
                None => first.map_or(0, |&(place, _)| place),
                Some(index) => behind(self.events.get(index).or(last)),
            };
        }
        let nearer = |best: Option<(usize, f64)>, &(place, at): &(usize, f64)| {
            let off = (at - x).abs();
            if best.is_none_or(|(_, least)| off < least) { Some((place, off)) } else { best }
        };
        self.events.iter().fold(None, nearer).map_or(0, |(place, _)| place + 1)
    }

    /// Microseconds since the diagram's first event, for wall time.
    pub fn micros(&self, x: f64) -> f64 {
        x * self.micros
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::recorded;
    use lessons::Lesson;

    #[test]
    fn every_operation_is_a_bar_and_every_message_an_arrow() {
        let (playback, _) = recorded(&[("lesson", "all_members"), ("world_size", "3")]);
        for time in [Time::Logical, Time::Wall] {
            let diagram = Diagram::of(&playback, &playback.steps(None), time);
            // Reduce-scatter, all-gather, all-reduce in two steps: each rank to each other.
            assert_eq!((diagram.bars.len(), diagram.arrows.len()), (9, 4 * 3 * 2));
            assert!(diagram.bars.iter().all(|bar| bar.from < bar.to || time == Time::Wall));
            assert!(diagram.bars.iter().all(|bar| bar.from >= 0.0 && bar.to <= diagram.width()));
            assert!(diagram.arrows.iter().all(|arrow| arrow.sender != arrow.receiver));
            assert!(diagram.waits.iter().all(|(_, from, to)| from <= to));
        }
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        assert!(diagram.arrows.iter().all(|arrow| arrow.from < arrow.to), "causes come first");
    }

    #[test]
    fn the_other_lessons_are_left_out() {
        let (playback, _) = recorded(&[]);
        let steps = playback.steps(Some(Lesson::SendRecv));
        let diagram = Diagram::of(&playback, &steps, Time::Logical);
        assert_eq!(diagram.arrows.len(), 6);
        assert!(diagram.bars.iter().all(|bar| bar.collective.is_point_to_point()));
        let tags: Vec<u32> = diagram.arrows.iter().map(|arrow| arrow.message.tag).collect();
        assert_eq!(tags.iter().filter(|&&tag| tag == 10).count(), 3);
    }

    #[test]
    fn a_click_puts_the_cursor_where_its_line_is_then() {
        let (playback, _) = recorded(&[]);
        for lesson in [None, Some(Lesson::Moe)] {
            let steps = playback.steps(lesson);
            let diagram = Diagram::of(&playback, &steps, Time::Logical);
            for x in [0.0, 1.0, 7.0, diagram.width()] {
                assert_eq!(diagram.x(diagram.cursor(x)), x);
            }
            assert_eq!(diagram.cursor(1e9), steps.last().map_or(0, |place| place + 1));
            assert_eq!(diagram.cursor(-5.0), steps[0]);
        }
    }
}
