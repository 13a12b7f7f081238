use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;

use crate::browser;
use crate::page::Page;
use crate::player::Pointed;
use crate::recording::Recording;
use crate::state::{Goal, Moment, Setting, View};

/// How often it is looked whether a run is decoded and drawn.
const PERIOD: Duration = Duration::from_millis(20);

/// How many times.
const TRIES: usize = 250;

impl Page {
    /// Goes to the moment of `goal`, and shows the tensor that it is about.
    pub fn visit(self, goal: Goal) {
        // The fields may ask for other lessons by now: the run on display decides.
        if !self.lessons.read_untracked().contains(&goal.lesson) {
            let ran =
                self.outcome.get_untracked().map(|outcome| outcome.report.config.to_settings());
            let ran =
                ran.unwrap_or_default().into_iter().find(|(key, _)| *key == Setting::Lesson.key());
            self.set(Setting::Lesson, ran.map_or_else(|| "all".to_owned(), |(_, text)| text));
        }
        self.shown.set(goal.lesson);
        self.look(View::Replay);
        self.player.playing.set(false);
        self.arrive(Rc::new(goal), TRIES);
    }

    /// Waits until the run on display is decoded and drawn.
    fn arrive(self, goal: Rc<Goal>, tries: usize) {
        let arrive = move || {
            let recording = self.player.recording.get_untracked();
            let outcome = self.outcome.get_untracked();
            let of_outcome = |recording: &Recording| outcome.is_some_and(|o| recording.is_of(&o));
            let Some(recording) = recording.filter(of_outcome) else {
                if tries > 0 {
                    self.arrive(Rc::clone(&goal), tries - 1);
                }
                return;
            };
            let moment = recording.ask(|playback| playback.moment(&goal));
            let Some(Moment { place, about }) = moment else { return };
            let rank = goal.rank;
            self.player.seek(place + 1);
            self.player.pointed.set(about.map(|(track, index)| Pointed { rank, track, index }));
            browser::reveal(&match about {
                Some((track, _)) => format!(".now [data-rank='{rank}'] [data-track='{track}']"),
                None => format!(".now [data-rank='{rank}']"),
            });
        };
        set_timeout(arrive, PERIOD);
    }
}
