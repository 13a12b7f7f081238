//! Padded buffers: what a rank sends, and what it is sent.

use super::Routing;
use crate::pictures::{Scene, label, rect};
use crate::state::{Sight, Way};

/// Blocks of a buffer up to which slots have their token's name written on them.
const NAMED: usize = 8;

/// One block of a buffer: the part for, or from, one rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Slots with a token.
    pub tokens: usize,
    /// Whose tokens they are.
    pub owner: usize,
    /// Whether they are in the buffer.
    pub way: Way,
}

/// The blocks of `rank`'s send buffer, by expert.
pub fn send(sight: &Sight, routing: &Routing, rank: usize) -> Vec<Block> {
    let way = if sight.has(rank, "send") || sight.has(rank, "dispatched") {
        Way::There
    } else {
        Way::Not
    };
    let counts = routing.counts(rank).into_iter();
    counts.map(|tokens| Block { tokens, owner: rank, way }).collect()
}

/// The blocks of what `rank` is sent, by source. Whose they are is read off the elements, where they are played back.
pub fn dispatched(sight: &mut Sight, routing: &Routing, rank: usize) -> Vec<Block> {
    let elements = routing.capacity().0 * sight.config.d();
    let mut block = |source: usize| {
        let tokens = routing.counts(source).get(rank).copied().unwrap_or(0);
        let mask = sight.mask(rank, "dispatched", source * elements);
        let arrived = sight.has(rank, "dispatched") || mask.is_some_and(|mask| mask != 0);
        let owner = match mask {
            Some(mask) if mask.count_ones() == 1 => mask.trailing_zeros() as usize,
            _ => source,
        };
        Block { tokens, owner, way: if arrived { Way::There } else { Way::Not } }
    };
    (0..routing.table.len()).map(&mut block).collect()
}

/// The buffers' heading.
pub fn head(scene: &mut Scene, _: usize) -> String {
    let words = scene.words;
    format!("<h4 class=part>{} <span class=hatched>{}</span></h4>", words.parts[1], words.padding)
}

/// Both buffers of `rank`, as HTML.
pub fn html(scene: &mut Scene, rank: usize) -> String {
    let (Some(sight), Some(routing), words) = (&mut scene.sight, &scene.routed, scene.words) else {
        return String::new();
    };
    let capacity = routing.capacity().0;
    let sent = send(sight, routing, rank);
    let arrived = dispatched(sight, routing, rank);
    let mut html = format!("<h4 class=r{rank}>rank {rank}</h4>");
    for (name, caption, blocks) in
        [("send", words.send, sent), ("dispatched", words.dispatched, arrived)]
    {
        let used: usize = blocks.iter().map(|block| block.tokens).sum();
        let slots = capacity * blocks.len();
        let there = blocks.iter().any(|block| block.way == Way::There);
        let told = if there { (words.slots)(used, slots) } else { String::new() };
        html.push_str(&format!("<p><code>{name}</code> {caption}<span>{told}</span></p>"));
        html.push_str(&draw(&blocks, capacity, routing, rank, name == "send"));
    }
    html
}

/// A column for each block, a slot for each place in it; what holds no token is hatched.
fn draw(blocks: &[Block], capacity: usize, routing: &Routing, rank: usize, sends: bool) -> String {
    if capacity == 0 {
        return String::from("<p class=void>∅</p>");
    }
    let named = blocks.len() <= NAMED && capacity <= 2 * NAMED;
    // As wide as a card.
    let wide = if named { 27 } else { (216 / blocks.len()).max(3) };
    let high = if named { 18 } else { (48 / capacity).clamp(1, 8) };
    let (width, height) = (wide * blocks.len(), high * capacity);
    let mut svg = format!(
        "<svg class=buffer width={width} height={height} viewBox=\"0 0 {width} {height}\" aria-hidden=true>"
    );
    for (place, block) in blocks.iter().enumerate() {
        let x = place * wide;
        if block.way != Way::There {
            rect(&mut svg, "void", [x, 0, wide, height]);
            continue;
        }
        let filled = block.tokens.min(capacity) * high;
        rect(&mut svg, "padding", [x, filled, wide, height - filled]);
        rect(&mut svg, &format!("token r{}", block.owner), [x, 0, wide, filled]);
        if !named {
            continue;
        }
        let (from, to) = if sends { (rank, place) } else { (place, rank) };
        let tokens = routing.table.get(from).into_iter().flatten().enumerate();
        for (slot, (index, _)) in tokens.filter(|(_, expert)| **expert == to).enumerate() {
            let place = [x + wide / 2, slot * high + high - 5];
            label(&mut svg, &format!("r{}", block.owner), place, &format!("{from}·{index}"));
        }
    }
    // Blocks apart, slots apart.
    let mut rules = String::new();
    for place in 1..blocks.len() {
        rules.push_str(&format!("M{} 0v{height}", place * wide));
    }
    for slot in 1..if high > 3 { capacity } else { 1 } {
        rules.push_str(&format!("M0 {}h{width}", slot * high));
    }
    svg.push_str(&format!("<path class=rules d=\"{rules}\"/></svg>"));
    svg
}
