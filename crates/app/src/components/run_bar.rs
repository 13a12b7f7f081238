use super::following::{flag, maybe, text, when};
use super::piece::{Piece, button, el};
use crate::browser;
use crate::js_api;
use crate::page::Page;
use crate::state::RunState;

/// Run, Cancel, where the run stands, and its report.
pub fn run_bar() -> Piece {
    let page = Page::expect();
    let active = move || page.run.read().is_active();
    let mood = move || match &*page.run.read() {
        // Where nothing was checked, nothing is known to be right.
        RunState::Idle | RunState::Cancelled | RunState::Done { checks: 0, .. } => "idle",
        RunState::Starting { .. } | RunState::Running { .. } => "active",
        RunState::Done { passed, checks, .. } if passed == checks => "good",
        _ => "bad",
    };
    // A disabled button would lose the focus of whoever pressed it by key.
    let run = el("button.primary").set("type", "submit").set("form", "settings");
    let cancel = button("", move || {
        if page.run.read_untracked().is_active() {
            page.cancel();
        }
    });
    let download = button("quiet", move || {
        let Some(outcome) = page.outcome.get_untracked() else { return };
        match js_api::report(&outcome) {
            Ok(text) => browser::download("rankscope-report.json", &text),
            Err(why) => web_sys::console::error_1(&why),
        }
    });
    let state = text(move || (page.words().run.state)(&page.run.read()));
    el("section.runbar")
        .set("aria-labelledby", "run-heading")
        .attr("data-mood", text(move || mood().to_owned()))
        .child(el("h2.unseen").set("id", "run-heading").say(|w| w.run.heading))
        .child(
            run.attr_maybe("aria-disabled", flag(move || active() || page.is_measuring()))
                .say(|w| w.run.run),
        )
        .child(cancel.attr_maybe("aria-disabled", flag(move || !active())).say(|w| w.run.cancel))
        .child(el("p.status").set("role", "status").text(state))
        .child(
            download
                .attr_maybe("aria-disabled", flag(move || page.outcome.read().is_none()))
                .say(|w| w.run.download),
        )
        .child(progress_bar(page))
}

/// How many ranks are ready, then how many are done. It keeps its place when there is no run.
fn progress_bar(page: Page) -> Piece {
    let progress = move || page.run.read().progress();
    let part = move || {
        let (count, of) = progress().unwrap_or_default();
        format!("--part: {}%", (100 * count).checked_div(of).unwrap_or(0))
    };
    el("div.progress")
        .class("idle", when(move || progress().is_none()))
        .set("role", "progressbar")
        .set("aria-valuemin", "0")
        .attr_say("aria-label", |w| w.run.progress)
        .attr_maybe("aria-hidden", flag(move || progress().is_none()))
        .attr_maybe("aria-valuemax", maybe(move || progress().map(|(_, of)| of.to_string())))
        .attr_maybe("aria-valuenow", maybe(move || progress().map(|(now, _)| now.to_string())))
        .attr("style", text(part))
}
