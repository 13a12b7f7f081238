//! Lesson 1: the stages of a pipeline, and what passes between neighbours.

use super::list;
use crate::pictures::Scene;
use crate::state::{Sight, Way};
use crate::words::PictureWords;

/// One of two neighbours' exchanges.
#[derive(Debug, Clone, PartialEq)]
pub struct Transfer {
    /// Who sends.
    pub from: usize,
    /// Who receives.
    pub to: usize,
    /// How far it is.
    pub way: Way,
    /// What is sent, once the sender has named it; else what has arrived.
    pub numbers: Option<Vec<f64>>,
}

/// The activation from `stage` to the next, and the gradient from the next to `stage`.
pub fn hops(sight: &Sight, stage: usize) -> [Transfer; 2] {
    let hop = |from, to, sent: &str, received: &str| {
        let way = sight.message(from, to);
        let arrived = || sight.known(to, received).filter(|_| way == Way::There);
        let numbers = sight.known(from, sent).or_else(arrived).map(|known| known.numbers);
        Transfer { from, to, way, numbers }
    };
    [
        hop(stage, stage + 1, "activation", "from_upstream"),
        hop(stage + 1, stage, "gradient", "from_downstream"),
    ]
}

/// A stage, and its two exchanges with the next one, as HTML.
pub fn html(scene: &mut Scene, stage: usize) -> String {
    let (Some(sight), words) = (&scene.sight, scene.words) else { return String::new() };
    let last = sight.world_size() - 1;
    let mut html = format!("<div class=\"pipe r{stage}\"><b>rank {stage}</b>");
    // What nobody sends stays as it was made, and is nobody's.
    let upstream = stage.checked_sub(1);
    let downstream = (stage < last).then_some(stage + 1);
    let held = [
        ("activation", Some(stage), true),
        ("from_upstream", upstream, upstream.is_some()),
        ("from_downstream", downstream, downstream.is_some()),
    ];
    for (name, owner, real) in held {
        let known = sight.known(stage, name).filter(|_| real);
        let class = match (owner, &known) {
            (Some(owner), Some(_)) => format!("chip r{owner}"),
            _ => "chip absent".to_owned(),
        };
        let numbers = match known {
            Some(known) => list(&known.numbers),
            None if real => words.way[0].to_owned(),
            None => "–".to_owned(),
        };
        html.push_str(&format!(
            "<p><code>{name}</code><span class=\"{class}\">{numbers}</span></p>"
        ));
    }
    html.push_str("</div>");
    if stage < last {
        html.push_str("<div class=hop>");
        for (hop, name) in hops(sight, stage).iter().zip(words.hops) {
            html.push_str(&draw(hop, name, words));
        }
        html.push_str("</div>");
    }
    html
}

fn draw(hop: &Transfer, name: &str, words: &PictureWords) -> String {
    let Transfer { from, to, way, numbers } = hop;
    let told = words.way.get(*way as usize).copied().unwrap_or_default();
    let numbers = numbers.as_deref().map(list).unwrap_or_default();
    let shown = if *way == Way::Not { String::new() } else { numbers };
    let (line, head) =
        if to > from { ("M0 5H58", "M56 1l6 4-6 4z") } else { ("M62 5H4", "M6 1 0 5l6 4z") };
    format!(
        "<div class=\"r{from} {}\"><span>{shown}</span><svg viewBox=\"0 0 62 10\" aria-hidden=true><path d=\"{line}\"/>\
         <path class=tip d=\"{head}\"/></svg><span>{name}<span class=unseen>, rank {from} → {to}: </span> <i>{told}</i></span></div>",
        way.class()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::recorded;
    use lessons::Lesson;

    #[test]
    fn what_passes_is_first_nowhere_then_under_way_then_there() {
        let (mut playback, config) = recorded(&[("lesson", "send_recv")]);
        let end = playback.len();
        let mut seen = Vec::new();
        for cursor in 0..=end {
            let sight = Sight::at(&mut playback, &config, Lesson::SendRecv, cursor);
            let [activation, gradient] = hops(&sight, 1);
            // Stage 2 has the activation before anything comes back from it.
            assert!(gradient.way == Way::Not || activation.way == Way::There, "{cursor}");
            if seen.last() != Some(&activation.way) {
                seen.push(activation.way);
            }
        }
        assert_eq!(seen, [Way::Not, Way::Going, Way::There]);
        let sight = Sight::at(&mut playback, &config, Lesson::SendRecv, end);
        let [activation, gradient] = hops(&sight, 2);
        assert_eq!(activation.numbers, Some(vec![3.0, 0.0]));
        assert_eq!((gradient.way, gradient.numbers), (Way::There, Some(vec![1.0, 1.0])));
    }
}
