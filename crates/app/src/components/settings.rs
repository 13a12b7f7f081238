use lessons::Preset;

use super::field::{is_unused, program_field, select_field, text_field};
use super::following::when;
use super::piece::{Piece, button, el};
use super::transport::transport_field;
use crate::browser;
use crate::page::Page;
use crate::reactive::State;
use crate::state::{Setting, Settings};
use crate::words::Words;

const SEEDS: &[Setting] =
    &[Setting::RouterSeed, Setting::RouterSeeds, Setting::DataSeed, Setting::InitSeed];
const TOKENS: &[Setting] = &[Setting::Tokens, Setting::Features, Setting::Preset, Setting::Router];

/// Every setting of a run but the lesson.
pub fn settings_form() -> Piece {
    let page = Page::expect();
    let reset = button("quiet", move || {
        // The lesson is chosen elsewhere, and a program is too much work to be taken away.
        let before = page.settings.get_untracked();
        let mut settings = Settings::default();
        settings.set_program(before.text(Setting::Program));
        settings.set(Setting::Lesson, before.text(Setting::Lesson));
        page.replace(settings);
    });
    let heading = el("div.heading")
        .child(el("h2").set("id", "settings-heading").say(|w| w.settings.heading))
        .child(reset.say(|w| w.settings.reset));
    let world = el("div.fields.world")
        .child(text_field(Setting::WorldSize, "numeric"))
        .child(text_field(Setting::Tp, "numeric").class_if("of-lessons", true));
    let presets = [vec!["none"], Preset::ALL.map(Preset::id).to_vec()].concat();
    let wide = |field: Piece| field.class_if("wide", true);
    let of_program = when(move || page.settings.read().is_of_program());
    el("form.panel.settings")
        .class("of-program", of_program)
        .set("id", "settings")
        .set("novalidate", "")
        .set("aria-labelledby", "settings-heading")
        .on("submit", move |event| {
            event.prevent_default();
            page.start_then(browser::show_results);
        })
        .child(heading)
        .child(
            el("fieldset")
                .child(el("legend").say(|w| w.settings.world))
                .child(world)
                .child(transport_field()),
        )
        .child(program_field())
        .child(fold(
            SEEDS,
            |w| w.settings.seeds,
            [
                text_field(Setting::DataSeed, "text"),
                text_field(Setting::InitSeed, "text"),
                wide(text_field(Setting::RouterSeed, "text")),
                wide(text_field(Setting::RouterSeeds, "text")),
            ],
        ))
        .child(fold(
            TOKENS,
            |w| w.settings.tokens,
            [
                text_field(Setting::Tokens, "text"),
                text_field(Setting::Features, "numeric"),
                wide(select_field(Setting::Preset, presets)),
                wide(text_field(Setting::Router, "text")),
            ],
        ))
}

/// Settings that may be folded away. They are open where there is room, where one of them is set, and where one of
/// them cannot be.
fn fold(
    settings: &'static [Setting],
    title: fn(&'static Words) -> &'static str,
    fields: [Piece; 4],
) -> Piece {
    let page = Page::expect();
    let given =
        page.settings.read_untracked().given().any(|(setting, _)| settings.contains(&setting));
    let open = State::new(given || browser::is_wide());
    let unused = move || settings.iter().all(|&setting| is_unused(page, setting));
    let wrong = move || settings.iter().any(|&setting| page.error(setting).is_some());
    el("details.fold.of-lessons")
        .class("unused", when(unused))
        .prop("open", when(move || open.get() || wrong()))
        .on("toggle", move |event| open.set(browser::is_open(&event)))
        .child(el("summary").say(title))
        .child(el("div.fields").children(fields))
}
