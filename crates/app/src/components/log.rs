use lessons::LogLine;

use super::following::{flag, text};
use super::piece::{Piece, button, el};
use crate::browser;
use crate::page::Page;
use crate::reactive::State;
use crate::state::Goal;

/// What the ranks said: rank 0, and the others on demand.
pub fn log() -> Piece {
    let page = Page::expect();
    let open = State::new(false);
    let lines = move |others: bool| -> Vec<Piece> {
        let outcome = page.outcome.get();
        let lines = outcome.iter().flat_map(|outcome| outcome.report.log());
        lines.filter(|line| (line.rank > 0) == others).map(|line| said(page, line)).collect()
    };
    let others = move || {
        page.outcome
            .read()
            .as_ref()
            .filter(|outcome| outcome.report.log().next().is_some())
            .map_or(0, |outcome| outcome.report.ranks.len().saturating_sub(1))
    };
    // At 64 ranks the others' are hundreds of lines: drawn when they are looked at.
    let theirs = move || if open.get() { lines(true) } else { Vec::new() };
    let fold = el("details")
        .attr_maybe("hidden", flag(move || others() == 0))
        .on("toggle", move |event| open.set(browser::is_open(&event)))
        .child(el("summary").text(text(move || (page.words().log.others)(others()))))
        .child(el("ol").part(theirs));
    el("section.panel.log")
        .set("aria-labelledby", "log-heading")
        .attr_maybe("hidden", flag(move || page.outcome.read().is_none()))
        .child(el("h2").set("id", "log-heading").say(|w| w.log.heading))
        .child(el("ol").part(move || lines(false)))
        .child(fold)
}

fn said(page: Page, line: &LogLine) -> Piece {
    let line = line.clone();
    let (rank, lesson) = (line.rank, line.lesson);
    let goal = move || Goal { lesson, rank, check: None, element: 0 };
    let show = button("show who", move || page.visit(goal()))
        .attr("aria-label", text(move || (page.words().checks.show)(&format!("R{rank}"))))
        .says(&format!("R{rank}"));
    el("li")
        .class_if("bad", !line.passed)
        .child(show)
        .child(el("span").text(text(move || (page.words().log.line)(&line))))
}
