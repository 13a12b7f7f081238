use leptos::prelude::*;

use super::shared::{say, text};
use crate::page::Page;
use crate::state::Outcome;
use crate::traffic;
use crate::words::Words;

/// The matrix of bytes, and the ledger.
#[component]
pub fn Traffic() -> impl IntoView {
    let page = Page::expect();
    let html = move |draw: fn(&Outcome, &Words) -> String| {
        text(move || {
            page.outcome.read().as_ref().map(|o| draw(o, page.words())).unwrap_or_default()
        })
    };
    let nothing = text(move || {
        let nothing = page.outcome.read().is_none();
        if nothing { page.words().view.nothing.to_owned() } else { String::new() }
    });
    view! {
        <style>{crate::ramp::rules()}</style>
        <h3>{say(|w| w.traffic.heading)}</h3>
        <p class="note">{say(|w| w.traffic.note)}</p>
        <p class="void-view">{nothing}</p>
        <div class="scroll traffic" tabindex="0" role="group" aria-label=say(|w| w.traffic.heading)
            inner_html=html(|outcome, words| traffic::matrix(&outcome.report, &words.traffic))></div>
        <h3>{say(|w| w.traffic.ledger)}</h3>
        <div class="scroll ledger" tabindex="0" role="group" aria-label=say(|w| w.traffic.ledger)
            inner_html=html(|outcome, words| traffic::ledger(&outcome.report, &words.traffic))></div>
    }
}
