//! Lesson 3: reduce-scatter and all-gather in a row, and all-reduce; both end in the same sums.

use lessons::PART_ELEMENTS;

use super::{Scene, label, plain, rect};
use crate::state::Sight;

/// Ranks up to which cells have figures.
const FIGURES: usize = 4;

/// A tensor on all ranks: a row for each, a column for each element of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// Its name in the program.
    pub name: &'static str,
    /// The operation that it comes from.
    pub by: &'static str,
    /// Whether a rank holds its own part only.
    pub part: bool,
}

/// Input, what the first way makes of it in two steps, and what the second makes of it in one.
pub const SHEETS: [Sheet; 4] = [
    Sheet { name: "input", by: "", part: false },
    Sheet { name: "shard", by: "reduce_scatter", part: true },
    Sheet { name: "gathered", by: "all_gather", part: false },
    Sheet { name: "all_reduced", by: "all_reduce", part: false },
];

/// One element of one rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetCell {
    /// Its value, once it has one.
    pub number: Option<f64>,
    /// How many ranks are folded in; 0: none yet.
    pub folded: u32,
}

impl Sheet {
    /// `rank`'s row; `None` where it holds nothing of an element.
    pub fn row(&self, sight: &mut Sight, rank: usize) -> Vec<Option<SheetCell>> {
        let world_size = sight.world_size();
        let known = sight.known(rank, self.name);
        let end = if self.name == "input" { 1 } else { world_size as u32 };
        let mut cell = |element: usize| {
            let index = match self.part {
                true if element / PART_ELEMENTS != rank => return None,
                true => element % PART_ELEMENTS,
                false => element,
            };
            let number = known.as_ref().and_then(|known| known.numbers.get(index).copied());
            // Where masks are not at hand, a value has what its definition says.
            let folded = match sight.mask(rank, self.name, index) {
                Some(mask) => mask.count_ones(),
                None => number.map_or(0, |_| end),
            };
            Some(SheetCell { number, folded })
        };
        (0..PART_ELEMENTS * world_size).map(&mut cell).collect()
    }
}

/// One tensor on all ranks, and the operation that it comes from, as HTML.
pub fn html(scene: &mut Scene, index: usize) -> String {
    let (Some(sight), Some(sheet), words) = (&mut scene.sight, SHEETS.get(index), scene.words)
    else {
        return String::new();
    };
    let world_size = sight.world_size();
    let figures = world_size <= FIGURES;
    let (wide, high) = match world_size {
        0..=FIGURES => (28, 22),
        5..=8 => (14, 14),
        9..=16 => (8, 8),
        17..=32 => (4, 5),
        _ => (2, 4),
    };
    let (width, height) = (PART_ELEMENTS * world_size * wide, world_size * high);
    let (mut svg, mut least) = (String::new(), u32::MAX);
    for rank in 0..world_size {
        for (element, cell) in sheet.row(sight, rank).into_iter().enumerate() {
            let Some(cell) = cell else { continue };
            least = least.min(cell.folded);
            let (chunk, inside) = (element / PART_ELEMENTS, element % PART_ELEMENTS);
            // The elements of a chunk are alike but for figures.
            if inside > 0 && !figures {
                continue;
            }
            let (x, y) = (element * wide, rank * high);
            let tenths = 3 + (7 * cell.folded as usize + world_size / 2) / world_size;
            let class = match cell.folded {
                0 => "void".to_owned(),
                _ => format!("r{chunk} o{tenths}"),
            };
            rect(&mut svg, &class, [x, y, if figures { wide } else { PART_ELEMENTS * wide }, high]);
            if let Some(number) = cell.number.filter(|_| figures) {
                let ink = if tenths > 6 { format!("r{chunk}") } else { "light".to_owned() };
                label(&mut svg, &ink, [x + wide / 2, y + high - 7], &plain(number));
            }
        }
    }
    let name = sheet.name;
    let folded = if least == u32::MAX { 0 } else { least as usize };
    let told = (words.sheet)(name, folded, world_size);
    let begins = match index {
        1 => words.ways[0],
        3 => words.ways[1],
        _ => "",
    };
    let step = match sheet.by {
        "" => String::new(),
        by => format!(
            "<p class=begins>{begins}</p><p class=step><code>{by}</code> <span aria-hidden=true>→</span></p>"
        ),
    };
    format!(
        "{step}<figure><figcaption><code>{name}</code></figcaption><svg class=sheet-of role=img aria-label=\"{told}\" \
         width={width} height={height} viewBox=\"0 0 {width} {height}\">{svg}</svg></figure>"
    )
}

/// What colours mean.
pub fn key(scene: &mut Scene, _: usize) -> String {
    scene.words.sheet_key.to_owned()
}

/// Whether both ways have come to the same on `rank`; `None` before both are there.
pub fn equal(sight: &Sight, rank: usize) -> Option<bool> {
    let [one, other] = ["gathered", "all_reduced"].map(|name| sight.known(rank, name));
    Some(one?.numbers == other?.numbers)
}

/// The sign between the two, as HTML.
pub fn verdict(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), words) = (&scene.sight, scene.words) else { return String::new() };
    let world_size = sight.world_size();
    let ranks: Vec<Option<bool>> = (0..world_size).map(|rank| equal(sight, rank)).collect();
    let alike = ranks.iter().filter(|equal| **equal == Some(true)).count();
    let differ = ranks.contains(&Some(false));
    let (class, sign) = match (differ, alike == world_size) {
        (true, _) => ("bad", "≠"),
        (_, true) => ("good", "="),
        _ => ("open", "?"),
    };
    let told = (words.equal)(alike, ranks.iter().flatten().count() - alike, world_size);
    format!("<span class=\"sign {class}\" aria-hidden=true>{sign}</span><span>{told}</span>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Lang, recorded};
    use crate::words::Words;
    use lessons::Lesson;

    #[test]
    fn ranks_are_folded_in_one_after_the_other() {
        let (mut playback, config) = recorded(&[("lesson", "all_members"), ("world_size", "3")]);
        let end = playback.len();
        let mut folded = Vec::new();
        for cursor in 0..=end {
            let mut sight = Sight::at(&mut playback, &config, Lesson::AllMembers, cursor);
            let row = SHEETS[1].row(&mut sight, 1);
            assert!(row[0].is_none() && row[1].is_none() && row[4].is_none());
            let cell = row[2].unwrap();
            assert!(folded.last().is_none_or(|&before| before <= cell.folded));
            folded.push(cell.folded);
        }
        assert!(folded.contains(&0) && folded.ends_with(&[3]), "{folded:?}");
    }

    #[test]
    fn the_two_ways_are_compared_when_both_have_ended() {
        let (mut playback, config) = recorded(&[("lesson", "all_members")]);
        let end = playback.len();
        let words = &Words::of(Lang::En).picture;
        let mut before = Scene::new(
            Some(Sight::at(&mut playback, &config, Lesson::AllMembers, 0)),
            words,
            (0, 0),
        );
        assert!(verdict(&mut before, 0).contains('?'));
        let mut after = Scene::new(
            Some(Sight::at(&mut playback, &config, Lesson::AllMembers, end)),
            words,
            (0, 0),
        );
        assert_eq!(after.sight.as_ref().and_then(|sight| equal(sight, 3)), Some(true));
        assert!(verdict(&mut after, 0).contains(">=<"));
    }
}
