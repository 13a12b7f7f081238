use lessons::Preset;

use super::following::{flag, text};
use super::piece::{Piece, button, el};
use super::segments::{Segment, segments};
use crate::page::Page;
use crate::pictures::experts::edit::{self, preset};
use crate::words::Words;

/// Presets, dice, and the way back. Every change is a setting, and is run at once.
pub fn lab(page: Page) -> Piece {
    let presets = segments(
        "router-preset",
        |words| words.picture.preset,
        [None, Some(Preset::Balanced), Some(Preset::AllToOne), Some(Preset::OneEmpty)].map(
            |preset| Segment {
                id: preset.map_or("none", Preset::id),
                label: match preset {
                    None => |words| (words.settings.option)("none").unwrap_or_default(),
                    Some(Preset::Balanced) => |words| name(words, Preset::Balanced),
                    Some(Preset::AllToOne) => |words| name(words, Preset::AllToOne),
                    Some(Preset::OneEmpty) => |words| name(words, Preset::OneEmpty),
                },
                lang: None,
            },
        ),
        |page| preset(&page.settings.read()),
        |page, id| page.try_out(edit::with_preset(&page.settings.get_untracked(), id)),
    );
    let roll = move || {
        let settings = page.settings.get_untracked();
        let world_size =
            page.parsed.with_untracked(|parsed| parsed.as_ref().map_or(1, |(c, _)| c.world_size()));
        // Six digits: few enough to read out, and far from the largest seed.
        let mut draw = || (js_sys::Math::random() * 1e6) as u32;
        page.try_out(edit::with_seeds(&settings, world_size, &mut draw));
    };
    let source = text(move || {
        let (settings, words) = (page.settings.read(), &page.words().picture);
        match preset(&settings) {
            "none" => (words.seed)(edit::seed(&settings)),
            "" => words.edited.to_owned(),
            _ => String::new(),
        }
    });
    let die = el("span").set("aria-hidden", "true").says("⚄ ");
    el("div.lab")
        .child(presets)
        .child(button("", roll).child(die).say(|w| w.picture.dice))
        .child(
            button("quiet", move || page.take_back())
                .attr_maybe("aria-disabled", flag(move || page.tried.read().is_empty()))
                .say(|w| w.picture.undo),
        )
        .child(el("p.note").text(source))
}

fn name(words: &Words, preset: Preset) -> &'static str {
    (words.settings.option)(preset.id()).unwrap_or_default()
}
