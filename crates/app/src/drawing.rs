//! The space-time diagram as SVG.

use crate::diagram::{Arrow, Diagram};
use crate::naming::{Name, names};
use crate::words::DiagramWords;

/// Arrows drawn at most; of more messages only some are drawn.
pub const ARROWS: usize = 1500;

/// How far apart lanes are.
pub fn lane(ranks: usize) -> f64 {
    match ranks {
        ..=8 => 34.0,
        9..=16 => 24.0,
        _ => 9.0,
    }
}

/// Messages that are drawn: all of them, or one in so many.
pub fn drawn(diagram: &Diagram) -> usize {
    diagram.arrows.len().div_ceil(stride(diagram))
}

fn stride(diagram: &Diagram) -> usize {
    diagram.arrows.len().div_ceil(ARROWS).max(1)
}

/// The diagram, `unit` pixels to a unit. (As HTML, which is drawn many times faster than views are; it holds numbers,
/// torch's names and the page's own words.)
pub fn svg(diagram: &Diagram, unit: f64, words: &DiagramWords) -> String {
    let lane = lane(diagram.ranks);
    let height = lane * diagram.ranks as f64;
    let width = diagram.width() * unit;
    let middle = |rank: usize| (rank as f64 + 0.5) * lane;
    let mut svg = format!("<svg width={} height={} aria-hidden=true>", Px(width), Px(height));
    svg.push_str("<path class=lanes d=\"");
    for rank in 0..diagram.ranks {
        svg.push_str(&format!("M0 {}H{}", Px(middle(rank)), Px(width)));
    }
    svg.push_str("\"/>");
    let thick = (lane * 0.46).round();
    for bar in &diagram.bars {
        let (x, wide) = (bar.from * unit, ((bar.to - bar.from) * unit).max(1.0));
        let y = middle(bar.rank) - thick / 2.0;
        svg.push_str(&format!(
            "<rect class=op x={} y={} width={} height={} rx=2><title>{}</title></rect>",
            Px(x),
            Px(y),
            Px(wide),
            Px(thick),
            (words.bar)(bar),
        ));
    }
    svg.push_str("<path class=waits d=\"");
    for &(rank, from, to) in &diagram.waits {
        svg.push_str(&format!("M{} {}H{}", Px(from * unit), Px(middle(rank)), Px(to * unit)));
    }
    svg.push_str("\"/>");
    for arrow in diagram.arrows.iter().step_by(stride(diagram)) {
        let ((x, y), (to_x, to_y)) = ends(arrow, unit, lane);
        svg.push_str(&format!(
            "<path class=\"arrow r{}\" d=\"M{} {}L{} {}{}\"><title>{}</title></path>",
            arrow.sender,
            Px(x),
            Px(y),
            Px(to_x),
            Px(to_y),
            head(to_x - x, to_y - y, lane),
            (words.arrow)(arrow),
        ));
    }
    // Names last, so that arrows do not strike them out.
    if lane > 20.0 {
        let struck = |place: [f64; 3]| strikes(diagram, unit, place);
        for Name { bar, x, y, .. } in names(&diagram.bars, [lane, thick], unit, &struck) {
            let name = diagram.bars.get(bar).map_or("", |bar| bar.collective.name());
            svg.push_str(&format!("<text x={} y={}>{name}</text>", Px(x), Px(y)));
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The message drawn nearest to (`x`, `y`), in pixels, if there is one within reach.
pub fn nearest(diagram: &Diagram, unit: f64, x: f64, y: f64) -> Option<usize> {
    let lane = lane(diagram.ranks);
    let mut best = (REACH * REACH, None);
    for (index, arrow) in diagram.arrows.iter().enumerate().step_by(stride(diagram)) {
        let (from, to) = ends(arrow, unit, lane);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let along = ((x - from.0) * dx + (y - from.1) * dy) / (dx * dx + dy * dy).max(1e-9);
        let along = along.clamp(0.0, 1.0);
        let off = (from.0 + along * dx - x, from.1 + along * dy - y);
        let off = off.0 * off.0 + off.1 * off.1;
        if off < best.0 {
            best = (off, Some(index));
        }
    }
    best.1
}

/// Whether an arrow comes by a name of that width that stands at (`x`, `y`).
fn strikes(diagram: &Diagram, unit: f64, [x, y, wide]: [f64; 3]) -> bool {
    // Letters are about as high as an arrow reaches.
    let by = |part: u32| {
        nearest(diagram, unit, x + wide * f64::from(part) / 4.0, y - REACH / 2.0).is_some()
    };
    (0..=4).any(by)
}

/// Pixels from a message within which it is pointed at.
const REACH: f64 = 6.0;

fn ends(arrow: &Arrow, unit: f64, lane: f64) -> ((f64, f64), (f64, f64)) {
    let middle = |rank: usize| (rank as f64 + 0.5) * lane;
    let from = (arrow.from * unit, middle(arrow.sender));
    (from, (arrow.to * unit, middle(arrow.receiver)))
}

/// A message and both its ends, to be drawn over the diagram.
pub fn lit(diagram: &Diagram, unit: f64, message: Option<usize>) -> String {
    let Some(arrow) = message.and_then(|index| diagram.arrows.get(index)) else {
        return String::new();
    };
    let ((x, y), (to_x, to_y)) = ends(arrow, unit, lane(diagram.ranks));
    let ring = |x: f64, y: f64| format!("<circle cx={} cy={} r=5 />", Px(x), Px(y));
    format!(
        "<svg class=\"lit r{}\" aria-hidden=true><path d=\"M{} {}L{} {}\"/>{}{}</svg>",
        arrow.sender,
        Px(x),
        Px(y),
        Px(to_x),
        Px(to_y),
        ring(x, y),
        ring(to_x, to_y),
    )
}

/// The tip of an arrow that comes by (`dx`, `dy`), drawn from its end.
fn head(dx: f64, dy: f64, lane: f64) -> String {
    let size = (lane * 0.2).min(5.0);
    let length = (dx * dx + dy * dy).sqrt().max(1e-6);
    let (along, aside) = ((dx / length * size, dy / length * size), (-dy / length, dx / length));
    let wing = |side: f64| {
        let side = side * size * 0.5;
        (Px(aside.0 * side - along.0), Px(aside.1 * side - along.1))
    };
    let (there, back) = (wing(1.0), wing(-1.0));
    // To the one wing, back to the tip, to the other.
    let home = (Px(-there.0.0), Px(-there.1.0));
    format!("l{} {}l{} {}l{} {}", there.0, there.1, home.0, home.1, back.0, back.1)
}

/// Pixels to a tenth, without the code that writes floats.
#[derive(Debug, Clone, Copy)]
pub struct Px(pub f64);

impl std::fmt::Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let tenths = tenths.unsigned_abs();
        match (tenths / 10, tenths % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Time;
    use crate::state::{Lang, recorded};
    use crate::words::Words;

    #[test]
    fn pixels_are_short() {
        let texts = [0.0, 1.25, -0.04, -2.5, 100.0, 99.96].map(|px| Px(px).to_string());
        assert_eq!(texts, ["0", "1.3", "0", "-2.5", "100", "100"]);
    }

    #[test]
    fn no_arrow_comes_through_a_name_that_has_room() {
        let (playback, _) = recorded(&[("lesson", "send_recv")]);
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        let svg = svg(&diagram, 11.0, &Words::of(Lang::En).diagram);
        let (mut names, mut below) = (0, 0);
        for name in svg.split("<text ").skip(1) {
            let numbers = name.split(['=', ' ', '>']).filter_map(|word| word.parse::<f64>().ok());
            let [x, y] = numbers.collect::<Vec<_>>()[..] else { panic!("{name}") };
            let wide = if name.contains(">send<") || name.contains(">recv<") { 24.0 } else { 0.0 };
            assert!(wide > 0.0 && !strikes(&diagram, 11.0, [x, y, wide]), "{name}");
            names += 1;
            below += usize::from(y % 34.0 < 3.0);
        }
        // Gradients go up, through where names of sends stand otherwise.
        assert_eq!((names, below), (12, 3), "{svg}");
    }

    #[test]
    fn every_operation_and_every_message_is_drawn_and_named() {
        let (playback, _) = recorded(&[("lesson", "send_recv"), ("world_size", "2")]);
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        let svg = svg(&diagram, 10.0, &Words::of(Lang::En).diagram);
        assert_eq!(svg.matches("<rect class=op").count(), 4);
        assert_eq!(svg.matches("class=\"arrow").count(), 2);
        assert!(
            svg.contains("<title>8 B from rank 0 to rank 1 (tag 10), group 0</title>"),
            "{svg}"
        );
        assert!(svg.contains("<title>recv on rank 1</title>"), "{svg}");
    }

    #[test]
    fn a_message_is_pointed_at_within_reach_and_lit_with_both_ends() {
        let (playback, _) = recorded(&[("lesson", "send_recv"), ("world_size", "2")]);
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        for (index, arrow) in diagram.arrows.iter().enumerate() {
            let ((x, y), (to_x, to_y)) = ends(arrow, 10.0, lane(2));
            let middle = ((x + to_x) / 2.0, (y + to_y) / 2.0);
            assert_eq!(nearest(&diagram, 10.0, middle.0 + 2.0, middle.1), Some(index));
            assert_eq!(lit(&diagram, 10.0, Some(index)).matches("<circle").count(), 2);
        }
        assert_eq!(nearest(&diagram, 10.0, -50.0, 0.0), None);
        assert_eq!(lit(&diagram, 10.0, None), "");
    }

    #[test]
    fn of_very_many_messages_some_are_drawn() {
        let (playback, _) = recorded(&[("lesson", "all_members"), ("world_size", "64")]);
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        assert_eq!(diagram.arrows.len(), 4 * 64 * 63);
        let svg = svg(&diagram, 1.0, &Words::of(Lang::En).diagram);
        assert_eq!(svg.matches("class=\"arrow").count(), drawn(&diagram));
        assert!((ARROWS / 2..=ARROWS).contains(&drawn(&diagram)));
    }
}
