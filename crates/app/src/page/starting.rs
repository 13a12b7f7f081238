//! How a run begins: by the button, by a link, or by an address.

use fabric::page::isolation;
use lessons::SettingError;

use crate::address::Address;
use crate::browser;
use crate::components::field_id;
use crate::page::Page;
use crate::state::{RunState, Setting};

impl Page {
    /// Runs what the fields ask for, or moves the focus to the first that cannot be.
    pub fn start(self) {
        self.start_then(|| ());
    }

    /// As [`Page::start`]; what comes of it is `shown` by then.
    pub fn start_then(self, shown: fn()) {
        let (config, transport) = match self.parsed.get_untracked() {
            Ok((_, transport)) if transport.resolve(isolation()).is_none() => {
                return self.refuse(1, Setting::Transport.key());
            }
            Ok(parsed) => parsed,
            Err(errors) => {
                let first = errors.first().map_or("", SettingError::setting);
                return self.refuse(errors.len(), first);
            }
        };
        let Some(turn) = self.runner().begin() else { return };
        leptos::task::spawn_local(async move {
            let ended = turn.run(self.run, config, transport).await;
            self.runner().note(&ended);
            self.show(ended.state);
            shown();
        });
    }

    /// Does what a link to other settings of this page asks for.
    pub fn follow(self, address: Address) {
        let mut settings = address.settings;
        settings.set(Setting::Transport, self.text(Setting::Transport));
        self.replace(settings);
        self.look(address.view);
        self.wanted.set(true);
        browser::focus("results");
    }

    fn refuse(self, wrong: usize, first: &str) {
        if !self.runner().is_running() {
            self.run.set(RunState::Refused { wrong });
        }
        browser::focus(&field_id(first));
    }
}
