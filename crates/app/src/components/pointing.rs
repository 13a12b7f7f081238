use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::shared::text;
use crate::browser;
use crate::cells::extent;
use crate::page::Page;
use crate::player::Pointed;

/// Lights the element that is pointed at on all ranks, and the ranks it comes from: a few rules of style, whatever is
/// drawn.
#[component]
pub fn Pointing() -> impl IntoView {
    let page = Page::expect();
    let rules = text(move || rules(page).unwrap_or_default());
    view! { <style>{rules}</style> }
}

fn rules(page: Page) -> Option<String> {
    let player = page.player;
    let Pointed { rank, track, index } = player.pointed.get()?;
    let mask = player.element()?.mask;
    let (name, columns) = player.recording.with(|recording| {
        recording.as_ref()?.ask(|playback| {
            let track = playback.tracks(rank).get(track)?;
            let names = playback.names(track.lesson);
            let name = names.iter().position(|name| *name == track.name)?;
            Some((name, extent(&track.shape).0))
        })
    })?;
    let (x, y) = (index.checked_rem(columns)?, index / columns);
    let mut rules = format!(
        ".now [data-name='{name}'] [data-i='{index}']{{outline:2px solid var(--text);outline-offset:-1px;z-index:1}}\
         .now [data-name='{name}'] .spot{{transform:translate({x}px,{y}px)}}\
         .now [data-rank='{rank}'] [data-track='{track}'] [data-i='{index}']{{outline-width:3px}}"
    );
    let sources = (0..64).filter(|source| mask >> source & 1 == 1);
    for source in sources {
        rules.push_str(&format!(".now [data-rank='{source}']{{box-shadow:0 0 0 1px var(--c)}}"));
    }
    Some(rules)
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
