//! Settings that are tried out where they are seen: routers, presets and seeds, each change run at once.

use crate::page::Page;
use crate::pictures::experts::{Routing, edit};
use crate::state::Settings;

impl Page {
    /// Puts `settings` in place of those there are, and runs them as soon as that can be.
    pub fn try_out(self, settings: Settings) {
        let now = self.settings.get_untracked();
        if now != settings {
            self.fields.set(settings);
            self.tried.update(|tried| tried.push(now));
            self.wanted.set(true);
        }
    }

    /// Takes the latest change back, and runs what was before it.
    pub fn take_back(self) {
        let mut last = None;
        self.tried.update(|tried| last = tried.pop());
        if let Some(settings) = last {
            self.fields.set(settings);
            self.wanted.set(true);
        }
    }

    /// The routers that a run with the settings in the fields has, where they are known.
    pub fn routing(self) -> Option<Routing> {
        let (parsed, outcome) = (self.parsed.read_untracked(), self.outcome.read_untracked());
        let (config, _) = parsed.as_ref().ok()?;
        Routing::to_come(config, outcome.as_ref().map(|outcome| &outcome.report))
    }

    /// Sends a token (rank, number) where `choose` says, of its expert and the world size: as a setting that is tried
    /// out.
    pub fn route(self, (rank, index): (usize, usize), choose: impl FnOnce(usize, usize) -> usize) {
        let Some(mut edited) = self.routing() else { return };
        let world_size = edited.table.len();
        let known = edited.table.get_mut(rank).and_then(|router| router.get_mut(index));
        let Some(expert) = known else { return };
        *expert = choose(*expert, world_size);
        let settings = self.parsed.with_untracked(|parsed| {
            let (config, _) = parsed.as_ref().ok()?;
            let legal = edited.table.iter().flatten().all(|&expert| expert < world_size);
            legal.then(|| edit::with_router(&self.settings.read_untracked(), config, &edited))
        });
        if let Some(settings) = settings {
            self.try_out(settings);
        }
    }

    /// Sends a token to the next expert, or to the one before.
    pub fn turn(self, token: (usize, usize), on: bool) {
        self.route(token, |expert, of| (expert + if on { 1 } else { of - 1 }) % of);
    }
}
