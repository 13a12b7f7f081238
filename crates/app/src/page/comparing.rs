//! Keeping a run, to compare others with it.

use crate::address::Address;
use crate::page::Page;
use crate::recording::Recording;
use crate::state::{Settings, TransportChoice};

impl Page {
    /// Runs what the other run's fields held, to keep it, and then what the fields ask for.
    pub fn start_with(self, against: Settings) {
        let Ok((config, transport)) = against.parse() else {
            let query = Address { against: Some(against), ..Address::default() }.query();
            self.ignored.update(|ignored| ignored.push(query.trim_start_matches('?').to_owned()));
            self.forget();
            return self.start();
        };
        let Some(turn) = self.runner().begin() else { return self.forget() };
        leptos::task::spawn_local(async move {
            let ended = turn.run(self.run, config, transport).await;
            match ended.outcome {
                Some(outcome) => {
                    self.kept.set(Some(Recording::decode(outcome)));
                    self.start();
                }
                None => {
                    self.forget();
                    self.show(ended.state);
                }
            }
        });
    }

    /// Keeps the run on display, to compare others with it.
    pub fn keep(self) {
        let Some(recording) = self.player.recording.get_untracked() else { return };
        let choice =
            self.parsed.get_untracked().map_or(TransportChoice::Auto, |(_, choice)| choice);
        let settings = Settings::of(&recording.outcome().report.config, choice);
        self.against.set(Some(settings));
        self.kept.set(Some(recording));
    }

    /// Lets go of the kept run.
    pub fn forget(self) {
        self.against.set(None);
        self.kept.set(None);
    }
}
