use super::following::{text, when};
use super::piece::{Piece, el};
use super::segments::{Segment, segments};
use crate::page::Page;
use crate::state::{Setting, TransportChoice};
use crate::words::Words;
use fabric::TransportKind;
use fabric::page::isolation;

/// Which transport is asked for, which one is in use, and why.
pub fn transport_field() -> Piece {
    let page = Page::expect();
    let isolated = isolation();
    let in_use = move || match asked_for(page) {
        Some(choice) => {
            let kind = choice.resolve(isolated);
            (page.words().settings.in_use)(choice != TransportChoice::Auto, kind, isolated)
                .to_owned()
        }
        None => String::new(),
    };
    let unavailable =
        move || asked_for(page).is_some_and(|choice| choice.resolve(isolated).is_none());
    let choices = segments(
        "transport",
        |words| (words.settings.field)(Setting::Transport).label,
        TransportChoice::ALL.map(|choice| Segment {
            id: choice.id(),
            label: match choice {
                TransportChoice::Auto => |words| name(words, "auto"),
                TransportChoice::Only(TransportKind::Shared) => |words| name(words, "shared"),
                TransportChoice::Only(TransportKind::Message) => |words| name(words, "message"),
            },
            lang: None,
        }),
        |page| asked_for(page).map_or("", TransportChoice::id),
        |page, id| page.set(Setting::Transport, id.to_owned()),
    );
    let error = text(move || page.error(Setting::Transport).unwrap_or_default());
    el("div.transport")
        .child(choices.class_if("labelled", true).set("aria-describedby", "error-transport in-use"))
        .child(el("p.error").set("id", "error-transport").text(error))
        .child(
            el("p.in-use").set("id", "in-use").class("bad", when(unavailable)).text(text(in_use)),
        )
}

/// The reader's choice; `None` while the address asks for one that does not exist.
fn asked_for(page: Page) -> Option<TransportChoice> {
    let settings = page.settings.read();
    match settings.text(Setting::Transport).trim() {
        "" => Some(TransportChoice::Auto),
        id => TransportChoice::parse(id).ok(),
    }
}

fn name(words: &'static Words, id: &str) -> &'static str {
    (words.settings.option)(id).unwrap_or_default()
}
