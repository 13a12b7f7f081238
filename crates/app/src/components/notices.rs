use super::following::text;
use super::piece::{Piece, button, el};
use crate::browser;
use crate::page::Page;
use crate::state::RunState;

/// What the address said in vain.
pub fn ignored() -> Vec<Piece> {
    let page = Page::expect();
    let names = page.ignored.get();
    if names.is_empty() {
        return Vec::new();
    }
    let dismiss = button("quiet", move || {
        page.ignored.set(Vec::new());
        browser::focus("results");
    });
    let notice = el("div.notice")
        .set("role", "note")
        .child(el("p").says(&(page.words().settings.ignored)(&names)))
        .child(dismiss.say(|w| w.settings.dismiss));
    vec![notice]
}

/// Why a run ended early.
pub fn failure() -> Piece {
    let page = Page::expect();
    let failure = text(move || match &*page.run.read() {
        RunState::Failed(error) => (page.words().run.error)(error),
        _ => String::new(),
    });
    el("p.failure").set("role", "alert").text(failure)
}
