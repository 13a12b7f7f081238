use leptos::prelude::*;

use super::shared::{act, flag, maybe, say, text, when};
use crate::browser;
use crate::js_api;
use crate::page::Page;
use crate::state::RunState;

/// Run, Cancel, where the run stands, and its report.
#[component]
pub fn RunBar() -> impl IntoView {
    let page = Page::expect();
    let active = move || page.run.read().is_active();
    let mood = move || match &*page.run.read() {
        RunState::Idle => "idle",
        RunState::Starting { .. } | RunState::Running { .. } => "active",
        RunState::Done { passed, checks, .. } if passed == checks => "good",
        RunState::Cancelled => "idle",
        _ => "bad",
    };
    let report = move || page.outcome.read().is_some();
    let download = act(move || {
        let Some(outcome) = page.outcome.get_untracked() else { return };
        match js_api::report(&outcome).and_then(|report| js_sys::JSON::stringify(&report)) {
            Ok(text) => browser::download("rankscope-report.json", &text),
            Err(why) => web_sys::console::error_1(&why),
        }
    });
    // A disabled button would lose the focus of whoever pressed it by key.
    view! {
        <section class="runbar" aria-labelledby="run-heading" data-mood=text(move || mood().to_owned())>
            <h2 class="unseen" id="run-heading">{say(|w| w.run.heading)}</h2>
            <button type="submit" form="settings" class="primary" aria-disabled=flag(active)>
                {say(|w| w.run.run)}
            </button>
            <button
                type="button"
                aria-disabled=flag(move || !active())
                on:click=act(move || if page.run.read_untracked().is_active() { page.cancel() })
            >
                {say(|w| w.run.cancel)}
            </button>
            <p class="status" role="status">{text(move || (page.words().run.state)(&page.run.read()))}</p>
            <button
                type="button"
                class="quiet"
                aria-disabled=flag(move || !report())
                on:click=download
            >
                {say(|w| w.run.download)}
            </button>
            <Progress/>
        </section>
    }
}

/// How many ranks are ready, then how many are done. It keeps its place when there is no run.
#[component]
fn Progress() -> impl IntoView {
    let page = Page::expect();
    let progress = move || page.run.read().progress();
    let part = move || {
        let (count, of) = progress().unwrap_or_default();
        format!("--part: {}%", (100 * count).checked_div(of).unwrap_or(0))
    };
    view! {
        <div
            class="progress"
            class:idle=when(move || progress().is_none())
            role="progressbar"
            aria-label=say(|w| w.run.progress)
            aria-hidden=flag(move || progress().is_none())
            aria-valuemin="0"
            aria-valuemax=maybe(move || progress().map(|(_, of)| of.to_string()))
            aria-valuenow=maybe(move || progress().map(|(count, _)| count.to_string()))
            style=text(part)
        ></div>
    }
}
