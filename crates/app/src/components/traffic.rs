use lessons::Lesson;

use super::following::text;
use super::forecast::forecast;
use super::piece::{Piece, el};
use crate::ledger;
use crate::page::Page;
use crate::state::{Outcome, Playback, costs, resident};
use crate::traffic;
use crate::words::Words;

/// The matrix of bytes, the ledger, what calls cost, and what they would cost elsewhere.
pub fn traffic(page: Page) -> Vec<Piece> {
    if page.outcome.read().is_none() {
        let nothing = el("p.void-view").say(|w| w.view.nothing);
        return [nothing].into_iter().chain(forecast(page)).collect();
    }
    let mut pieces = Vec::new();
    if page.lesson.get() == Lesson::DdpZero2 {
        let compared =
            |_, outcome: &Outcome, words: &Words| ledger::compare(&outcome.report, &words.ledger);
        table(page, &mut pieces, |w| w.ledger.compare, |_| "", compared);
    }
    let matrix = |_, outcome: &Outcome, words: &Words| {
        Some(traffic::matrix(&outcome.report, &words.traffic))
    };
    table(page, &mut pieces, |w| w.traffic.heading, |w| w.traffic.note, matrix);
    let held = |page, outcome: &Outcome, words: &Words| {
        let resident = asked(page, resident).unwrap_or_default();
        Some(traffic::ledger(&outcome.report, &resident, words))
    };
    table(page, &mut pieces, |w| w.traffic.ledger, |w| w.ledger.resident_note, held);
    let cost =
        |page, _: &Outcome, words: &Words| Some(ledger::costs(&asked(page, costs)?, &words.ledger));
    table(page, &mut pieces, |w| w.ledger.costs, |w| w.ledger.costs_note, cost);
    pieces.extend(forecast(page));
    pieces
}

fn table(
    page: Page,
    pieces: &mut Vec<Piece>,
    heading: fn(&'static Words) -> &'static str,
    note: fn(&'static Words) -> &'static str,
    draw: fn(Page, &Outcome, &Words) -> Option<String>,
) {
    let html = text(move || {
        let outcome = page.outcome.read();
        outcome.as_ref().and_then(|outcome| draw(page, outcome, page.words())).unwrap_or_default()
    });
    pieces.push(el("h3").say(heading));
    pieces.push(el("p.note").say(note));
    pieces.push(
        el("div.scroll.traffic")
            .set("tabindex", "0")
            .set("role", "group")
            .attr_say("aria-label", heading)
            .html_of(html),
    );
}

/// What the record tells of the lesson on display, once it is decoded.
fn asked<T>(page: Page, question: fn(&Playback, Lesson) -> T) -> Option<T> {
    let lesson = page.lesson.get();
    let recording = page.player.recording.read();
    recording.as_ref().map(|recording| recording.ask(|playback| question(playback, lesson)))
}
