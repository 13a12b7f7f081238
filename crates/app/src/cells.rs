//! A tensor at the cursor as coloured cells: with figures where there is room for them, else as a map that stays sharp
//! at any size.

use tensor::Values;

use crate::figures::figure;
use crate::ramp;

/// What an element's colour tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// How large it is, among all values of its name.
    #[default]
    Value,
    /// Which rank it comes from.
    Owner,
    /// How many ranks are folded in.
    Provenance,
}

impl Colour {
    /// All of them.
    pub const ALL: [Colour; 3] = [Colour::Value, Colour::Owner, Colour::Provenance];

    /// Its name in choices.
    pub fn id(self) -> &'static str {
        match self {
            Colour::Value => "value",
            Colour::Owner => "owner",
            Colour::Provenance => "provenance",
        }
    }

    /// The one of that name.
    pub fn from_id(id: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.id() == id)
    }
}

/// What all tensors of one name have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The smallest value.
    pub low: f64,
    /// The largest.
    pub high: f64,
    /// The most characters of a figure.
    pub characters: usize,
}

impl Default for Scale {
    fn default() -> Self {
        Scale { low: f64::INFINITY, high: f64::NEG_INFINITY, characters: 1 }
    }
}

impl Scale {
    /// Makes room for `values`, and for their figures if `figures` are to be shown.
    pub fn include(&mut self, values: &Values, figures: bool) {
        for index in 0..values.len() {
            if let Some(value) = values.to_f64(index).filter(|value| value.is_finite()) {
                (self.low, self.high) = (self.low.min(value), self.high.max(value));
            }
            if figures {
                let width = figure(values, index).short.chars().count();
                self.characters = self.characters.max(width);
            }
        }
    }
}

/// A tensor to draw.
pub struct Cells<'a> {
    /// Sizes.
    pub shape: &'a [usize],
    /// Its values; `None` before it has any, and where they may not be read.
    pub values: Option<&'a Values>,
    /// Which ranks are in each element.
    pub masks: &'a [u64],
    /// What colours tell.
    pub colour: Colour,
    /// What it shares with others of its name.
    pub scale: Scale,
    /// Ranks.
    pub world_size: usize,
}

/// Characters in a row of figures, at most.
const ROW: usize = 30;

/// Elements a tensor may have to be shown in figures.
pub fn most_figures(world_size: usize) -> usize {
    match world_size {
        ..=8 => 32,
        9..=16 => 8,
        _ => 4,
    }
}

/// Columns in which a map is broken where its own rows are fewer elements long.
const WIDE: usize = 16;

/// Rows of a tensor's own up to which a map keeps them one below the other.
const TALL: usize = 16;

/// Columns and rows in which a map's elements stand. A vector is broken into rows; of a tall and narrow matrix several
/// rows stand side by side.
pub fn extent(shape: &[usize]) -> (usize, usize) {
    let count: usize = shape.iter().product();
    let columns = match shape {
        [] => 1,
        [len] => (*len).min(WIDE),
        [.., columns] if *columns > 0 && count / columns > TALL && *columns <= WIDE / 2 => {
            WIDE / columns * columns
        }
        [.., columns] => *columns,
    };
    (columns, if columns > 0 { count.div_ceil(columns) } else { 0 })
}

impl Cells<'_> {
    /// As HTML: figures hold nothing that it would take for markup.
    pub fn html(&self) -> String {
        let count: usize = self.shape.iter().product();
        if count == 0 {
            return String::from("<p class=void>∅</p>");
        }
        // A row is not broken: it has to fit on a card.
        let fits = self.shape.len() < 2 || self.row(count) * (self.scale.characters + 1) <= ROW;
        let few = count <= most_figures(self.world_size);
        if few && fits { self.figures(count) } else { self.map(count) }
    }

    fn class(&self, index: usize) -> Class {
        let mask = self.masks.get(index).copied().unwrap_or(0);
        let step = |step: Option<usize>| step.map_or(Class::Unknown, Class::Step);
        match self.colour {
            Colour::Value => {
                let value = self.values.and_then(|values| values.to_f64(index));
                step(value.and_then(|v| ramp::step(v, self.scale.low, self.scale.high)))
            }
            Colour::Provenance => step(ramp::folded(mask.count_ones(), self.world_size)),
            Colour::Owner => match mask.count_ones() {
                0 => Class::Unknown,
                1 => Class::Rank(mask.trailing_zeros() as usize),
                _ => Class::Several,
            },
        }
    }

    /// Elements in a row of the tensor's own; a vector is one.
    fn row(&self, count: usize) -> usize {
        match self.shape {
            [] | [_] => count,
            [.., columns] => *columns,
        }
    }

    fn figures(&self, count: usize) -> String {
        let row = self.row(count);
        let mut html = format!("<div class=cells style=\"--ch:{}\">", self.scale.characters);
        for index in 0..count {
            if index.is_multiple_of(row) {
                html.push_str("<div>");
            }
            let short = self.values.map(|values| figure(values, index).short);
            let short = short.as_deref().unwrap_or("·");
            let class = self.class(index);
            html.push_str(&format!("<span class={class} data-i={index}>{short}</span>"));
            if (index + 1).is_multiple_of(row) {
                html.push_str("</div>");
            }
        }
        html.push_str("</div>");
        html
    }

    /// One path for each colour, one stroke for each run of elements that have it.
    fn map(&self, count: usize) -> String {
        let (columns, rows) = extent(self.shape);
        let mut paths: Vec<(Class, String)> = Vec::new();
        let mut index = 0;
        while index < count {
            let class = self.class(index);
            let (row, column) = (index / columns, index % columns);
            let rest = (columns - column).min(count - index);
            let run = (1..rest).find(|&n| self.class(index + n) != class).unwrap_or(rest);
            let place = paths.iter().position(|(known, _)| *known == class).unwrap_or_else(|| {
                paths.push((class, String::new()));
                paths.len() - 1
            });
            if let Some((_, path)) = paths.get_mut(place) {
                path.push_str(&format!("M{column} {row}.5h{run}"));
            }
            index += run;
        }
        let mut html = format!(
            "<svg class=map viewBox=\"0 0 {columns} {rows}\" style=\"--columns:{columns}\" data-columns={columns}>"
        );
        for (class, path) in paths {
            html.push_str(&format!("<path class={class} d=\"{path}\"/>"));
        }
        html.push_str(
            "<rect class=spot width=1 height=1 /><rect class=from width=1 height=1 /></svg>",
        );
        html
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Step(usize),
    Rank(usize),
    Several,
    Unknown,
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Class::Step(step) => write!(f, "c{step}"),
            Class::Rank(rank) => write!(f, "r{rank}"),
            Class::Several => f.write_str("several"),
            Class::Unknown => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<'a>(shape: &'a [usize], values: &'a Values, masks: &'a [u64]) -> Cells<'a> {
        let mut scale = Scale::default();
        scale.include(values, true);
        Cells { shape, values: Some(values), masks, colour: Colour::Value, scale, world_size: 4 }
    }

    #[test]
    fn the_smallest_value_is_dark_and_the_largest_light() {
        let values = Values::of(&[-2.0_f32, 0.0, 6.5]);
        let html = cells(&[3], &values, &[]).html();
        assert!(html.contains("class=c0 data-i=0>-2.0<"), "{html}");
        assert!(html.contains("class=c15 data-i=2>6.500<"), "{html}");
    }

    #[test]
    fn colours_tell_owners_and_how_many_are_folded_in() {
        let values = Values::of(&[0_i64, 1, 2, 3]);
        let masks = [0b100, 0b1111, 0, 0b11];
        let mut cells = cells(&[4], &values, &masks);
        let classes = |html: &str| -> Vec<String> {
            let spans = html.split("<span class=").skip(1);
            spans.map(|span| span.split(' ').next().unwrap_or_default().to_owned()).collect()
        };
        cells.colour = Colour::Owner;
        assert_eq!(classes(&cells.html()), ["r2", "several", "unknown", "several"]);
        cells.colour = Colour::Provenance;
        assert_eq!(classes(&cells.html()), ["c0", "c15", "unknown", "c5"]);
    }

    #[test]
    fn what_has_no_value_yet_keeps_its_place() {
        let values = Values::of(&[10_i64, 11]);
        let known = cells(&[2], &values, &[]);
        let unknown = Cells { values: None, ..cells(&[2], &values, &[]) };
        assert_eq!(known.html().matches("<span").count(), unknown.html().matches("<span").count());
        assert!(unknown.html().contains(">·<"));
        assert!(cells(&[0, 2], &values, &[]).html().contains('∅'));
    }

    #[test]
    fn rows_stay_together_and_wide_ones_become_a_map() {
        let values = Values::of(&(0..16).collect::<Vec<i64>>());
        let html = cells(&[4, 2, 2], &values, &[]).html();
        assert_eq!((html.matches("<div>").count(), html.matches("<span").count()), (8, 16));
        let wide = Values::of(&(0..16).map(|i| i as f32 * 1.001 + 0.5).collect::<Vec<_>>());
        assert!(cells(&[2, 8], &wide, &[]).html().starts_with("<svg"));
        assert_eq!(cells(&[16], &wide, &[]).html().matches("<div>").count(), 1);
    }

    #[test]
    fn a_tall_map_stands_in_several_columns() {
        assert_eq!(extent(&[64, 1, 2]), (16, 8));
        assert_eq!(extent(&[40, 3]), (15, 8));
        assert_eq!((extent(&[16, 2]), extent(&[8, 8])), ((2, 16), (8, 8)));
        assert_eq!((extent(&[100, 12]), extent(&[5, 0])), ((12, 100), (0, 0)));
    }

    #[test]
    fn a_large_tensor_is_a_map_of_runs() {
        let values = Values::of(&(0..64).map(|i| i64::from(i >= 32)).collect::<Vec<_>>());
        let html = cells(&[64], &values, &[]).html();
        assert!(html.contains("viewBox=\"0 0 16 4\""), "{html}");
        assert!(html.contains("<path class=c0 d=\"M0 0.5h16M0 1.5h16\"/>"), "{html}");
        assert!(html.contains("<path class=c15 d=\"M0 2.5h16M0 3.5h16\"/>"), "{html}");
    }
}
