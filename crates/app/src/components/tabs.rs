use lessons::Lesson;
use web_sys::KeyboardEvent;

use super::following::{text, when};
use super::lessons::number;
use super::piece::{Piece, button, el};
use crate::browser;
use crate::page::Page;

/// The id of a lesson's tab.
pub fn tab_id(lesson: Lesson) -> String {
    format!("tab-{}", lesson.id())
}

/// Which lesson's values are on display, where there are several. Arrows, Home and End move along.
pub fn tabs() -> Vec<Piece> {
    let page = Page::expect();
    let lessons = page.lessons.get();
    if lessons.len() < 2 {
        return Vec::new();
    }
    let tabs = el("div.tabs")
        .set("role", "tablist")
        .attr_say("aria-label", |w| w.ranks.tabs)
        .keys(move |event| go(page, event))
        .children(lessons.into_iter().map(|lesson| tab(page, lesson)));
    vec![tabs]
}

fn go(page: Page, event: &KeyboardEvent) {
    let lessons = page.lessons.get_untracked();
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
}

fn tab(page: Page, lesson: Lesson) -> Piece {
    let selected = move || page.lesson.get() == lesson;
    let tally = move || page.outcome.read().as_ref().map(|outcome| outcome.tally(Some(lesson)));
    // A mark keeps its place before there is one to show.
    let mark = move || match tally() {
        Some((passed, checks)) if passed < checks => "✗",
        Some((_, checks)) if checks > 0 => "✓",
        _ => "",
    };
    let title = text(move || (page.words().lesson)(lesson).title.to_owned());
    let choose = |yes: &'static str, no: &'static str| {
        text(move || if selected() { yes } else { no }.to_owned())
    };
    let mark_of = el("span.mark-of").class("bad", when(move || mark() == "✗"));
    button("", move || page.shown.set(lesson))
        .set("role", "tab")
        .set("id", &tab_id(lesson))
        .set("aria-controls", "lesson-panel")
        .attr("aria-selected", choose("true", "false"))
        .attr("tabindex", choose("0", "-1"))
        .child(el("span.number").says(&number(lesson)))
        .child(el("span").text(title))
        .child(mark_of.text(text(move || mark().to_owned())))
}
