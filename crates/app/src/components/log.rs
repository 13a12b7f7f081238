use leptos::prelude::*;
use lessons::LogLine;

use super::late::late;
use super::shared::{flag, part, react, say, text};
use crate::browser;
use crate::page::Page;

/// What the ranks said: rank 0, and the others on demand.
#[component]
pub fn Log() -> impl IntoView {
    let page = Page::expect();
    let open = RwSignal::new(false);
    let lines = move |others: bool| {
        let outcome = page.outcome.get();
        let lines = outcome.iter().flat_map(|outcome| outcome.report.log());
        lines.filter(|line| (line.rank > 0) == others).map(|line| said(page, line)).collect_view()
    };
    let others = move || {
        page.outcome
            .read()
            .as_ref()
            .map_or(0, |outcome| outcome.report.ranks.len().saturating_sub(1))
    };
    let nothing = flag(move || page.outcome.read().is_none());
    view! {
        <section class="panel log" aria-labelledby="log-heading" hidden=nothing>
            <h2 id="log-heading">{say(|w| w.log.heading)}</h2>
            <ol>{part(move || late(lines(false)))}</ol>
            <details
                hidden=flag(move || others() == 0)
                on:toggle=react(move |event| open.set(browser::is_open(&event)))
            >
                <summary>{text(move || (page.words().log.others)(others()))}</summary>
                // At 64 ranks these are hundreds of lines: drawn when they are looked at.
                <ol>{part(move || late(if open.get() { lines(true) } else { Vec::new() }))}</ol>
            </details>
        </section>
    }
}

fn said(page: Page, line: &LogLine) -> impl IntoView + use<> {
    let line = line.clone();
    let (who, passed) = (format!("R{}", line.rank), line.passed);
    view! {
        <li class:bad=!passed>
            <span class="who">{who}</span>
            <span>{text(move || (page.words().log.line)(&line))}</span>
        </li>
    }
}
