use leptos::prelude::*;

use super::late::late;
use super::player::PlayerBar;
use super::shared::{part, text};
use super::space_time::SpaceTime;
use super::stage::Stage;
use crate::page::Page;

/// A run played back: the player, what happened between the ranks, and what they hold at the cursor.
#[component]
pub fn Replay() -> impl IntoView {
    let page = Page::expect();
    let recording = page.player.recording;
    part(move || {
        let Some(recording) = recording.get() else {
            let why = move || {
                let words = &page.words().view;
                let none = page.outcome.read().is_none();
                if none { words.nothing } else { words.reading }.to_owned()
            };
            return late(view! { <p class="void-view">{text(why)}</p> });
        };
        let (lost, dropped) = recording.ask(|p| (p.unread().to_vec(), p.dropped()));
        let missing = text(move || (page.words().view.missing)(&lost, dropped));
        late(view! {
            <PlayerBar/>
            <p class="note">{missing}</p>
            <SpaceTime/>
            <Stage recording=recording/>
        })
    })
}
