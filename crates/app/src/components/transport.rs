use fabric::TransportKind;
use fabric::page::isolation;
use leptos::prelude::*;

use super::segments::{Segment, Segments};
use super::shared::{text, when};
use crate::page::Page;
use crate::state::{Choice, Setting};
use crate::words::Words;

/// Which transport is asked for, which one is in use, and why.
#[component]
pub fn TransportField() -> impl IntoView {
    let page = Page::expect();
    let isolated = isolation();
    let in_use = move || match asked_for(page) {
        Some(choice) => {
            let kind = choice.resolve(isolated);
            (page.words().settings.in_use)(choice != Choice::Auto, kind, isolated).to_owned()
        }
        None => String::new(),
    };
    let unavailable =
        move || asked_for(page).is_some_and(|choice| choice.resolve(isolated).is_none());
    let segments = Choice::ALL.map(|choice| Segment {
        id: choice.id(),
        label: match choice {
            Choice::Auto => |words| name(words, "auto"),
            Choice::Only(TransportKind::Shared) => |words| name(words, "shared"),
            Choice::Only(TransportKind::Message) => |words| name(words, "message"),
        },
        lang: None,
    });
    view! {
        <div class="transport">
            <Segments
                name="transport"
                legend=|words| (words.settings.field)(Setting::Transport).label
                labelled=true
                described_by="error-transport in-use"
                segments=segments.to_vec()
                value=|page| asked_for(page).map_or("", Choice::id)
                choose=|page, id| page.set(Setting::Transport, id.to_owned())
            />
            <p class="error" id="error-transport">
                {text(move || page.error(Setting::Transport).unwrap_or_default())}
            </p>
            <p class="in-use" class:bad=when(unavailable) id="in-use">{text(in_use)}</p>
        </div>
    }
}

/// The reader's choice; `None` while the address asks for one that does not exist.
fn asked_for(page: Page) -> Option<Choice> {
    let settings = page.settings.read();
    match settings.text(Setting::Transport).trim() {
        "" => Some(Choice::Auto),
        id => Choice::parse(id).ok(),
    }
}

fn name(words: &'static Words, id: &str) -> &'static str {
    (words.settings.option)(id).unwrap_or_default()
}
