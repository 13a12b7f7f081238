//! Lesson 2: one rank gives to all, or takes from all.

use collective::Collective;

use super::{Scene, list, plain};
use crate::drawing::Px;
use crate::state::{Sight, Way};

/// One of the four operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Which.
    pub operation: Collective,
    /// What ranks hold after it.
    pub after: &'static str,
    /// What they hold before it.
    pub before: Option<&'static str>,
    /// Whether the root gives, and not takes.
    pub gives: bool,
}

/// The four of them, in order.
pub const CALLS: [Call; 4] = [
    Call {
        operation: Collective::Broadcast,
        after: "broadcast_out",
        before: Some("broadcast_in"),
        gives: true,
    },
    Call { operation: Collective::Scatter, after: "scatter_out", before: None, gives: true },
    Call {
        operation: Collective::Gather,
        after: "gather_out",
        before: Some("scatter_out"),
        gives: false,
    },
    Call {
        operation: Collective::Reduce,
        after: "reduce_out",
        before: Some("scatter_out"),
        gives: false,
    },
];

/// Ranks up to which lines are drawn.
const FAN: usize = 8;

impl Call {
    /// How far `rank` is with it.
    pub fn way(&self, sight: &Sight, rank: usize) -> Way {
        sight.call(rank, self.operation, 0)
    }

    /// What `rank` shows of it: whose data it is, and the data.
    fn held(&self, sight: &Sight, rank: usize) -> (Option<usize>, String) {
        let after = sight.known(rank, self.after).filter(|_| self.way(sight, rank) == Way::There);
        let came = after.is_some();
        let before = self.before.and_then(|name| sight.known(rank, name));
        let Some(known) = after.or(before) else { return (None, String::new()) };
        let owner = match self.operation {
            Collective::Broadcast if came => 0,
            // A collection is nobody's alone, and so is a sum.
            Collective::Gather if came => return (None, list(&known.numbers)),
            Collective::Reduce if came => return (None, format!("Σ {}", list(&known.numbers))),
            _ => rank,
        };
        let text = match known.numbers.as_slice() {
            [one] => plain(*one),
            many => list(many),
        };
        (Some(owner), text)
    }
}

/// One operation, as HTML.
pub fn html(scene: &mut Scene, index: usize) -> String {
    let (Some(sight), Some(part), words) = (&scene.sight, CALLS.get(index), scene.words) else {
        return String::new();
    };
    let world_size = sight.world_size();
    let ways: Vec<Way> = (0..world_size).map(|rank| part.way(sight, rank)).collect();
    let least = ways.iter().min().copied().unwrap_or(Way::Not);
    let most = ways.iter().max().copied().unwrap_or(Way::Not);
    let all = if least == most { least } else { Way::Going };
    let told = words.way.get(all as usize).copied().unwrap_or_default();
    let direction = if part.gives { words.gives } else { words.takes };
    let mut html = format!(
        "<h4><code>{}</code> {direction} <i class={}>{told}</i></h4><div class=\"cell root r0\"><b>{}</b></div>",
        part.operation.name(),
        all.class(),
        words.root
    );
    if world_size <= FAN {
        html.push_str("<svg viewBox=\"0 0 100 40\" preserveAspectRatio=none aria-hidden=true>");
        for (rank, way) in ways.iter().enumerate() {
            let x = Px((rank as f64 + 0.5) * 100.0 / world_size as f64);
            let owner = match part.operation {
                Collective::Broadcast => 0,
                _ => rank,
            };
            let (top, foot) = (format!("50 0C50 20 {x} 20"), format!("{x} 40C{x} 20 50 20"));
            let path = if part.gives { format!("M{top} {x} 40") } else { format!("M{foot} 50 0") };
            html.push_str(&format!("<path class=\"r{owner} {}\" d=\"{path}\"/>", way.class()));
        }
        html.push_str("</svg>");
    }
    let class = if world_size <= FAN { "cells-of few" } else { "cells-of" };
    html.push_str(&format!("<ul class=\"{class}\" style=\"--columns:{world_size}\">"));
    for rank in 0..world_size {
        let (owner, text) = part.held(sight, rank);
        let class = owner.map_or_else(|| "several".to_owned(), |owner| format!("r{owner}"));
        let class = if text.is_empty() { "absent".to_owned() } else { class };
        let text = if text.is_empty() { "·" } else { &text };
        html.push_str(&format!(
            "<li class=\"cell {class}\"><b>{rank}</b><span class=unseen>: </span><span>{text}</span></li>"
        ));
    }
    html.push_str("</ul>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::recorded;
    use lessons::Lesson;

    #[test]
    fn what_ranks_hold_changes_hands() {
        let (mut playback, config) = recorded(&[("lesson", "root")]);
        let end = playback.len();
        let mut held = |cursor: usize, part: usize, rank: usize| {
            let sight = Sight::at(&mut playback, &config, Lesson::Root, cursor);
            CALLS[part].held(&sight, rank)
        };
        assert_eq!(held(0, 0, 2), (None, String::new()));
        assert_eq!(held(end, 0, 2), (Some(0), "[0, 1, 2, 3]".to_owned()));
        assert_eq!(held(end, 1, 3), (Some(3), "3".to_owned()));
        assert_eq!(held(end, 3, 0), (None, "Σ [6]".to_owned()));
        // What reduce leaves to others is what they gave.
        assert_eq!(held(end, 3, 1), (Some(1), "1".to_owned()));
    }
}
