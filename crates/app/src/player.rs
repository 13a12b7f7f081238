//! Playing a run back: what is decoded of it, and where the cursor stands.

mod moves;

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use lessons::Lesson;

use crate::browser;
use crate::cells::Colour;
use crate::diagram::{Diagram, Time};
use crate::reactive::{Derived, State, memo, watch};
use crate::recording::Recording;
use crate::state::{Element, Outcome, View};

/// Speeds to choose from, in events a second.
pub const SPEEDS: [usize; 4] = [2, 8, 30, 120];

/// What the reader has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Whether the events of all lessons are played, and not only of the one shown.
    pub whole: bool,
    /// How fast, in events a second.
    pub speed: usize,
    /// What colours tell.
    pub colour: Colour,
    /// What runs from left to right in the diagram.
    pub time: Time,
    /// Whether the program is shown as it ran, in Rust, and not in Python.
    pub rust: bool,
}

/// One element of one rank's tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pointed {
    /// The rank.
    pub rank: usize,
    /// Which of the rank's tensors.
    pub track: usize,
    /// Which element.
    pub index: usize,
}

/// Where playback stands. A copy is the same player.
#[derive(Clone, Copy)]
pub struct Player {
    /// The run on display, once it is decoded.
    pub recording: State<Option<Recording>>,
    /// Events of all ranks that have happened.
    pub cursor: State<usize>,
    /// The cursor as the address has it; not while it moves.
    pub rested: State<Option<usize>>,
    /// What the reader has chosen.
    pub choices: State<Choices>,
    /// Where the lesson on display is to be looked at: at that cursor, or as it ended.
    pub asked: State<Option<Option<usize>>>,
    /// Whether the cursor moves by itself.
    pub playing: State<bool>,
    /// The element that is pointed at.
    pub pointed: State<Option<Pointed>>,
    /// The message that is pointed at: its number among the diagram's.
    pub message: State<Option<usize>>,
    /// Places of the events that are played.
    pub steps: Derived<Arc<Vec<usize>>>,
    /// The diagram of these events.
    pub diagram: Derived<Arc<Diagram>>,
    lesson: Derived<Lesson>,
}

impl Player {
    /// A player of `outcome`, which it decodes when a `view` first needs it, of the events of `lesson`; it begins at
    /// `rested`, or at the end.
    pub fn new(
        outcome: State<Option<Arc<Outcome>>>,
        view: State<View>,
        lesson: Derived<Lesson>,
        rested: Option<usize>,
    ) -> Self {
        let recording = State::new(None::<Recording>);
        let (whole, speed, colour, time) = (false, SPEEDS[1], Colour::Value, Time::Logical);
        let choices = State::new(Choices { whole, speed, colour, time, rust: false });
        let steps = memo(move || {
            let scope = (!choices.read().whole).then(|| lesson.get());
            let steps = |recording: &Recording| recording.ask(|playback| playback.steps(scope));
            Arc::new(recording.read().as_ref().map(steps).unwrap_or_default())
        });
        let diagram = memo(move || {
            let (steps, time) = (steps.get(), choices.read().time);
            let draw = |recording: &Recording| {
                recording.ask(|playback| Diagram::of(playback, &steps, time))
            };
            Arc::new(recording.read().as_ref().map(draw).unwrap_or_default())
        });
        let player = Player {
            recording,
            cursor: State::new(0),
            rested: State::new(rested),
            choices,
            asked: State::new(None),
            playing: State::new(false),
            pointed: State::new(None),
            message: State::new(None),
            steps,
            diagram,
            lesson,
        };
        player.follow(outcome, view);
        player
    }

    /// Keeps up with what is run and looked at.
    fn follow(self, outcome: State<Option<Arc<Outcome>>>, view: State<View>) {
        self.decode_what_is_shown(outcome, view);
        self.seek_what_is_asked_for();
        watch(move || {
            self.steps.track();
            self.message.set(None);
        });
        self.step_by_the_clock();
        self.note_where_it_rests();
    }

    /// Decodes the traces of a run once a view is open that is told from them.
    fn decode_what_is_shown(self, outcome: State<Option<Arc<Outcome>>>, view: State<View>) {
        watch(move || {
            let (outcome, view) = (outcome.get(), view.get());
            if !view.plays() {
                self.playing.set(false);
            }
            // Traffic, too, is told from the traces.
            let shown = view.plays() || view == View::Traffic;
            let Some(outcome) = outcome.filter(|_| shown) else {
                return self.playing.set(false);
            };
            let known = self.recording.with_untracked(|recording| {
                recording.as_ref().is_some_and(|recording| recording.is_of(&outcome))
            });
            if known {
                return;
            }
            self.playing.set(false);
            // The page is drawn first; what it shows of the run before stays until then, so that nothing jumps.
            let decode = move || {
                // Where the run before stands now, which the address may not tell yet.
                let before = self.recording.with_untracked(Option::is_some);
                let began = if before { self.noted() } else { self.rested.get_untracked() };
                self.pointed.set(None);
                self.recording.set(Some(Recording::decode(outcome)));
                let end = self.end();
                self.cursor.set(began.map_or(end, |at| at.min(self.events())));
            };
            set_timeout(decode, Duration::ZERO);
        });
    }

    /// Another lesson is shown as it ended, unless something else is asked for.
    fn seek_what_is_asked_for(self) {
        let mut before = self.lesson.get_untracked();
        watch(move || {
            let (lesson, asked) = (self.lesson.get(), self.asked.get());
            if before != lesson {
                before = lesson;
                self.pointed.set(None);
            } else if asked.is_none() {
                return;
            }
            if asked.is_some() {
                self.asked.set(None);
            }
            match asked.flatten() {
                Some(cursor) => self.seek_within(cursor),
                None => self.seek(self.end()),
            }
        });
    }

    /// Goes on by itself while it plays.
    fn step_by_the_clock(self) {
        let mut timer = None::<IntervalHandle>;
        watch(move || {
            let (playing, speed) = (self.playing.get(), self.choices.read().speed);
            if let Some(timer) = timer.take() {
                timer.clear();
            }
            // Whoever asks for little motion sees one operation after the other.
            let calm = browser::prefers_calm();
            // A timer is not asked for more than a screen can show.
            let (period, events) = match speed {
                _ if calm => (1000, 0),
                120.. => (4000 / speed as u64, 4),
                _ => (1000 / speed.max(1) as u64, 1),
            };
            let tick = move || match events {
                0 => self.over(),
                events => (0..events).for_each(|_| self.step()),
            };
            if playing {
                timer = set_interval_with_handle(tick, Duration::from_millis(period)).ok();
            }
        });
    }

    /// Tells the address where the cursor stands once it has stood there for a moment.
    fn note_where_it_rests(self) {
        let mut before = self.cursor.get_untracked();
        let mut resting = None::<TimeoutHandle>;
        watch(move || {
            let cursor = self.cursor.get();
            if let Some(timer) = resting.take() {
                timer.clear();
            }
            if before != cursor {
                before = cursor;
                let rest = move || self.rested.set(self.noted());
                resting = set_timeout_with_handle(rest, Duration::from_millis(400)).ok();
            }
        });
    }

    /// What the address says of the cursor: nothing where it stands at the end, as it does to begin with.
    fn noted(self) -> Option<usize> {
        let cursor = self.cursor.get_untracked();
        (self.recording.with_untracked(Option::is_some) && cursor != self.end()).then_some(cursor)
    }

    fn events(self) -> usize {
        self.recording.with_untracked(|recording| {
            recording.as_ref().map_or(0, |recording| recording.ask(|playback| playback.len()))
        })
    }

    /// The cursor before the first event of the lesson shown, or of all.
    fn start(self) -> usize {
        self.steps.with_untracked(|steps| steps.first().copied().unwrap_or(0))
    }

    /// The cursor behind the last event of the lesson shown.
    fn end(self) -> usize {
        let lesson = self.lesson.get_untracked();
        self.recording.with_untracked(|recording| {
            let steps = recording.as_ref().map(|r| r.ask(|p| p.steps(Some(lesson))));
            steps.and_then(|steps| steps.last().map(|place| place + 1)).unwrap_or(0)
        })
    }

    /// The element that is pointed at, as it is at the cursor.
    pub fn element(self) -> Option<Element> {
        let Pointed { rank, track, index } = self.pointed.get()?;
        let cursor = self.cursor.get();
        let recording = self.recording.read();
        recording.as_ref()?.ask(|playback| Element::at(playback, rank, track, index, cursor))
    }
}
