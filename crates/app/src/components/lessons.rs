use lessons::Lesson;

use super::following::{flag, text, when};
use super::piece::{Piece, el};
use crate::page::Page;
use crate::state::Setting;
use crate::words::{LessonWords, Words};

/// What there is to choose from: one of six lessons, all of them, a further one, or a program of one's own.
pub fn lesson_list() -> Piece {
    let page = Page::expect();
    let error = text(move || page.error(Setting::Lesson).unwrap_or_default());
    el("fieldset.panel.lessons")
        .set("aria-describedby", "error-lesson")
        .child(el("legend").child(el("h2").say(|w| w.lessons)))
        .child(choice(None))
        .children(Lesson::SIX.map(|lesson| choice(Some(lesson))))
        .child(further(page))
        .child(choice(Some(Lesson::Program)))
        .child(el("p.error").set("id", "error-lesson").text(error))
}

/// The further lessons, folded away while none of them is chosen.
fn further(page: Page) -> Piece {
    let chosen = move || {
        let settings = page.settings.read();
        let id = settings.text(Setting::Lesson).trim();
        id == "further" || Lesson::from_id(id).is_some_and(|lesson| !lesson.is_of_six())
    };
    el("details.further")
        .attr_maybe("open", flag(chosen))
        .child(el("summary").say(|w| w.further))
        .children(Lesson::FURTHER.iter().map(|&lesson| choice(Some(lesson))))
}

/// A lesson's words, or those of all lessons together.
fn words_of(words: &'static Words, lesson: Option<Lesson>) -> LessonWords {
    lesson.map_or(words.all_lessons, words.lesson)
}

/// What stands before a lesson's title.
pub fn number(lesson: Lesson) -> String {
    match lesson {
        Lesson::Program => "{}".to_owned(),
        lesson if lesson.is_of_six() => (lesson as usize + 1).to_string(),
        // They stand behind the programs of one's own.
        lesson => (lesson as usize).to_string(),
    }
}

/// One choice; `None` is all of them.
fn choice(lesson: Option<Lesson>) -> Piece {
    let page = Page::expect();
    let id = lesson.map_or("all", Lesson::id);
    let number = lesson.map_or_else(|| "∗".to_owned(), number);
    let chosen = move || {
        let settings = page.settings.read();
        match settings.text(Setting::Lesson).trim() {
            "" => lesson.is_none(),
            text => text == id,
        }
    };
    let input = el("input")
        .set("type", "radio")
        .set("name", "lesson")
        .set("value", id)
        .prop("checked", when(chosen))
        .on("change", move |_| page.set(Setting::Lesson, id.to_owned()));
    let input = match lesson {
        None => input.set("id", &super::field_id("lesson")),
        Some(_) => input,
    };
    let words = move || words_of(page.words(), lesson);
    el("label.lesson")
        .child(input)
        .child(el("span.number").set("aria-hidden", "true").says(&number))
        .child(el("span.title").text(text(move || words().title.to_owned())))
        .child(el("span.operations").text(text(move || words().operations.to_owned())))
}
