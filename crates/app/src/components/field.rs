use leptos::prelude::*;

use super::late::late;
use super::shared::{flag, part, react, text, when};
use crate::page::Page;
use crate::state::Setting;

/// The id of a setting's field, by the setting's name.
pub fn field_id(key: &str) -> String {
    format!("setting-{key}")
}

/// A label above, a hint and an error below whatever one writes or chooses in.
#[component]
pub fn Field(
    /// Which setting.
    setting: Setting,
    /// Whether it takes a line for itself.
    #[prop(optional)]
    wide: bool,
    /// What one writes or chooses in.
    children: Children,
) -> impl IntoView {
    let page = Page::expect();
    let key = setting.key();
    let words = move || (page.words().settings.field)(setting);
    view! {
        <div class="field" class:wide=wide class:wrong=when(move || page.error(setting).is_some())>
            <label for=field_id(key)>{text(move || words().label.to_owned())}</label>
            {children()}
            <p class="hint" id=format!("hint-{key}")>{text(move || words().hint.to_owned())}</p>
            <p class="error" id=format!("error-{key}")>{text(move || page.error(setting).unwrap_or_default())}</p>
        </div>
    }
}

/// The ids of what describes a setting's field.
fn described_by(setting: Setting) -> String {
    let key = setting.key();
    format!("error-{key} hint-{key}")
}

/// A setting that is written.
#[component]
pub fn TextField(
    /// Which.
    setting: Setting,
    /// Whether it takes a line for itself.
    #[prop(optional)]
    wide: bool,
    /// Whether it is one whole number without a sign.
    #[prop(optional)]
    numeric: bool,
) -> impl IntoView {
    let page = Page::expect();
    view! {
        <Field setting=setting wide=wide>
            <input
                type="text"
                id=field_id(setting.key())
                name=setting.key()
                inputmode=if numeric { "numeric" } else { "text" }
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder=text(move || placeholder(page, setting))
                prop:value=text(move || page.text(setting))
                on:input=react(move |event| page.set(setting, event_target_value(&event)))
                aria-invalid=flag(move || page.error(setting).is_some())
                aria-describedby=described_by(setting)
            />
        </Field>
    }
}

/// What an empty field means.
fn placeholder(page: Page, setting: Setting) -> String {
    match (setting, &*page.parsed.read()) {
        (Setting::Tp, Ok((config, _))) => config.tp().to_string(),
        _ => setting.default_text().to_owned(),
    }
}

/// A setting that is chosen among names.
#[component]
pub fn SelectField(
    /// Which.
    setting: Setting,
    /// The names.
    names: Vec<&'static str>,
    /// Whether it takes a line for itself.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let page = Page::expect();
    // What an address says is shown, right or wrong.
    let options = part(move || {
        let given = page.text(setting);
        let stranger =
            (!given.is_empty() && !names.contains(&given.as_str())).then(|| given.clone());
        let known = names.iter().map(|&id| {
            let label = (page.words().settings.option)(id).unwrap_or(id);
            (id.to_owned(), label.to_owned())
        });
        let all = known.chain(stranger.into_iter().map(|text| (text.clone(), text)));
        let option = |(id, label): (String, String)| {
            let selected = id == given;
            view! { <option value=id selected=selected>{label}</option> }
        };
        late(all.map(option).collect_view())
    });
    view! {
        <Field setting=setting wide=wide>
            <select
                id=field_id(setting.key())
                name=setting.key()
                on:change=react(move |event| page.set(setting, event_target_value(&event)))
                aria-invalid=flag(move || page.error(setting).is_some())
                aria-describedby=described_by(setting)
            >
                {options}
            </select>
        </Field>
    }
}
