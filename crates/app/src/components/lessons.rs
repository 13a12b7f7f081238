use leptos::prelude::*;
use lessons::Lesson;

use super::shared::{react, say, text, when};
use crate::page::Page;
use crate::state::Setting;
use crate::words::{LessonWords, Words};

/// The lessons to choose from: one of six, or all.
#[component]
pub fn LessonList() -> impl IntoView {
    let page = Page::expect();
    let all = view! { <LessonChoice lesson=None/> };
    let each = Lesson::ALL.map(|lesson| view! { <LessonChoice lesson=Some(lesson)/> });
    view! {
        <fieldset class="panel lessons" aria-describedby="error-lesson">
            <legend><h2>{say(|w| w.lessons)}</h2></legend>
            {all}
            {each}
            <p class="error" id="error-lesson">{text(move || page.error(Setting::Lesson).unwrap_or_default())}</p>
        </fieldset>
    }
}

/// A lesson's words, or those of all lessons together.
fn words_of(words: &'static Words, lesson: Option<Lesson>) -> LessonWords {
    lesson.map_or(words.all_lessons, words.lesson)
}

/// One choice; `None` is all of them.
#[component]
fn LessonChoice(lesson: Option<Lesson>) -> impl IntoView {
    let page = Page::expect();
    let id = lesson.map_or("all", Lesson::id);
    let number = lesson.map_or_else(|| "∗".to_owned(), |lesson| (lesson as usize + 1).to_string());
    let chosen = move || {
        let settings = page.settings.read();
        match settings.text(Setting::Lesson).trim() {
            "" => lesson.is_none(),
            text => text == id,
        }
    };
    view! {
        <label class="lesson">
            <input
                type="radio"
                name="lesson"
                value=id
                id=lesson.is_none().then(|| super::field_id("lesson"))
                prop:checked=when(chosen)
                on:change=react(move |_| page.set(Setting::Lesson, id.to_owned()))
            />
            <span class="number" aria-hidden="true">{number}</span>
            <span class="title">{text(move || words_of(page.words(), lesson).title.to_owned())}</span>
            <span class="operations">{text(move || words_of(page.words(), lesson).operations.to_owned())}</span>
        </label>
    }
}
