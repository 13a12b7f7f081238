use super::following::when;
use super::piece::{Piece, el};
use crate::page::Page;
use crate::words::Words;

/// One of a few.
#[derive(Clone, Copy)]
pub struct Segment {
    /// Its name in settings.
    pub id: &'static str,
    /// Its name on the page.
    pub label: fn(&'static Words) -> &'static str,
    /// The language of that name, if it is always the same.
    pub lang: Option<&'static str>,
}

/// A choice of one among a few, side by side: radio buttons in disguise. Their common name is `name`, the legend says
/// what is chosen, `value` is the name of what is chosen now (it may be none of them), and `choose` is called with the
/// name of what the reader chooses.
pub fn segments<const N: usize>(
    name: &'static str,
    legend: fn(&'static Words) -> &'static str,
    segments: [Segment; N],
    value: fn(Page) -> &'static str,
    choose: fn(Page, &'static str),
) -> Piece {
    radios(name, legend, &segments, value, choose)
}

fn radios(
    name: &'static str,
    legend: fn(&'static Words) -> &'static str,
    segments: &[Segment],
    value: fn(Page) -> &'static str,
    choose: fn(Page, &'static str),
) -> Piece {
    let page = Page::expect();
    let radio = |&Segment { id, label, lang }: &Segment| {
        let input = el("input")
            .set("type", "radio")
            .set("name", name)
            .set("value", id)
            .prop("checked", when(move || value(page) == id))
            .on("change", move |_| choose(page, id));
        let text = el("span").say(label);
        let text = if let Some(lang) = lang { text.set("lang", lang) } else { text };
        el("label").child(input).child(text)
    };
    let radios = el("div").children(segments.iter().map(radio));
    // Where the page is told to look for a field by its name.
    if let Ok(Some(first)) = radios.element().query_selector("input") {
        first.set_id(&super::field_id(name));
    }
    el("fieldset.segments").child(el("legend").say(legend)).child(radios)
}
