use lessons::Lesson;

use super::cards::cards;
use super::code::code;
use super::compare::compare;
use super::following::{maybe, text, when};
use super::lessons::number;
use super::picture::picture;
use super::piece::{Piece, el};
use super::replay::replay;
use super::segments::{Segment, segments};
use super::tabs::tab_id;
use super::traffic::traffic;
use crate::page::Page;
use crate::state::{Setting, View};

/// The lesson on display: what it is about, and what every rank holds.
pub fn lesson_view() -> Piece {
    let page = Page::expect();
    let lesson = page.lesson;
    let several = move || page.lessons.read().len() > 1;
    let words = move || (page.words().lesson)(lesson.get());
    let shown = move || match page.view.get() {
        View::Result => result(page),
        View::Replay => replay(page),
        View::Code => code(page),
        View::Compare => compare(page),
        View::Traffic => traffic(page),
    };
    let labelled = move || {
        if several() { tab_id(lesson.get()) } else { "lesson-heading".to_owned() }
    };
    let number = text(move || number(lesson.get()));
    el("section.panel.lesson-view")
        .class("of-program", when(move || lesson.get() == Lesson::Program))
        .set("id", "lesson-panel")
        .attr_maybe("role", maybe(move || several().then(|| "tabpanel".to_owned())))
        .attr("aria-labelledby", text(labelled))
        .child(
            el("h2")
                .set("id", "lesson-heading")
                .child(el("span.number").set("aria-hidden", "true").text(number))
                .text(text(move || words().title.to_owned())),
        )
        .child(el("p.operations").text(text(move || words().operations.to_owned())))
        .child(el("p.text").text(text(move || words().text.to_owned())))
        .child(view_switch())
        .part(shown)
        .child(el("p.toast").set("role", "status").text(text(move || page.told.get())))
}

fn view_switch() -> Piece {
    let choices = segments(
        "view",
        |words| words.view.legend,
        View::ALL.map(|view| Segment {
            id: view.id(),
            label: match view {
                View::Result => |words| (words.view.name)(View::Result),
                View::Replay => |words| (words.view.name)(View::Replay),
                View::Compare => |words| (words.view.name)(View::Compare),
                View::Code => |words| (words.view.name)(View::Code),
                View::Traffic => |words| (words.view.name)(View::Traffic),
            },
            lang: None,
        }),
        |page| page.view.get().id(),
        |page, id| page.view.set(View::from_id(id).unwrap_or_default()),
    );
    el("div.views").child(choices)
}

/// What every rank holds in the end.
fn result(page: Page) -> Vec<Piece> {
    let head = el("div.ranks-head")
        .child(el("h3").say(|w| w.ranks.heading))
        .child(el("p.note").text(text(move || note(page).unwrap_or_default().to_owned())));
    let carried = text(move || {
        let outcome = page.outcome.read();
        let carried = outcome.as_ref().map(|outcome| outcome.carried);
        carried.map_or_else(String::new, |carried| (page.words().ranks.carried)(&carried))
    });
    vec![picture(), head, el("div").part(cards), el("p.note").text(carried)]
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
