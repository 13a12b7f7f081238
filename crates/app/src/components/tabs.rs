use leptos::prelude::*;
use lessons::Lesson;

use super::late::late;
use super::shared::{act, keyed, part, say, text, when};
use crate::browser;
use crate::page::Page;

/// The id of a lesson's tab.
pub fn tab_id(lesson: Lesson) -> String {
    format!("tab-{}", lesson.id())
}

/// Which lesson's values are on display, where there are several. Arrows, Home and End move along.
#[component]
pub fn Tabs() -> impl IntoView {
    let page = Page::expect();
    let lessons = page.lessons;
    let go = move |event: leptos::ev::KeyboardEvent| {
        let lessons = lessons.get_untracked();
        let here = page.lesson.get_untracked();
        let here = lessons.iter().position(|&lesson| lesson == here).unwrap_or(0);
        let last = lessons.len().saturating_sub(1);
        let to = match event.key().as_str() {
            "ArrowRight" if here == last => 0,
            "ArrowRight" => here + 1,
            "ArrowLeft" if here == 0 => last,
            "ArrowLeft" => here - 1,
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        if let Some(&lesson) = lessons.get(to) {
            page.shown.set(lesson);
            browser::focus(&tab_id(lesson));
        }
    };
    part(move || {
        let lessons = lessons.get();
        if lessons.len() < 2 {
            return late(());
        }
        let tabs = lessons.into_iter().map(|lesson| view! { <Tab lesson=lesson/> });
        late(view! {
            <div class="tabs" role="tablist" aria-label=say(|w| w.ranks.tabs) on:keydown=keyed(go)>
                {tabs.collect_view()}
            </div>
        })
    })
}

#[component]
fn Tab(lesson: Lesson) -> impl IntoView {
    let page = Page::expect();
    let selected = move || page.lesson.get() == lesson;
    let tally = move || page.outcome.read().as_ref().map(|outcome| outcome.tally(Some(lesson)));
    // A mark keeps its place before there is one to show.
    let mark = move || match tally() {
        Some((passed, checks)) if passed < checks => "✗",
        Some((_, checks)) if checks > 0 => "✓",
        _ => "",
    };
    view! {
        <button
            type="button"
            role="tab"
            id=tab_id(lesson)
            aria-selected=text(move || selected().to_string())
            aria-controls="lesson-panel"
            tabindex=text(move || if selected() { "0" } else { "-1" }.to_owned())
            on:click=act(move || page.shown.set(lesson))
        >
            <span class="number">{lesson as usize + 1}</span>
            <span>{text(move || (page.words().lesson)(lesson).title.to_owned())}</span>
            <span class="mark-of" class:bad=when(move || mark() == "✗")>{text(move || mark().to_owned())}</span>
        </button>
    }
}
