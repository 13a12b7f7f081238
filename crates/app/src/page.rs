mod comparing;
mod measuring;
mod starting;
mod trying;
mod visiting;

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use lessons::{Config, Lesson, SettingError};

use crate::address::Address;
use crate::browser;
use crate::loaded::Loaded;
use crate::player::Player;
use crate::reactive::{Derived, State, memo, watch};
use crate::recording::Recording;
use crate::runner::Runner;
use crate::state::{
    Forecast, Lang, Measurement, Outcome, RunState, Setting, Settings, Theme, TransportChoice, View,
};
use crate::words::Words;

/// What the fields ask for, or every field that cannot be.
pub type Parsed = Result<(Config, TransportChoice), Vec<SettingError>>;

/// Everything that components show and change. A copy is the same page.
#[derive(Clone, Copy)]
pub struct Page {
    /// What stands in the fields.
    pub settings: Derived<Settings>,
    /// What that asks for.
    pub parsed: Derived<Parsed>,
    /// The language, if it is chosen.
    pub chosen_lang: State<Option<Lang>>,
    /// The language in use.
    pub lang: Derived<Lang>,
    /// The theme, if it is chosen.
    pub theme: State<Option<Theme>>,
    /// What the address holds and the page does not know.
    pub ignored: State<Vec<String>>,
    /// Where the run stands.
    pub run: State<RunState>,
    /// What the last run left behind.
    pub outcome: State<Option<Arc<Outcome>>>,
    /// The lesson whose values the reader wants to see.
    pub shown: State<Lesson>,
    /// The lessons that the fields ask for; all of them while they ask for none that exists.
    pub lessons: Derived<Vec<Lesson>>,
    /// The lesson on display: the one the reader wants to see if it is among these, else their first.
    pub lesson: Derived<Lesson>,
    /// What its explanation says, in the language in use.
    pub prose: State<Loaded>,
    /// How the reader looks at the run.
    pub view: State<View>,
    /// Plays the run back.
    pub player: Player,
    /// What the fields held for the run that is compared with.
    pub against: State<Option<Settings>>,
    /// The run that is compared with, once it is there.
    pub kept: State<Option<Recording>>,
    /// What the reader wants a forecast of.
    pub forecast: State<Forecast>,
    /// Whether the link between ranks on this machine has been measured.
    pub measured: State<Measurement>,
    /// How copying a tensor went, for a moment.
    pub told: State<String>,
    /// Whether a run waits for the one under way to end.
    wanted: State<bool>,
    /// What the settings were before each such change.
    pub tried: State<Vec<Settings>>,
    fields: State<Settings>,
    runner: StoredValue<Rc<Runner>, LocalStorage>,
}

impl Page {
    /// Makes the page's state from its address, hands it to all components below, and keeps address and document as
    /// it says.
    pub fn provide() -> Page {
        let address = browser::address();
        let preferred = browser::preferred_lang();
        let fields = State::new(address.settings);
        let settings = memo(move || fields.get());
        let chosen_lang = State::new(address.lang);
        let shown = State::new(address.tab.unwrap_or(Lesson::SendRecv));
        let outcome = State::new(None);
        let view = State::new(address.view);
        let parsed = memo(move || settings.read().parse());
        let lessons = memo(move || lessons(&settings.read(), &parsed.read()));
        let lesson = memo(move || {
            let (lessons, shown) = (lessons.read(), shown.get());
            let first = lessons.first().copied().unwrap_or(shown);
            if lessons.contains(&shown) { shown } else { first }
        });
        let page = Page {
            settings,
            fields,
            parsed,
            chosen_lang,
            lang: memo(move || chosen_lang.get().unwrap_or(preferred)),
            theme: State::new(address.theme),
            ignored: State::new(address.ignored),
            run: State::new(RunState::Idle),
            outcome,
            shown,
            lessons,
            lesson,
            prose: State::new(Loaded::Coming),
            view,
            forecast: State::new(address.forecast),
            measured: State::new(Measurement::NotYet),
            told: State::new(String::new()),
            player: Player::new(outcome, view, lesson, address.cursor),
            against: State::new(address.against.clone()),
            kept: State::new(None),
            wanted: State::new(false),
            tried: State::new(Vec::new()),
            runner: StoredValue::new_local(Rc::new(Runner::new())),
        };
        provide_context(page);
        // What is ignored stays in the address until something else changes it.
        let mut before = None;
        watch(move || {
            let query = page.address().query();
            if before.as_ref().is_some_and(|before| *before != query) {
                browser::replace_query(&query);
            }
            before = Some(query);
        });
        watch(move || browser::set_look(page.words().title, page.lang.get(), page.theme.get()));
        watch(move || {
            if page.wanted.get() && !page.run.read().is_active() {
                page.wanted.set(false);
                // Who has another field wrong is told so there, and keeps the focus.
                untrack(|| {
                    if page.parsed.read().is_ok() {
                        page.start()
                    }
                });
            }
        });
        // A link to a moment of a run is of little use without the run.
        let begins = address.cursor.is_some();
        match address.against {
            Some(against) => watch(move || untrack(|| page.start_with(against.clone()))),
            None if begins => watch(move || untrack(|| page.start())),
            None => {}
        }
        // The page lives as long as its window, and so does this listener.
        std::mem::forget(window_event_listener(leptos::ev::popstate, move |_| page.read_address()));
        page
    }

    /// The page of the component that asks.
    pub fn expect() -> Page {
        expect_context()
    }

    /// The words of the language in use.
    pub fn words(self) -> &'static Words {
        Words::of(self.lang.get())
    }

    /// What stands in one field.
    pub fn text(self, setting: Setting) -> String {
        self.settings.read().text(setting).to_owned()
    }

    /// Writes into one field.
    pub fn set(self, setting: Setting, text: String) {
        let mut settings = self.settings.get_untracked();
        match setting {
            Setting::Program => settings.set_program(text),
            _ => settings.set(setting, text),
        }
        self.replace(settings);
    }

    /// Puts other settings into all fields.
    pub fn replace(self, settings: Settings) {
        self.fields.set(settings);
        // What was tried before is not to be taken back together with this.
        self.tried.set(Vec::new());
    }

    /// Why a field cannot be, in the language in use.
    pub fn error(self, setting: Setting) -> Option<String> {
        let parsed = self.parsed.read();
        let mut errors = parsed.as_ref().err()?.iter();
        let error = errors.find(|error| error.setting() == setting.key())?;
        Some((self.words().settings.error)(error))
    }

    /// Looks at the run another way; what is looked at so already is not drawn anew.
    pub fn look(self, view: View) {
        if self.view.get_untracked() != view {
            self.view.set(view);
        }
    }

    /// Ends the run under way.
    pub fn cancel(self) {
        self.runner().cancel();
    }

    /// What runs the ranks.
    pub fn runner(self) -> Rc<Runner> {
        self.runner.get_value()
    }

    /// Shows how a run ended.
    pub fn show(self, state: RunState) {
        let latest = self.runner().latest();
        let shown = self.outcome.get_untracked();
        if latest.as_ref().map(Arc::as_ptr) != shown.as_ref().map(Arc::as_ptr) {
            self.outcome.set(latest);
        }
        self.run.set(state);
    }

    fn address(self) -> Address {
        Address {
            settings: self.settings.get(),
            lang: self.chosen_lang.get(),
            theme: self.theme.get(),
            view: self.view.get(),
            tab: self.tab(),
            forecast: self.forecast.get(),
            against: self.against.get(),
            cursor: self.player.rested.get().filter(|_| self.view.get().plays()),
            ignored: Vec::new(),
        }
    }

    /// The lesson on display, where it is not the first.
    fn tab(self) -> Option<Lesson> {
        let lesson = self.lesson.get();
        (self.lessons.read().first() != Some(&lesson)).then_some(lesson)
    }

    fn read_address(self) {
        let address = browser::address();
        // A jump within the page is to the same address, which may not tell yet where the cursor is by now.
        let elsewhere = untrack(|| self.address()).query() != address.query();
        self.replace(address.settings);
        self.chosen_lang.set(address.lang);
        self.theme.set(address.theme);
        self.ignored.set(address.ignored);
        self.forecast.set(address.forecast);
        self.look(address.view);
        if let Some(tab) = address.tab.or(self.lessons.read_untracked().first().copied()) {
            self.shown.set(tab);
        }
        if elsewhere {
            self.player.asked.set(Some(address.cursor));
        }
        match address.against {
            None => self.forget(),
            Some(against) if self.against.get_untracked().as_ref() != Some(&against) => {
                self.against.set(Some(against.clone()));
                self.start_with(against);
            }
            Some(_) => {}
        }
    }
}

fn lessons(settings: &Settings, parsed: &Parsed) -> Vec<Lesson> {
    match parsed {
        Ok((config, _)) => config.lessons().to_vec(),
        // Another setting may be wrong.
        Err(_) if settings.is_of_program() => vec![Lesson::Program],
        Err(_) => {
            let one = Lesson::from_id(settings.text(Setting::Lesson).trim());
            one.map_or_else(|| Lesson::SIX.to_vec(), |one| vec![one])
        }
    }
}
