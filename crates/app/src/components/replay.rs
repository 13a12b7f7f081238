use super::following::text;
use super::picture::picture;
use super::piece::{Piece, el};
use super::player::player_bar;
use super::space_time::space_time;
use super::stage::stage;
use crate::page::Page;

/// A run played back: the player, what happened between the ranks, and what they hold at the cursor. (The picture stays
/// when another run is played, and with it the focus of whoever has just changed a router in it.)
pub fn replay(page: Page) -> Vec<Piece> {
    vec![
        el("div.together").part(move || head(page)),
        picture(),
        el("div.together").part(move || body(page)),
    ]
}

fn head(page: Page) -> Vec<Piece> {
    let Some(recording) = page.player.recording.get() else { return waiting(page) };
    let (lost, dropped) = recording.ask(|p| (p.unread().to_vec(), p.dropped()));
    let missing = text(move || (page.words().view.missing)(&lost, dropped));
    vec![player_bar(), el("p.note").text(missing)]
}

fn body(page: Page) -> Vec<Piece> {
    page.player
        .recording
        .get()
        .map_or_else(Vec::new, |recording| vec![space_time(), stage(recording)])
}

/// Why there is nothing to play.
pub fn waiting(page: Page) -> Vec<Piece> {
    let why = move || {
        let words = &page.words().view;
        let none = page.outcome.read().is_none();
        if none { words.nothing } else { words.reading }.to_owned()
    };
    vec![el("p.void-view").text(text(why))]
}
