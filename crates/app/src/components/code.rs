use lessons::{Lesson, Listing};

use super::following::{maybe, text};
use super::piece::{Piece, el};
use super::player::player_bar;
use super::replay::waiting;
use super::segments::{Segment, segments};
use super::stage::stage;
use crate::browser;
use crate::highlight;
use crate::loaded::Loaded;
use crate::page::Page;
use crate::places::ranks;
use crate::program_lines::ProgramLines;
use crate::reactive::{Derived, State, memo, watch};
use crate::recording::Recording;

/// Pixels from line to line, in the listing's style too.
const LINE_HEIGHT: i32 = 22;

/// The lesson's program, every rank's place in it at the cursor, and what ranks hold there.
pub fn code(page: Page) -> Vec<Piece> {
    let Some(recording) = page.player.recording.get() else { return waiting(page) };
    let side_by_side = el("div.code-and-ranks").child(listing(page, recording.clone()));
    vec![player_bar(), side_by_side.child(stage(recording))]
}

/// The program's lines. One signal holds all marks: where ranks stand is drawn over the lines.
fn listing(page: Page, recording: Recording) -> Piece {
    let player = page.player;
    let [rust, python] = [0, 1].map(|_| State::new(Loaded::Coming));
    let program = recording.outcome().report.config.program().map(Listing::of);
    let shown = program.as_ref().map(|program| program.lines.join("\n"));
    let is_data = shown.is_some();
    watch(move || {
        let id = page.lesson.get().id();
        if let Some(calls) = &shown {
            rust.set(Loaded::Text(calls.clone()));
            return;
        }
        if id == Lesson::Program.id() {
            // One that has not run yet stands in its field, and in no file.
            rust.set(Loaded::Text(String::new()));
            python.set(Loaded::Text(String::new()));
            return;
        }
        let current = move || page.lesson.get_untracked().id() == id;
        browser::load(format!("source/{id}.rs"), rust, Box::new(current));
        browser::load(format!("programs/{id}.py"), python, Box::new(current));
    });
    let lines = memo(move || {
        let (python, lesson) = (python.read(), page.lesson.get());
        let rust = player.choices.read().rust;
        recording.ask(|playback| match &program {
            Some(program) => ProgramLines::data(playback, program),
            None if rust => ProgramLines::rust(playback, lesson),
            None => ProgramLines::python(playback, lesson, python.text().unwrap_or_default()),
        })
    });
    let standing = move || lines.read().standing(player.cursor.get());
    let marks = text(move || standing().into_iter().map(mark).collect());
    let told = text(move || {
        let standing = standing().into_iter().map(|(line, mask)| (line, ranks(mask)));
        (page.words().code.standing)(&standing.collect::<Vec<_>>())
    });
    let by_line = move || is_data || player.choices.read().rust;
    let program = move || if by_line() { (rust, "//") } else { (python, "#") };
    let html = text(move || {
        let (program, note) = program();
        program.read().text().map_or_else(String::new, |text| highlight::html(text, note))
    });
    let missing = text(move || program().0.read().missing(page.words()));
    // The line that keys are at; 0 before the first.
    let at = State::new(0usize);
    let outlined = text(move || match at.get() {
        0 => String::new(),
        line => format!(".listing:focus-visible #line-{line}{{outline:2px solid var(--accent)}}"),
    });
    let window = el("div.listing-window")
        .child(el("style").text(outlined))
        .child(el("div.missing").html_of(missing))
        .child(options(page, lines, at).html_of(html))
        .child(el("div.marks").set("aria-hidden", "true").html_of(marks));
    let scrolled = window.element().clone();
    watch(move || {
        let standing = standing();
        let Some((line, _)) = standing.first() else { return };
        let (top, height) = (scrolled.scroll_top(), scrolled.client_height());
        let at = LINE_HEIGHT * *line as i32;
        if at < top + LINE_HEIGHT || at > top + height - LINE_HEIGHT {
            scrolled.set_scroll_top(at - height / 3);
        }
    });
    let heading = el("h3").set("id", "code-heading").say(|w| w.code.heading);
    el("section.code")
        .set("aria-labelledby", "code-heading")
        .child(el("div.view-head").child(heading).children((!is_data).then(language)))
        .child(el("p.note").say(|w| w.code.hint))
        .child(window)
        .child(el("p.note.standing").text(told))
}

/// The list that lines are options of: a click, or Enter at the line that arrow keys are at, goes there.
fn options(page: Page, lines: Derived<ProgramLines>, at: State<usize>) -> Piece {
    let player = page.player;
    let go = move |line: usize| {
        at.set(line);
        let next = lines.read_untracked().next(line as u32, player.cursor.get_untracked());
        if let Some(cursor) = next {
            player.playing.set(false);
            player.seek(cursor);
        }
    };
    let press = move |key: &str| {
        let line = at.get_untracked();
        let near = |after| {
            let near = lines.read_untracked().neighbour(line as u32, after);
            near.map_or(line, |line| line as usize)
        };
        match key {
            "ArrowDown" => at.set(near(true)),
            "ArrowUp" => at.set(near(false)),
            "Enter" | " " => go(line),
            _ => return false,
        }
        true
    };
    let option = move || Some(at.get()).filter(|&line| line > 0).map(|line| format!("line-{line}"));
    el("div.listing")
        .set("role", "listbox")
        .set("tabindex", "0")
        .attr_say("aria-label", |w| w.code.lines)
        .attr_maybe("aria-activedescendant", maybe(option))
        .on("click", move |event| {
            if let Some(line) = browser::number(&event, "data-line") {
                go(line);
            }
        })
        .keys(move |event| {
            if press(&event.key()) {
                event.prevent_default();
            }
        })
}

fn language() -> Piece {
    let written = |id, label| Segment { id, label, lang: Some("en") };
    segments(
        "code",
        |words| words.code.language,
        [written("python", |_| "Python"), written("rust", |_| "Rust")],
        |page| if page.player.choices.read().rust { "rust" } else { "python" },
        |page, id| page.player.choices.update(|choices| choices.rust = id == "rust"),
    )
}

/// The mark over a line, as HTML.
fn mark((line, mask): (u32, u64)) -> String {
    let (colour, above, ranks) = (mask.trailing_zeros(), line - 1, ranks(mask));
    format!(
        "<p class=r{colour} style=\"top:calc({above} * var(--line-height))\"><b>{ranks}</b></p>"
    )
}
