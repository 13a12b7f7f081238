use lessons::Value;

use super::copying::copy_button;
use super::following::text;
use super::piece::{Piece, button, el};
use crate::figures::{Extent, Figure, Grid, kind};
use crate::page::Page;
use crate::reactive::State;
use crate::words::RankWords;

/// A named value, number `number` of those that `rank` kept: as figures in a grid, the first rows of it where it is
/// large.
pub fn tensor(page: Page, name: &str, value: Value, rank: usize, number: usize) -> Piece {
    let all = State::new(false);
    let more = Grid::of(&value, Extent::SOME).map_or(0, |grid| grid.more);
    let kind = kind(&value);
    let verb = move || {
        let words = &page.words().ranks;
        if all.get() { words.less.to_owned() } else { (words.more)(more) }
    };
    let toggle = (more > 0).then(|| {
        button("more", move || all.update(|all| *all = !*all))
            .attr("aria-expanded", text(move || all.get().to_string()))
            .text(text(verb))
            .child(el("span.unseen").says(": ").says(name))
    });
    let caption = el("p.caption")
        .child(el("code").says(name))
        .says(" ")
        .child(el("span").says(&kind))
        .children(toggle)
        .children((value != Value::None).then(|| copy_button(page, name.to_owned(), rank)));
    let figures = text(move || {
        html(&value, if all.get() { Extent::ALL } else { Extent::SOME }, &page.words().ranks)
    });
    el("div.tensor")
        .set("role", "group")
        .set("data-value", &number.to_string())
        .set("aria-label", &format!("{name} {kind}"))
        .child(caption)
        .child(el("div").html_of(figures))
}

/// The figures. (As HTML, which is drawn many times faster than views are; figures hold nothing that it would take for
/// markup, and words are the page's own.)
fn html(value: &Value, extent: Extent, words: &RankWords) -> String {
    let nothing = |why: &str| format!("<p class=nothing>{why}</p>");
    let Some(grid) = Grid::of(value, extent) else { return nothing(words.none) };
    if grid.rows.iter().all(|row| row.figures.is_empty()) {
        return nothing(words.empty);
    }
    let columns = grid.rows.first().map_or(0, |row| row.figures.len());
    let labelled = grid.rows.len() > 1;
    let class = if grid.wraps { "wraps" } else { "rows" };
    let focusable = if grid.wraps { "" } else { " tabindex=0" };
    let labels = if labelled { " labelled" } else { "" };
    let width = grid.width();
    let mut html = format!(
        "<div class=\"grid {class}{labels}\"{focusable} style=\"--ch:{width};--columns:{columns}\">"
    );
    for row in &grid.rows {
        if labelled {
            let place: Vec<String> = row.index.iter().map(ToString::to_string).collect();
            html.push_str(&format!("<span class=index>{}</span>", place.join("·")));
        }
        for Figure { short, exact, zero } in &row.figures {
            let class = if *zero { "zero" } else { "figure" };
            html.push_str(&format!("<span class={class} title=\"{exact}\">{short}</span>"));
        }
    }
    html.push_str("</div>");
    html
}
