use collective::trace::{EventKind, Snapshot};
use leptos::prelude::*;
use lessons::Value;
use web_sys::Event;

use super::following::text;
use super::piece::{Piece, el};
use crate::browser;
use crate::literal;
use crate::page::Page;
use crate::words::CopyWords;

/// The button that copies a tensor: of all of them, one listener hears (see [`copy`]).
pub fn copy_button(page: Page, name: String, rank: usize) -> Piece {
    let label = move || (page.words().copy.button)(&name, rank);
    el("button.copy").set("type", "button").attr("aria-label", text(label))
}

/// Copies the tensor whose button was pressed, if one was: by rank and by its number among the rank's tensors at the
/// cursor, or among the values that the rank kept of the lesson.
pub fn copy(page: Page, event: &Event) {
    if !browser::is_from(event, ".copy") {
        return;
    }
    let number = |name| browser::number(event, name);
    let Some(rank) = number("data-rank") else { return };
    let words = &untrack(|| page.words()).copy;
    let copied = match (number("data-track"), number("data-value")) {
        (Some(track), _) => at_cursor(page, rank, track, words),
        (None, Some(value)) => kept(page, rank, value, words),
        (None, None) => return,
    };
    if let Some((name, literal)) = copied {
        page.copy(&name, literal);
    }
}

type Copied = Option<(String, Result<String, &'static str>)>;

fn at_cursor(page: Page, rank: usize, track: usize, words: &CopyWords) -> Copied {
    let cursor = page.player.cursor.get_untracked();
    page.player.recording.get_untracked()?.ask(|playback| {
        let track = playback.tracks(rank).get(track)?;
        let event = track.at(cursor).and_then(|write| playback.event(write.place));
        let literal = match event.map(|(_, event)| &event.kind) {
            Some(EventKind::Written { shape, values: Snapshot::Whole(values), .. }) => {
                let shape: Vec<usize> = shape.iter().map(|&size| size as usize).collect();
                Ok(literal::tensor(&shape, values))
            }
            Some(EventKind::Written { values: Snapshot::Summary { .. }, .. }) => {
                Err(words.summarised)
            }
            _ => Err(words.nothing),
        };
        Some((track.name.clone(), literal))
    })
}

fn kept(page: Page, rank: usize, number: usize, words: &CopyWords) -> Copied {
    let lesson = page.lesson.get_untracked();
    let outcome = page.outcome.get_untracked()?;
    let mut sections = outcome.report.ranks.get(rank)?.sections.iter();
    let section = sections.find(|section| section.lesson == lesson)?;
    let (name, value): &(String, Value) = section.values.get(number)?;
    Some((name.clone(), literal::literal(value).ok_or(words.nothing)))
}
