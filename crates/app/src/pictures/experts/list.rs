//! Tokens and where they go, to be sent elsewhere.

use super::flow::{MOST, block, line, row};
use crate::pictures::{Scene, cell_id};

/// Every token as an option of a list box.
pub fn html(scene: &mut Scene, _: usize) -> String {
    let (words, sight) = (scene.words, scene.sight.as_ref());
    let Some(routing) = &scene.to_come else {
        return format!("<p class=void-view>{}</p>", words.not_drawn);
    };
    let count = routing.len();
    let class = if count > MOST { "many" } else { "" };
    let mut html = format!("<p class=title-of>{}</p><div class=\"{class}\">", words.columns[0]);
    for (rank, router) in routing.table.iter().enumerate() {
        // Numbers of a run with other tokens would be wrong.
        let tokens = sight.and_then(|sight| sight.known(rank, "tokens"));
        let tokens = tokens.filter(|known| known.shape.first() == Some(&router.len()));
        let mut chips = String::new();
        for (index, &expert) in router.iter().enumerate() {
            let at = (rank, index);
            chips.push_str(&format!(
                "<span role=option class=\"chip r{rank}\" id={} aria-selected={} data-at=\"{rank},{index}\">\
                 <span class=unseen>{}</span><span aria-hidden=true><em>{rank}·{index}</em>{}<u class=r{expert}>→{expert}</u></span></span>",
                cell_id(at),
                scene.chosen == at,
                (words.token)(rank, index, expert),
                row(tokens.as_ref(), index, count),
            ));
        }
        html.push_str(&block(rank, router.len(), line(count), words, &chips));
    }
    html + "</div>"
}

/// The field of the chosen token's expert. (What is chosen in it is no part of it, or it would be drawn anew, and lose
/// the focus, with every choice; see [`expert`].)
pub fn field(scene: &mut Scene, _: usize) -> String {
    let Some(routing) = scene.to_come.as_ref().filter(|routing| !routing.is_empty()) else {
        return String::new();
    };
    let (rank, index) = scene.chosen;
    let options: String =
        (0..routing.table.len()).map(|expert| format!("<option>{expert}</option>")).collect();
    format!("<label>{} <select>{options}</select></label>", (scene.words.expert)(rank, index))
}

/// The chosen token's expert.
pub fn expert(scene: &Scene) -> Option<usize> {
    let (rank, index) = scene.chosen;
    scene.to_come.as_ref()?.table.get(rank)?.get(index).copied()
}

/// What capacity comes to.
pub fn capacity(scene: &mut Scene, _: usize) -> String {
    let Some(routing) = &scene.to_come else { return String::new() };
    let (capacity, rank, expert) = routing.capacity();
    let slots = capacity * routing.table.len() * routing.table.len();
    (scene.words.capacity)(capacity, rank, expert, routing.len(), slots)
}
