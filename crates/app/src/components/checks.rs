use leptos::prelude::*;
use lessons::{Check, Lesson};

use super::late::late;
use super::shared::{flag, part, react, say, text};
use crate::browser;
use crate::figures::brief;
use crate::page::Page;
use crate::state::{Group, groups};
use crate::words::CheckWords;

/// Characters of a value in a table of checks.
const VALUE: usize = 120;

/// Every assertion: the failed ones first, and open.
#[component]
pub fn Checks() -> impl IntoView {
    let page = Page::expect();
    let tally = move || page.outcome.read().as_ref().map(|outcome| outcome.tally(None));
    let summary = move || {
        let (passed, checks) = tally().unwrap_or_default();
        (page.words().checks.summary)(passed, checks)
    };
    let lessons = part(move || {
        let Some(outcome) = page.outcome.get() else { return late(()) };
        let lessons = groups(&outcome.report);
        let lessons = lessons.iter().map(|(lesson, groups)| by_lesson(page, *lesson, groups));
        late(lessons.collect_view())
    });
    view! {
        <section class="panel checks" aria-labelledby="checks-heading" hidden=flag(move || tally().is_none())>
            <h2 id="checks-heading">{say(|w| w.checks.heading)}</h2>
            <p class="note">{text(summary)}</p>
            {lessons}
        </section>
    }
}

fn by_lesson(page: Page, lesson: Lesson, groups: &[Group<'_>]) -> impl IntoView + use<> {
    let groups = groups.iter().map(|group| by_name(page, group)).collect_view();
    view! {
        <h3>{text(move || (page.words().lesson)(lesson).title.to_owned())}</h3>
        <div class="groups">{groups}</div>
    }
}

fn by_name(page: Page, group: &Group<'_>) -> impl IntoView + use<> {
    let (lesson, name, holds) = (group.lesson, group.name.to_owned(), group.holds());
    let (passed, all) = (group.passed, group.checks.len());
    let checks: Vec<Check> = group.checks.iter().map(|&check| check.clone()).collect();
    let open = RwSignal::new(!holds);
    let meaning = {
        let name = name.clone();
        text(move || (page.words().checks.meaning)(lesson, &name).unwrap_or_default().to_owned())
    };
    view! {
        <details
            class:bad=!holds
            open=!holds
            on:toggle=react(move |event| open.set(browser::is_open(&event)))
        >
            <summary>
                <span class="verdict" aria-hidden="true">{if holds { "✓" } else { "✗" }}</span>
                <code>{name}</code>
                <span class="meaning">{meaning}</span>
                <span class="on">{text(move || (page.words().checks.on_ranks)(passed, all))}</span>
            </summary>
            // Drawn when it is looked at: at 64 ranks there are more than a thousand rows.
            <div
                class="scroll"
                tabindex="0"
                role="group"
                aria-label=say(|w| w.checks.heading)
                inner_html=text(move || {
                    if open.get() { table(&page.words().checks, &checks) } else { String::new() }
                })
            ></div>
        </details>
    }
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
    for check in checks {
        let (class, verdict) =
            if check.passed { ("good", words.passed) } else { ("bad", words.failed) };
        let [expected, actual] =
            [&check.expected, &check.actual].map(|value| brief(value.to_string(), VALUE));
        html.push_str(&format!(
            "<tr class={class}><th scope=row>{}</th><td><code>{expected}</code></td><td><code>{actual}</code></td>\
             <td>{verdict}</td></tr>",
            check.rank
        ));
    }
    html.push_str("</tbody></table>");
    html
}
