use leptos::prelude::*;

use super::following::{flag, text, when};
use super::piece::{Piece, el};
use crate::page::Page;
use crate::state::Setting;

/// The id of a setting's field, by the setting's name.
pub fn field_id(key: &str) -> String {
    format!("setting-{key}")
}

/// A label above, a hint and an error below whatever one writes or chooses in.
fn field(setting: Setting, input: Piece) -> Piece {
    let page = Page::expect();
    let key = setting.key();
    let words = move || (page.words().settings.field)(setting);
    let (hint, error) = (format!("hint-{key}"), format!("error-{key}"));
    let input = input
        .set("id", &field_id(key))
        .set("name", key)
        .set("aria-describedby", &format!("{error} {hint}"))
        .attr_maybe("aria-invalid", flag(move || page.error(setting).is_some()));
    el("div.field")
        .class("unused", when(move || is_unused(page, setting)))
        .class("wrong", when(move || page.error(setting).is_some()))
        .child(el("label").set("for", &field_id(key)).text(text(move || words().label.to_owned())))
        .child(input)
        .child(el("p.hint").set("id", &hint).text(text(move || words().hint.to_owned())))
        .child(
            el("p.error")
                .set("id", &error)
                .text(text(move || page.error(setting).unwrap_or_default())),
        )
}

/// Whether a setting makes no difference to the lessons chosen, and stands as it stood to begin with: what somebody has
/// written stays in sight.
pub fn is_unused(page: Page, setting: Setting) -> bool {
    let used = page.lessons.read().iter().any(|&lesson| setting.is_used_by(lesson));
    !used && page.settings.read().text(setting) == setting.default_text()
}

/// A setting that is written; `mode` is `numeric` for one whole number without a sign, else `text`.
pub fn text_field(setting: Setting, mode: &str) -> Piece {
    let page = Page::expect();
    let input = el("input")
        .set("type", "text")
        .set("inputmode", mode)
        .set("autocomplete", "off")
        .set("autocapitalize", "off")
        .set("spellcheck", "false")
        .attr("placeholder", text(move || placeholder(page, setting)))
        .value(text(move || page.text(setting)))
        .on("input", move |event| page.set(setting, event_target_value(&event)));
    field(setting, input)
}

/// The program that runs instead of lessons, in as many lines as it takes.
pub fn program_field() -> Piece {
    let page = Page::expect();
    let input = el("textarea")
        .set("rows", "14")
        .set("autocomplete", "off")
        .set("autocapitalize", "off")
        .set("spellcheck", "false")
        .set("wrap", "off")
        .value(text(move || page.text(Setting::Program)))
        .on("input", move |event| page.set(Setting::Program, event_target_value(&event)));
    field(Setting::Program, input).class_if("of-program-only", true)
}

/// What an empty field means.
fn placeholder(page: Page, setting: Setting) -> String {
    match (setting, &*page.parsed.read()) {
        (Setting::Tp, Ok((config, _))) => config.tp().to_string(),
        _ => setting.default_text().to_owned(),
    }
}

/// A setting that is chosen among names.
pub fn select_field(setting: Setting, names: Vec<&'static str>) -> Piece {
    let page = Page::expect();
    // What an address says is shown, right or wrong.
    let options = move || {
        let given = page.text(setting);
        let option = |id: &str, label: &str| {
            let option = el("option").set("value", id).says(label);
            if id == given { option.set("selected", "") } else { option }
        };
        let known =
            |&id: &&'static str| option(id, (page.words().settings.option)(id).unwrap_or(id));
        let mut options: Vec<Piece> = names.iter().map(known).collect();
        if !given.is_empty() && !names.contains(&given.as_str()) {
            options.push(option(&given, &given));
        }
        options
    };
    let select = el("select")
        .part(options)
        .on("change", move |event| page.set(setting, event_target_value(&event)));
    field(setting, select)
}
