//! Tokens on their way to experts and home, as lines between three columns.

use collective::Collective;

use super::{Routing, Token};
use crate::drawing::Px;
use crate::pictures::{Scene, list};
use crate::state::{Known, Sight, Way};
use crate::words::PictureWords;

/// Tokens that are drawn one by one at most.
pub const MOST: usize = 64;

/// Between two ranks, in pixels.
const GAP: usize = 10;

/// How high a token's line is, in pixels.
pub fn line(tokens: usize) -> usize {
    match tokens {
        0..=16 => 26,
        17..=32 => 20,
        _ => 14,
    }
}

/// Where the lines of one column stand.
struct Column {
    /// By rank: the middle of its first line, and how many lines it has.
    blocks: Vec<(f64, usize)>,
    height: usize,
    line: usize,
}

impl Column {
    fn new(counts: impl Iterator<Item = usize>, line: usize) -> Column {
        let (mut blocks, mut height) = (Vec::new(), 0);
        for count in counts {
            blocks.push((height as f64 + line as f64 / 2.0, count));
            height += line * count.max(1) + GAP;
        }
        Column { blocks, height, line }
    }

    /// The middle of line `index` of `rank`.
    fn y(&self, rank: usize, index: usize) -> Px {
        Px(self.blocks.get(rank).map_or(0.0, |(first, _)| first + (index * self.line) as f64))
    }
}

/// Tokens in the order in which they stand at their experts: by expert, then by source.
fn arrivals(routing: &Routing) -> Vec<Token> {
    let tokens = routing.tokens();
    let at = |expert| tokens.iter().copied().filter(move |token| token.expert == expert);
    (0..routing.table.len()).flat_map(at).collect()
}

/// How far a token is on its way to its expert, and home.
fn ways(sight: &mut Sight, token: Token, capacity: usize) -> (Way, Way) {
    let elements = capacity * sight.config.d();
    let mut way = |from: usize, to: usize, name: &str, call: usize| {
        let arrived = sight.has(to, name)
            || sight.mask(to, name, from * elements).is_some_and(|mask| mask != 0);
        match sight.call(from, Collective::AllToAll, call) {
            _ if arrived => Way::There,
            Way::Not => Way::Not,
            _ => Way::Going,
        }
    };
    // The first all-to-all carries counts.
    let there = way(token.rank, token.expert, "dispatched", 1);
    (there, way(token.expert, token.rank, "combined", 2))
}

/// The two sheets of lines and the two columns behind the router's, as HTML.
pub fn html(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), Some(routing), words) = (&mut scene.sight, &scene.routed, scene.words) else {
        return String::new();
    };
    if routing.len() > MOST {
        return String::new();
    }
    let line = line(routing.len());
    let home = Column::new(routing.table.iter().map(Vec::len), line);
    let arrived = arrivals(routing);
    let of = |expert: usize| arrived.iter().filter(move |token| token.expert == expert);
    let world_size = routing.table.len();
    let experts = Column::new((0..world_size).map(|expert| of(expert).count()), line);
    let height = home.height.max(experts.height);
    let capacity = routing.capacity().0;
    let mut sheets = [String::new(), String::new()];
    let mut chips = vec![String::new(); world_size];
    let mut going = 0;
    let finals: Vec<Option<Known>> =
        (0..world_size).map(|rank| sight.known(rank, "final")).collect();
    let mut next = vec![0; world_size];
    for token in &arrived {
        let Token { rank, index, expert, .. } = *token;
        let ways = ways(sight, *token, capacity);
        let here = next.get_mut(expert).map_or(0, |next| std::mem::replace(next, *next + 1));
        let (from, to) = (home.y(rank, index), experts.y(expert, here));
        for (sheet, (way, from, to)) in
            sheets.iter_mut().zip([(ways.0, from, to), (ways.1, to, from)])
        {
            sheet.push_str(&format!(
                "<path class=\"r{rank} {}\" d=\"M0 {from}C50 {from} 50 {to} 100 {to}\"/>",
                way.class()
            ));
            going += usize::from(way == Way::Going);
        }
        if let Some(chips) = chips.get_mut(expert) {
            chips.push_str(&chip(rank, index, ways.0 == Way::There, ""));
        }
    }
    let column = |column: &Column, class: &str, head: &str, chips: Vec<String>| {
        let mut html = format!("<div class=\"column {class}\"><p class=title-of>{head}</p>");
        for (rank, chips) in chips.into_iter().enumerate() {
            let lines = column.blocks.get(rank).map_or(0, |(_, lines)| *lines);
            html.push_str(&block(rank, lines, column.line, words, &chips));
        }
        html.push_str("</div>");
        html
    };
    let back = (0..world_size).map(|rank| {
        let tokens = 0..routing.table.get(rank).map_or(0, Vec::len);
        let known = finals.get(rank).and_then(Option::as_ref);
        let chip = |index| chip(rank, index, known.is_some(), &row(known, index, routing.len()));
        tokens.map(chip).collect()
    });
    let sheet = |paths: &str| {
        format!(
            "<svg class=lines viewBox=\"0 0 100 {height}\" preserveAspectRatio=none style=\"height:{height}px\" \
             aria-hidden=true>{paths}</svg>"
        )
    };
    let [there, homewards] = &sheets;
    let experts = column(&experts, "experts", words.columns[1], chips);
    let back = column(&home, "home", words.columns[2], back.collect());
    let label = (words.flow)(routing.len(), going);
    format!("<p class=unseen>{label}</p>{}{experts}{}{back}", sheet(there), sheet(homewards))
}

/// A rank's lines in a column.
pub fn block(rank: usize, lines: usize, line: usize, words: &PictureWords, chips: &str) -> String {
    let height = line * lines.max(1);
    let empty = if lines == 0 { format!("<i>{}</i>", words.no_tokens) } else { String::new() };
    format!(
        "<div class=\"block r{rank}\" style=\"height:{height}px;margin-bottom:{GAP}px\"><b>{rank}</b>\
         <div>{chips}{empty}</div></div>"
    )
}

/// A token as a chip.
fn chip(rank: usize, index: usize, there: bool, numbers: &str) -> String {
    let class = if there { "" } else { " absent" };
    format!("<span class=\"chip r{rank}{class}\"><em>{rank}·{index}</em>{numbers}</span>")
}

/// A token's numbers, where there are few tokens of few features.
pub fn row(known: Option<&Known>, index: usize, tokens: usize) -> String {
    let Some(Known { shape, numbers }) = known else { return String::new() };
    let d = shape.last().copied().unwrap_or(0);
    if tokens > 16 || d > 2 {
        return String::new();
    }
    let row = numbers.get(index * d..(index + 1) * d);
    row.map(|row| format!("<small>{}</small>", list(row))).unwrap_or_default()
}
