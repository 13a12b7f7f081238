use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::MouseEvent;

use super::following::text;
use super::piece::{Piece, el};
use crate::browser;
use crate::page::Page;
use crate::reactive::watch;

/// What the lesson is about, at more length, and questions that a run answers.
pub fn explanation() -> Piece {
    let page = Page::expect();
    let prose = page.prose;
    let wanted = move || (page.lang.get(), page.lesson.get());
    watch(move || {
        let (lang, lesson) = wanted();
        let url = format!("texts/{}/{}.html", lang.id(), lesson.id());
        browser::load(url, prose, Box::new(move || untrack(wanted) == (lang, lesson)));
    });
    let heading = el("h2").set("id", "explanation-heading").say(|w| w.explanation);
    let text = el("div").html_of(text(move || {
        let prose = prose.read();
        prose.text().map_or_else(|| prose.missing(page.words()), str::to_owned)
    }));
    el("section.panel.explanation")
        .set("aria-labelledby", "explanation-heading")
        .child(heading)
        .child(
            // Its links are to other settings of this page, which need not be loaded again for them.
            text.on("click", move |event| {
                let click = event.unchecked_ref::<MouseEvent>();
                let elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
                if let Some(address) = browser::linked(&event).filter(|_| !elsewhere) {
                    event.prevent_default();
                    page.follow(address);
                }
            }),
        )
}
