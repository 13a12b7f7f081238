use std::sync::Arc;

use lessons::{Check, Lesson};
use web_sys::Event;

use super::following::{flag, text};
use super::piece::{Piece, el};
use crate::browser;
use crate::figures::brief;
use crate::page::Page;
use crate::reactive::State;
use crate::state::{CheckGroup, Goal, difference, groups};
use crate::words::CheckWords;

/// Characters of a value in a table of checks.
const VALUE: usize = 120;

/// Every assertion: the failed ones first, and open.
pub fn checks() -> Piece {
    let page = Page::expect();
    let tally = move || page.outcome.read().as_ref().map(|outcome| outcome.tally(None));
    let summary = move || {
        let (passed, checks) = tally().unwrap_or_default();
        (page.words().checks.summary)(passed, checks)
    };
    let lessons = move || {
        let Some(outcome) = page.outcome.get() else { return Vec::new() };
        let lessons = groups(&outcome.report);
        lessons.iter().flat_map(|(lesson, groups)| by_lesson(page, *lesson, groups)).collect()
    };
    el("section.panel.checks")
        .set("aria-labelledby", "checks-heading")
        .attr_maybe("hidden", flag(move || tally().is_none()))
        .child(el("h2").set("id", "checks-heading").say(|w| w.checks.heading))
        .child(el("p.note").text(text(summary)))
        .part(lessons)
}

fn by_lesson(page: Page, lesson: Lesson, groups: &[CheckGroup<'_>]) -> [Piece; 2] {
    let title = text(move || (page.words().lesson)(lesson).title.to_owned());
    let groups = groups.iter().map(|group| by_name(page, group));
    [el("h3").text(title), el("div.groups").children(groups)]
}

fn by_name(page: Page, group: &CheckGroup<'_>) -> Piece {
    let (lesson, name, holds) = (group.lesson, group.name.to_owned(), group.holds());
    let (passed, all) = (group.passed, group.checks.len());
    let checks: Vec<Check> = group.checks.iter().map(|&check| check.clone()).collect();
    let checks = Arc::new(checks);
    let goals = Arc::clone(&checks);
    let go = move |event: Event| {
        let check = browser::number(&event, "data-show").and_then(|index| goals.get(index));
        if let Some(check) = check {
            page.visit(Goal {
                lesson: check.lesson,
                rank: check.rank,
                check: Some(check.name.clone()),
                element: difference(&check.expected, &check.actual),
            });
        }
    };
    let open = State::new(!holds);
    let code = el("code").says(&name);
    let meaning = move || {
        let known = (page.words().checks.meaning)(lesson, &name).map(str::to_owned);
        known.or_else(|| explained(page, lesson, &name)).unwrap_or_default()
    };
    let on = move || (page.words().checks.on_ranks)(passed, all);
    let verdict = if holds { "✓" } else { "✗" };
    let summary = el("summary")
        .child(el("span.verdict").set("aria-hidden", "true").says(verdict))
        .child(code)
        .child(el("span.meaning").html_of(text(meaning)))
        .child(el("span.on").text(text(on)));
    // Drawn when it is looked at: at 64 ranks there are more than a thousand rows.
    let rows =
        text(move || if open.get() { table(&page.words().checks, &checks) } else { String::new() });
    let rows = el("div.scroll")
        .set("tabindex", "0")
        .set("role", "group")
        .attr_say("aria-label", |w| w.checks.heading)
        .on("click", go)
        .html_of(rows);
    let fold = el("details")
        .class_if("bad", !holds)
        .on("toggle", move |event| open.set(browser::is_open(&event)))
        .child(summary)
        .child(rows);
    if holds { fold } else { fold.set("open", "") }
}

/// What the explanation of the lesson on display says of a check.
fn explained(page: Page, lesson: Lesson, name: &str) -> Option<String> {
    let prose = page.prose.read();
    prose.meaning(name).filter(|_| page.lesson.get() == lesson).map(str::to_owned)
}

/// The checks as a table. (As HTML: values are figures, brackets and commas, and words are the page's own.)
fn table(words: &CheckWords, checks: &[Check]) -> String {
    let mut html = String::from("<table><thead><tr>");
    for column in words.columns {
        html.push_str("<th scope=col>");
        html.push_str(column);
        html.push_str("</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for (index, check) in checks.iter().enumerate() {
        let (class, verdict) =
            if check.passed { ("good", words.passed) } else { ("bad", words.failed) };
        let [expected, actual] =
            [&check.expected, &check.actual].map(|value| brief(value.to_string(), VALUE));
        html.push_str(&format!(
            "<tr class={class}><th scope=row><button type=button class=show data-show={index} aria-label=\"{}\">{}</button></th><td><code>{expected}</code></td><td><code>{actual}</code></td>\
             <td>{verdict}</td></tr>",
            (words.show)(&format!("rank {}", check.rank)),
            check.rank
        ));
    }
    html.push_str("</tbody></table>");
    html
}
