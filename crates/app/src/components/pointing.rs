use web_sys::{KeyboardEvent, PointerEvent};

use super::following::text;
use super::piece::{Piece, el};
use crate::browser;
use crate::cells::extent;
use crate::page::Page;
use crate::player::Pointed;
use crate::state::{Source, Stretch, stretches};

/// Lights the element that is pointed at on all ranks, what it comes from, and what the message that is pointed at
/// carries: a few rules of style, whatever is drawn. How a thing is outlined tells which it is.
pub fn pointing(page: Page) -> Piece {
    let rules = text(move || {
        let mut rules = String::new();
        carried(page, &mut rules);
        pointed(page, &mut rules);
        rules
    });
    el("style").text(rules)
}

/// Elements that are outlined one by one; of more, the whole tensor is.
const SINGLE: usize = 64;

/// What the message that is pointed at takes from one end and puts at the other.
fn carried(page: Page, rules: &mut String) -> Option<()> {
    let player = page.player;
    let (message, lesson) = (player.message.get()?, page.lesson.get());
    let arrow = player.diagram.with(|diagram| diagram.arrows.get(message).copied())?;
    let recording = player.recording.read();
    let ends = [(arrow.sender, &arrow.from_span), (arrow.receiver, &arrow.into_span)];
    for (rank, span) in ends {
        let stretches = recording.as_ref()?.ask(|playback| stretches(playback, rank, span, lesson));
        for Stretch { rank, track, elements } in stretches {
            let tensor = format!(".now [data-rank='{rank}'] [data-track='{track}']");
            rules.push_str(&format!("{tensor} .map{{--lit:double;--lit-width:3px}}"));
            if elements.len() > SINGLE {
                rules.push_str(&format!("{tensor}{{--lit:double;--lit-width:3px}}"));
                continue;
            }
            for index in elements {
                rules.push_str(&format!(
                    "{tensor} [data-i='{index}']{{--lit:double;--lit-width:3px}}"
                ));
            }
        }
    }
    Some(())
}

/// The element that is pointed at, and what it comes from.
fn pointed(page: Page, rules: &mut String) -> Option<()> {
    let player = page.player;
    let Pointed { rank, track, index } = player.pointed.get()?;
    let element = player.element()?;
    let recording = player.recording.read();
    let columns = |rank: usize, track: usize| {
        recording.as_ref()?.ask(|playback| Some(extent(&playback.tracks(rank).get(track)?.shape).0))
    };
    let name = recording.as_ref()?.ask(|playback| {
        let track = playback.tracks(rank).get(track)?;
        let names = playback.names(track.lesson);
        names.iter().position(|name| *name == track.name)
    })?;
    let spot = |index: usize, columns: Option<usize>| {
        let columns = columns.unwrap_or(1).max(1);
        format!("{{transform:translate({}px,{}px)}}", index % columns, index / columns)
    };
    let at = spot(index, columns(rank, track));
    rules.push_str(&format!(
        ".now [data-name='{name}'] [data-i='{index}']{{--lit:solid;z-index:1}}\
         .now [data-name='{name}'] .spot{at}\
         .now [data-rank='{rank}'] [data-track='{track}'] [data-i='{index}']{{--lit-width:3px}}"
    ));
    for Source { rank, track, index } in element.story.iter().flat_map(|story| &story.sources) {
        let tensor = format!(".now [data-rank='{rank}'] [data-track='{track}']");
        match index {
            Some(index) => {
                let at = spot(*index, columns(*rank, *track));
                rules.push_str(&format!(
                    "{tensor} [data-i='{index}']{{--lit:dashed;z-index:1}}{tensor} .from{at}"
                ));
            }
            None => rules.push_str(&format!("{tensor}{{--lit:dashed}}")),
        }
    }
    for source in (0..64).filter(|source| element.mask >> source & 1 == 1) {
        rules.push_str(&format!(".now [data-rank='{source}']{{box-shadow:0 0 0 1px var(--c)}}"));
    }
    Some(())
}

/// Points at what the pointer is over.
pub fn follow_pointer(page: Page, event: &PointerEvent) {
    let Some(at) = browser::cell(event) else { return };
    let pointed = Some(Pointed { rank: at[0], track: at[1], index: at[2] });
    if page.player.pointed.get_untracked() != pointed {
        page.player.pointed.set(pointed);
    }
}

/// Moves along elements, tensors and ranks.
pub fn follow_keys(page: Page, event: &KeyboardEvent) {
    let player = page.player;
    let lesson = page.lesson.get_untracked();
    let key = event.key();
    if key == "Escape" {
        return player.pointed.set(None);
    }
    let Some(recording) = player.recording.get_untracked() else { return };
    let moved = recording.ask(|playback| {
        let shown = |rank: usize| -> Vec<usize> {
            let tracks = playback.tracks(rank).iter().enumerate();
            tracks.filter(|(_, track)| track.lesson == lesson).map(|(number, _)| number).collect()
        };
        let elements = |rank: usize, track: usize| {
            playback
                .tracks(rank)
                .get(track)
                .map_or(0, |track| track.shape.iter().product::<usize>())
        };
        let Some(Pointed { rank, track, index }) = player.pointed.get_untracked() else {
            let known = matches!(
                key.as_str(),
                "ArrowRight" | "ArrowLeft" | "ArrowUp" | "ArrowDown" | "PageDown" | "PageUp"
            );
            let first = shown(0).first().copied()?;
            return known.then_some(Pointed { rank: 0, track: first, index: 0 });
        };
        let tracks = shown(rank);
        let place = tracks.iter().position(|&t| t == track).unwrap_or(0);
        let last = elements(rank, track).saturating_sub(1);
        let (rank, track, index) = match key.as_str() {
            "ArrowRight" => (rank, track, (index + 1).min(last)),
            "ArrowLeft" => (rank, track, index.saturating_sub(1)),
            "ArrowDown" => (rank, tracks.get(place + 1).copied().unwrap_or(track), index),
            "ArrowUp" => {
                (rank, tracks.get(place.saturating_sub(1)).copied().unwrap_or(track), index)
            }
            "PageDown" | "PageUp" => {
                let last_rank = playback.world_size().saturating_sub(1);
                let to = if key == "PageDown" {
                    (rank + 1).min(last_rank)
                } else {
                    rank.saturating_sub(1)
                };
                (to, shown(to).get(place).copied()?, index)
            }
            "Home" => (rank, track, 0),
            "End" => (rank, track, last),
            _ => return None,
        };
        Some(Pointed { rank, track, index: index.min(elements(rank, track).saturating_sub(1)) })
    });
    if let Some(moved) = moved {
        event.prevent_default();
        player.pointed.set(Some(moved));
    }
}
