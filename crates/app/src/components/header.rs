use leptos::prelude::*;

use super::segments::{Segment, Segments};
use super::shared::say;
use crate::state::{Lang, Theme};

/// Title, purpose, and the two switches.
#[component]
pub fn Header() -> impl IntoView {
    view! {
        <header class="masthead">
            <div class="brand">
                <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
                    <path d="M16 5 27 16 16 27 5 16Z"/>
                    <circle cx="16" cy="5" r="4"/>
                    <circle cx="27" cy="16" r="4"/>
                    <circle cx="16" cy="27" r="4"/>
                    <circle cx="5" cy="16" r="4"/>
                </svg>
                <div>
                    <h1>"rankscope"</h1>
                    <p>{say(|w| w.purpose)}</p>
                </div>
            </div>
            <div class="switches">
                <LangSwitch/>
                <ThemeSwitch/>
            </div>
        </header>
    }
}

#[component]
fn LangSwitch() -> impl IntoView {
    let segments = Lang::ALL.map(|lang| Segment {
        id: lang.id(),
        label: match lang {
            Lang::En => |_| Lang::En.own_name(),
            Lang::Zh => |_| Lang::Zh.own_name(),
        },
        lang: Some(lang.tag()),
    });
    view! {
        <Segments
            name="lang"
            legend=|words| words.language
            segments=segments.to_vec()
            value=|page| page.lang.get().id()
            choose=|page, id| page.chosen_lang.set(Lang::from_tag(id))
        />
    }
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let segments = vec![
        Segment { id: "system", label: |words| words.theme.system, lang: None },
        Segment { id: Theme::Light.id(), label: |words| words.theme.light, lang: None },
        Segment { id: Theme::Dark.id(), label: |words| words.theme.dark, lang: None },
    ];
    view! {
        <Segments
            name="theme"
            legend=|words| words.theme.label
            segments=segments
            value=|page| page.theme.get().map_or("system", Theme::id)
            choose=|page, id| page.theme.set(Theme::from_id(id))
        />
    }
}
