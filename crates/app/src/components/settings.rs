use leptos::prelude::*;
use lessons::Preset;

use super::field::{SelectField, TextField};
use super::shared::{act, react, say, when};
use super::transport::TransportField;
use crate::browser;
use crate::page::Page;
use crate::state::{Setting, Settings};
use crate::words::Words;

const SEEDS: &[Setting] =
    &[Setting::RouterSeed, Setting::RouterSeeds, Setting::DataSeed, Setting::InitSeed];
const TOKENS: &[Setting] = &[Setting::Tokens, Setting::Features, Setting::Preset, Setting::Router];

/// Every setting of a run but the lesson.
#[component]
pub fn SettingsForm() -> impl IntoView {
    let page = Page::expect();
    let reset = act(move || {
        // The lesson is chosen elsewhere.
        let lesson = page.text(Setting::Lesson);
        let mut settings = Settings::default();
        settings.set(Setting::Lesson, lesson);
        page.settings.set(settings);
    });
    let presets = [vec!["none"], Preset::ALL.map(Preset::id).to_vec()].concat();
    view! {
        <form
            class="panel settings"
            id="settings"
            novalidate
            aria-labelledby="settings-heading"
            on:submit=move |event| {
                event.prevent_default();
                page.start();
            }
        >
            <div class="heading">
                <h2 id="settings-heading">{say(|w| w.settings.heading)}</h2>
                <button type="button" class="quiet" on:click=reset>{say(|w| w.settings.reset)}</button>
            </div>
            <fieldset>
                <legend>{say(|w| w.settings.world)}</legend>
                <div class="fields world">
                    <TextField setting=Setting::WorldSize numeric=true/>
                    <TextField setting=Setting::Tp numeric=true/>
                </div>
                <TransportField/>
            </fieldset>
            <Fold settings=SEEDS title=|w| w.settings.seeds>
                <TextField setting=Setting::DataSeed/>
                <TextField setting=Setting::InitSeed/>
                <TextField setting=Setting::RouterSeed wide=true/>
                <TextField setting=Setting::RouterSeeds wide=true/>
            </Fold>
            <Fold settings=TOKENS title=|w| w.settings.tokens>
                <TextField setting=Setting::Tokens/>
                <TextField setting=Setting::Features numeric=true/>
                <SelectField setting=Setting::Preset names=presets wide=true/>
                <TextField setting=Setting::Router wide=true/>
            </Fold>
        </form>
    }
}

/// Settings that may be folded away. They are open where there is room, where one of them is set, and where one of
/// them cannot be.
#[component]
fn Fold(
    settings: &'static [Setting],
    title: fn(&'static Words) -> &'static str,
    children: Children,
) -> impl IntoView {
    let page = Page::expect();
    let given =
        page.settings.read_untracked().given().any(|(setting, _)| settings.contains(&setting));
    let open = RwSignal::new(given || browser::is_wide());
    let wrong = move || settings.iter().any(|&setting| page.error(setting).is_some());
    view! {
        <details
            class="fold"
            prop:open=when(move || open.get() || wrong())
            on:toggle=react(move |event| open.set(browser::is_open(&event)))
        >
            <summary>{say(title)}</summary>
            <div class="fields">{children()}</div>
        </details>
    }
}
