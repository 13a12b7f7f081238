//! A picture for each lesson, as HTML: what it is about, at one moment of a run. (HTML is drawn many times faster than
//! views are; it holds numbers, torch's names and the page's own words.)

pub mod experts;
pub mod mesh;
mod pipeline;
mod root;
mod scene;
mod shards;
mod two_ways;

pub use scene::Scene;

use lessons::Lesson;

use crate::figures::short;

/// A part of a picture that is drawn anew by itself.
pub struct Pane {
    /// The class of those that stand together.
    pub group: &'static str,
    /// Its own class.
    pub class: &'static str,
    /// Whether one chooses among what is in it.
    pub list: bool,
    /// The ranks that it shows, as a mask.
    pub ranks: u64,
    /// Draws it.
    pub draw: fn(&mut Scene, usize) -> String,
    /// Which of its kind it is.
    pub index: usize,
}

type Draw = fn(&mut Scene, usize) -> String;

/// What the picture of `lesson` is made of, after a run with so many ranks; with none, there was no run.
pub fn parts(lesson: Lesson, ranks: usize) -> Vec<Pane> {
    let mut parts = Vec::new();
    let mut add = |group, class, draw: Draw, count: usize, shows: fn(usize) -> u64| {
        let part = |index| Pane { group, class, list: false, ranks: shows(index), draw, index };
        parts.extend((0..count).map(part));
    };
    let all = |_| u64::MAX;
    match lesson {
        Lesson::Moe => {
            add("flow", "tokens", experts::list::html, 1, all);
            add("flow", "ways", experts::flow::html, 1, all);
            add("said", "expert", experts::list::field, 1, all);
            add("said", "finding", experts::list::capacity, 1, all);
            add("matrices", "", experts::counts::html, ranks.min(1), all);
            add("", "", experts::buffers::head, ranks.min(1), all);
            add("buffers", "", experts::buffers::html, ranks, |rank| 1 << rank);
        }
        Lesson::SendRecv => {
            let class = if ranks > 16 { "stages dense" } else { "stages" };
            // A stage and its neighbours.
            add(class, "", pipeline::html, ranks, |rank| (7 << rank) >> 1);
        }
        _ if ranks == 0 => {}
        Lesson::Root => add("family", "around", root::html, root::CALLS.len(), all),
        Lesson::AllMembers => {
            add("two-ways", "way", two_ways::html, two_ways::SHEETS.len(), all);
            add("two-ways", "verdict", two_ways::verdict, 1, all);
            add("", "note", two_ways::key, 1, all);
        }
        Lesson::Groups => {
            add("", "mesh", mesh::html, 1, all);
            add("", "told-groups", mesh::told, 1, all);
        }
        Lesson::DdpZero2 => {
            add("methods", "", shards::html, 2, all);
            add("", "finding", shards::verdict, 1, all);
        }
        // Their ranks and messages are the picture.
        _ => {}
    }
    // One chooses among tokens, and among the ranks of the mesh.
    if let (Lesson::Moe | Lesson::Groups, Some(list)) = (lesson, parts.first_mut()) {
        list.list = true;
    }
    parts
}

/// The elements that parts go into, as HTML.
pub fn skeleton(parts: &[Pane]) -> String {
    // What padding is filled with.
    let mut html = String::from(
        "<svg class=unseen aria-hidden=true><pattern id=hatch width=6 height=6 patternUnits=userSpaceOnUse \
         patternTransform=rotate(45)><path d=\"M0 0V6\" stroke-width=3 /></pattern></svg>",
    );
    let mut group = None;
    for (number, part) in parts.iter().enumerate() {
        if group != Some(part.group) {
            let end = if group.is_some() { "</div>" } else { "" };
            html.push_str(&format!("{end}<div class=\"{}\">", part.group));
            group = Some(part.group);
        }
        let list = if part.list { " role=listbox tabindex=0" } else { "" };
        html.push_str(&format!(
            "<div id={} class=\"{}\"{list}></div>",
            part_id(number),
            part.class
        ));
    }
    if group.is_some() {
        html.push_str("</div>");
    }
    html
}

/// The id of a pane's element.
pub fn part_id(number: usize) -> String {
    format!("part-{number}")
}

/// The id of what stands for a rank, or for a token of it.
pub fn cell_id((rank, index): (usize, usize)) -> String {
    format!("cell-{rank}-{index}")
}

/// A number without what says nothing: `604`, `-0.286`.
fn plain(number: f64) -> String {
    let text = short(number);
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Numbers in brackets, at most four of them.
fn list(numbers: &[f64]) -> String {
    let shown: Vec<String> = numbers.iter().take(4).map(|&number| plain(number)).collect();
    let more = if numbers.len() > 4 { ", …" } else { "" };
    format!("[{}{more}]", shown.join(", "))
}

/// Writes a rectangle: x, y, width, height.
fn rect(svg: &mut String, class: &str, [x, y, width, height]: [usize; 4]) {
    svg.push_str(&format!("<rect class=\"{class}\" x={x} y={y} width={width} height={height} />"));
}

/// Writes a text.
fn label(svg: &mut String, class: &str, [x, y]: [usize; 2], text: &str) {
    svg.push_str(&format!("<text class={class} x={x} y={y}>{text}</text>"));
}
