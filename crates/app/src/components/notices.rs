use leptos::prelude::*;

use super::late::late;
use super::shared::{act, part, say, text};
use crate::page::Page;
use crate::state::RunState;

/// What the reader should know before looking further: what the address said in vain, why a run ended early.
#[component]
pub fn Notices() -> impl IntoView {
    let page = Page::expect();
    let ignored = part(move || {
        let names = page.ignored.get();
        if names.is_empty() {
            return late(());
        }
        late(view! {
            <div class="notice" role="note">
                <p>{(page.words().settings.ignored)(&names)}</p>
                <button type="button" class="quiet" on:click=act(move || page.ignored.set(Vec::new()))>
                    {say(|w| w.settings.dismiss)}
                </button>
            </div>
        })
    });
    let failure = text(move || match &*page.run.read() {
        RunState::Failed(error) => (page.words().run.error)(error),
        _ => String::new(),
    });
    view! {
        {ignored}
        <p role="alert" class="failure">{failure}</p>
    }
}
