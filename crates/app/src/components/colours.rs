use super::following::text;
use super::piece::{Piece, el};
use super::segments::{Segment, segments};
use crate::cells::Colour;
use crate::page::Page;
use crate::ramp::RAMP;

/// What colours tell: the choice, and the key to it.
pub fn colours() -> Piece {
    let page = Page::expect();
    let choices = segments(
        "colour",
        |words| words.element.colour,
        Colour::ALL.map(|colour| Segment {
            id: colour.id(),
            label: match colour {
                Colour::Value => |words| (words.element.name)(Colour::Value),
                Colour::Owner => |words| (words.element.name)(Colour::Owner),
                Colour::Provenance => |words| (words.element.name)(Colour::Provenance),
            },
            lang: None,
        }),
        |page| page.player.choices.read().colour.id(),
        |page, id| {
            let colour = Colour::from_id(id).unwrap_or_default();
            page.player.choices.update(|choices| choices.colour = colour);
        },
    );
    let key = text(move || {
        let (colour, words) = (page.player.choices.read().colour, &page.words().element);
        let [from, to] = (words.ends)(colour);
        let ranks = page.player.diagram.with(|diagram| diagram.ranks.min(8));
        let swatch = |class: char, index: usize| format!("<i class={class}{index}></i>");
        let swatches: String = match colour {
            Colour::Owner => (0..ranks).map(|rank| swatch('r', rank)).collect(),
            _ => (0..RAMP.len()).map(|step| swatch('c', step)).collect(),
        };
        let several = match colour {
            Colour::Owner => format!("<i class=several></i><span>{}</span>", words.several),
            _ => String::new(),
        };
        format!("<span>{from}</span>{swatches}<span>{to}</span>{several}")
    });
    el("div.colours").child(choices).child(el("p.key").set("aria-hidden", "true").html_of(key))
}
