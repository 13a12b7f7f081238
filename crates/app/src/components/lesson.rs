use leptos::prelude::*;

use super::cards::Cards;
use super::late::late;
use super::replay::Replay;
use super::segments::{Segment, Segments};
use super::shared::{maybe, part, say, text};
use super::tabs::{Tabs, tab_id};
use super::traffic::Traffic;
use crate::page::Page;
use crate::state::{Setting, View};

/// The lesson on display: what it is about, and what every rank holds.
#[component]
pub fn LessonView() -> impl IntoView {
    let page = Page::expect();
    let lesson = page.lesson;
    let several = move || page.lessons.read().len() > 1;
    let words = move || (page.words().lesson)(lesson.get());
    let shown = part(move || match page.view.get() {
        View::Result => late(view! { <Result/> }),
        View::Replay => late(view! { <Replay/> }),
        View::Traffic => late(view! { <Traffic/> }),
    });
    view! {
        <Tabs/>
        <section
            class="panel lesson-view"
            id="lesson-panel"
            role=maybe(move || several().then(|| "tabpanel".to_owned()))
            aria-labelledby=text(move || if several() { tab_id(lesson.get()) } else { "lesson-heading".to_owned() })
        >
            <h2 id="lesson-heading">
                <span class="number" aria-hidden="true">{text(move || (lesson.get() as usize + 1).to_string())}</span>
                {text(move || words().title.to_owned())}
            </h2>
            <p class="operations">{text(move || words().operations.to_owned())}</p>
            <p class="text">{text(move || words().text.to_owned())}</p>
            <ViewSwitch/>
            {shown}
        </section>
    }
}

#[component]
fn ViewSwitch() -> impl IntoView {
    let segments = View::ALL.map(|view| Segment {
        id: view.id(),
        label: match view {
            View::Result => |words| (words.view.name)(View::Result),
            View::Replay => |words| (words.view.name)(View::Replay),
            View::Traffic => |words| (words.view.name)(View::Traffic),
        },
        lang: None,
    });
    view! {
        <div class="views">
            <Segments
                name="view"
                legend=|words| words.view.legend
                segments=segments.to_vec()
                value=|page| page.view.get().id()
                choose=|page, id| page.view.set(View::from_id(id).unwrap_or_default())
            />
        </div>
    }
}

/// What every rank holds in the end.
#[component]
fn Result() -> impl IntoView {
    let page = Page::expect();
    view! {
            <div class="ranks-head">
            <h3>{say(|w| w.ranks.heading)}</h3>
            <p class="note">{text(move || note(page).unwrap_or_default().to_owned())}</p>
        </div>
        <Cards/>
        <p class="note">{text(move || {
            let outcome = page.outcome.read();
            let carried = outcome.as_ref().map(|outcome| outcome.carried);
            carried.map_or_else(String::new, |carried| (page.words().ranks.carried)(&carried))
        })}</p>
    }
}

/// Whose values are shown: nobody's yet, or those of a run with other settings.
fn note(page: Page) -> Option<&'static str> {
    let outcome = page.outcome.read();
    let Some(outcome) = outcome.as_ref() else {
        return Some(page.words().ranks.before);
    };
    let parsed = page.parsed.read();
    let Ok((config, _)) = parsed.as_ref() else {
        return Some(page.words().ranks.stale);
    };
    let apart_from_lesson = |settings: Vec<(&'static str, String)>| {
        settings.into_iter().filter(|(key, _)| *key != Setting::Lesson.key()).collect::<Vec<_>>()
    };
    let [now, then] = [config, &outcome.report.config].map(|c| apart_from_lesson(c.to_settings()));
    (now != then).then_some(page.words().ranks.stale)
}
