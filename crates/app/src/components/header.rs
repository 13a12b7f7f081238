use super::piece::{Piece, el};
use super::segments::{Segment, segments};
use crate::state::{Lang, Theme};

const MARK: &str = r#"<svg class=mark viewBox="0 0 32 32" aria-hidden=true><path d="M16 5 27 16 16 27 5 16Z"/>
<circle cx=16 cy=5 r=4 /><circle cx=27 cy=16 r=4 /><circle cx=16 cy=27 r=4 /><circle cx=5 cy=16 r=4 /></svg>"#;

/// Title, purpose, and the two switches.
pub fn header() -> Piece {
    let title = el("div").child(el("h1").says("rankscope")).child(el("p").say(|w| w.purpose));
    let switches = el("div.switches").child(lang_switch()).child(theme_switch());
    el("header.masthead").child(el("div.brand").html(MARK).child(title)).child(switches)
}

fn lang_switch() -> Piece {
    segments(
        "lang",
        |words| words.language,
        Lang::ALL.map(|lang| Segment {
            id: lang.id(),
            label: match lang {
                Lang::En => |_| Lang::En.own_name(),
                Lang::Zh => |_| Lang::Zh.own_name(),
            },
            lang: Some(lang.tag()),
        }),
        |page| page.lang.get().id(),
        |page, id| page.chosen_lang.set(Lang::from_tag(id)),
    )
}

fn theme_switch() -> Piece {
    segments(
        "theme",
        |words| words.theme.label,
        [
            Segment { id: "system", label: |words| words.theme.system, lang: None },
            Segment { id: Theme::Light.id(), label: |words| words.theme.light, lang: None },
            Segment { id: Theme::Dark.id(), label: |words| words.theme.dark, lang: None },
        ],
        |page| page.theme.get().map_or("system", Theme::id),
        |page, id| page.theme.set(Theme::from_id(id)),
    )
}
