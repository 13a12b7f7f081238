//! Lesson 5: the mesh of ranks, and the two groups of one of them.

use super::{Scene, cell_id, list, plain};
use crate::state::Sight;

/// Where `rank` moves by an arrow key in a mesh of `world_size` ranks and `tp` columns.
pub fn moved(rank: usize, key: &str, world_size: usize, tp: usize) -> Option<usize> {
    let to = match key {
        "ArrowRight" => rank + 1,
        "ArrowLeft" => rank.checked_sub(1)?,
        "ArrowDown" => rank + tp,
        "ArrowUp" => rank.checked_sub(tp)?,
        "Home" => 0,
        "End" => world_size - 1,
        _ => return None,
    };
    (to < world_size).then_some(to)
}

/// The ranks of the tensor-parallel group of `rank` (a row), and of its data-parallel group (a column).
pub fn groups(rank: usize, world_size: usize, tp: usize) -> [Vec<usize>; 2] {
    let row = rank / tp * tp;
    [(row..row + tp).collect(), (rank % tp..world_size).step_by(tp).collect()]
}

fn sum(sight: &Sight, rank: usize, name: &str) -> String {
    let first = sight.known(rank, name).and_then(|known| known.numbers.first().copied());
    first.map_or_else(|| "·".to_owned(), plain)
}

/// The mesh with the groups of `chosen` marked, as HTML: options of a list box.
pub fn html(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), words, chosen) = (&scene.sight, scene.words, scene.chosen.0) else {
        return String::new();
    };
    let (world_size, tp) = (sight.world_size(), sight.config.tp());
    let mut html = format!("<div style=\"--columns:{tp}\">");
    for rank in 0..world_size {
        let (row, column) = (rank / tp, rank % tp);
        let mut class = format!("r{rank}");
        for (mine, name) in [(row == chosen / tp, " in-tp"), (column == chosen % tp, " in-dp")] {
            class.push_str(if mine { name } else { "" });
        }
        let [tp_sum, dp_sum] = ["tp_sum", "dp_sum"].map(|name| sum(sight, rank, name));
        html.push_str(&format!(
            "<div role=option id={} aria-selected={} class=\"{class}\" data-at={rank},0><b>rank {rank}</b>\
             <span>tp {column} · dp {row}</span><span><span class=of-tp>{tp_sum}</span> <span class=of-dp>{dp_sum}</span>\
             <span class=unseen> {}</span></span></div>",
            cell_id((rank, 0)),
            rank == chosen,
            words.sums,
        ));
    }
    html + "</div>"
}

/// What there is to say about the groups of `chosen`, as HTML.
pub fn told(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), words, chosen) = (&scene.sight, scene.words, scene.chosen.0) else {
        return String::new();
    };
    let (world_size, tp) = (sight.world_size(), sight.config.tp());
    let mut html = String::new();
    let places = [chosen % tp, chosen / tp];
    for (index, ranks) in groups(chosen, world_size, tp).iter().enumerate() {
        let name = ["tp_sum", "dp_sum"].get(index).copied().unwrap_or_default();
        let known = sight.known(chosen, name).map(|known| list(&known.numbers));
        let place = places.get(index).copied().unwrap_or(0);
        let terms: Vec<String> = ranks.iter().map(ToString::to_string).collect();
        let class = ["of-tp", "of-dp"].get(index).copied().unwrap_or_default();
        let sentence = (words.group)(index == 0, &terms.join(", "), chosen, place);
        let sum = match known {
            Some(sum) => format!("<code>{name}</code> = {sum} = {}", terms.join(" + ")),
            None => format!("<code>{name}</code>: {}", words.way[0]),
        };
        html.push_str(&format!("<p class={class}>{sentence} {sum}</p>"));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Lang, recorded};
    use crate::words::Words;
    use collective::{Context, simulator};
    use lessons::{Config, Lesson, Raw, Value};

    #[test]
    fn groups_are_those_that_the_run_made() {
        for (w, tp) in [("1", "1"), ("3", "1"), ("8", "4"), ("6", "3"), ("6", "6")] {
            let settings = [("lesson", "groups"), ("world_size", w), ("tp", tp)];
            let config = Config::from_settings(&settings.map(|(key, text)| (key, Raw::text(text))));
            let config = config.unwrap();
            let program = async |context: Context| lessons::run(context, &config).await.0;
            let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
            for (rank, record) in ranks.into_iter().map(Result::unwrap).enumerate() {
                let made =
                    ["tp_ranks", "dp_ranks"].map(|n| record.value(Lesson::Groups, n).cloned());
                let shown = groups(rank, config.world_size(), config.tp());
                assert_eq!(made, shown.map(|ranks| Some(Value::list(&ranks))), "{w} {tp} {rank}");
            }
        }
    }

    #[test]
    fn sums_are_those_of_the_groups() {
        let (mut playback, config) =
            recorded(&[("lesson", "groups"), ("world_size", "8"), ("tp", "4")]);
        let end = playback.len();
        let words = &Words::of(Lang::En).picture;
        let said = told(
            &mut Scene::new(
                Some(Sight::at(&mut playback, &config, Lesson::Groups, end)),
                words,
                (5, 0),
            ),
            0,
        );
        assert!(
            said.contains("= [22, 22] = 4 + 5 + 6 + 7") && said.contains("= [6, 6] = 1 + 5"),
            "{said}"
        );
        let mut before =
            Scene::new(Some(Sight::at(&mut playback, &config, Lesson::Groups, 0)), words, (5, 0));
        assert!(!told(&mut before, 0).contains("22"));
        assert_eq!(html(&mut before, 0).matches("in-tp").count(), 4);
    }

    #[test]
    fn arrows_stay_in_the_mesh() {
        assert_eq!(moved(3, "ArrowRight", 8, 4), Some(4));
        assert_eq!(moved(3, "ArrowDown", 8, 4), Some(7));
        assert_eq!((moved(7, "ArrowDown", 8, 4), moved(0, "ArrowLeft", 8, 4)), (None, None));
        assert_eq!((moved(2, "ArrowUp", 8, 4), moved(2, "x", 8, 4)), (None, None));
        assert_eq!((moved(5, "Home", 8, 4), moved(5, "End", 8, 4)), (Some(0), Some(7)));
    }
}
