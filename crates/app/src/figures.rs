//! Values as grids of figures: what a rank's card shows of a tensor.

use lessons::{Value, decimal};
use tensor::{Scalar, Values};

use crate::places::place;

/// How much of a value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Figures of a vector.
    pub elements: usize,
    /// Rows of anything with two dimensions or more.
    pub rows: usize,
    /// Figures of such a row.
    pub columns: usize,
}

impl Extent {
    /// What a card begins with.
    pub const SOME: Extent = Extent { elements: 16, rows: 4, columns: 16 };
    /// What a card shows when it is asked for all: of very large values still not everything, which is in the report.
    pub const ALL: Extent = Extent { elements: 4096, rows: 512, columns: 64 };
}

/// One element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// In few characters.
    pub short: String,
    /// As exactly as it can be written.
    pub exact: String,
    /// Whether it is zero, as padding is.
    pub zero: bool,
}

/// A row of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it stands in the leading dimensions: `[1, 0]`; empty for a vector.
    pub index: Vec<usize>,
    /// Its figures.
    pub figures: Vec<Figure>,
}

/// A value, to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Rows; a vector or a single number is one.
    pub rows: Vec<Row>,
    /// Elements that are not in the rows.
    pub more: usize,
    /// Whether rows may be broken into several lines.
    pub wraps: bool,
}

impl Grid {
    /// `value`, as far as `extent` goes; `None` if it is none.
    pub fn of(value: &Value, extent: Extent) -> Option<Grid> {
        let line = |figures: Vec<Figure>, total: usize| Grid {
            more: total - figures.len(),
            rows: vec![Row { index: Vec::new(), figures }],
            wraps: true,
        };
        match value {
            Value::None => None,
            Value::Number(number) => Some(line(vec![whole(*number)], 1)),
            Value::Numbers(numbers) => {
                let shown = numbers.iter().take(extent.elements);
                Some(line(shown.map(|&number| whole(number)).collect(), numbers.len()))
            }
            Value::Text(text) => Some(line(vec![words(text)], 1)),
            Value::Tensor(shape, values) => match shape.split_last() {
                None | Some((_, [])) => {
                    let shown = 0..values.len().min(extent.elements);
                    Some(line(shown.map(|i| figure(values, i)).collect(), values.len()))
                }
                Some((&columns, leading)) => Some(matrix(leading, columns, values, extent)),
            },
        }
    }

    /// The most characters that a figure has.
    pub fn width(&self) -> usize {
        let figures = self.rows.iter().flat_map(|row| &row.figures);
        figures.map(|figure| figure.short.chars().count()).max().unwrap_or(1)
    }
}

fn matrix(leading: &[usize], columns: usize, values: &Values, extent: Extent) -> Grid {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    let shown: Vec<Row> = (0..rows.min(extent.rows))
        .map(|row| Row {
            index: place(row, leading),
            figures: (0..columns.min(extent.columns))
                .map(|c| figure(values, row * columns + c))
                .collect(),
        })
        .collect();
    let drawn: usize = shown.iter().map(|row| row.figures.len()).sum();
    Grid { rows: shown, more: values.len() - drawn, wraps: false }
}

/// "float32 [2, 8]", as far as a value has type and sizes.
pub fn kind(value: &Value) -> String {
    match value {
        Value::Tensor(shape, values) => format!("{} {shape:?}", values.dtype()),
        Value::Numbers(numbers) => format!("[{}]", numbers.len()),
        Value::Number(_) | Value::Text(_) | Value::None => String::new(),
    }
}

/// `text`, cut where it is longer than `characters`.
pub fn brief(text: String, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

fn words(text: &str) -> Figure {
    Figure { short: brief(text.to_owned(), 24), exact: text.to_owned(), zero: false }
}

fn whole(number: i64) -> Figure {
    Figure { short: number.to_string(), exact: number.to_string(), zero: number == 0 }
}

/// Element `index` of `values`.
pub fn figure(values: &Values, index: usize) -> Figure {
    // The shortest text that gives the float32 back, not that of the float64 it equals.
    let exact = values.to_f32(index).map(decimal::float32);
    match values.get(index) {
        Some(Scalar::I64(number)) => whole(number),
        Some(Scalar::Bool(truth)) => {
            let text = if truth { "True" } else { "False" };
            Figure { short: text.to_owned(), exact: text.to_owned(), zero: !truth }
        }
        Some(Scalar::F64(float)) => Figure {
            short: short(float),
            exact: exact.unwrap_or_else(|| decimal::float64(float)),
            zero: float == 0.0,
        },
        None => Figure { short: "?".to_owned(), exact: "?".to_owned(), zero: false },
    }
}

/// About four digits: `600.0`, `-0.286`, `12.35`, `1.2e-4`.
pub fn short(float: f64) -> String {
    let size = float.abs();
    if !float.is_finite() || size == 0.0 {
        return decimal::float64(float);
    }
    let sign = if float < 0.0 { "-" } else { "" };
    if size < 1e7 && size.fract() == 0.0 {
        return format!("{sign}{}.0", size as u64);
    }
    // Whole numbers are much smaller code than floats with a precision.
    let decimals: u32 = match size {
        size if !(0.001..1e5).contains(&size) => return scientific(sign, size),
        size if size < 9.9995 => 3,
        size if size < 99.995 => 2,
        _ => 1,
    };
    let unit = 10u64.pow(decimals);
    let scaled = (size * unit as f64).round() as u64;
    let (whole, part) = (scaled / unit, scaled % unit);
    format!("{sign}{whole}.{part:0width$}", width = decimals as usize)
}

fn scientific(sign: &str, mut size: f64) -> String {
    let mut exponent = 0;
    while size >= 9.95 {
        size /= 10.0;
        exponent += 1;
    }
    while size < 0.995 {
        size *= 10.0;
        exponent -= 1;
    }
    let tenths = (size * 10.0).round() as u64;
    format!("{sign}{}.{}e{exponent}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        let cases = [
            (600.0, "600.0"),
            (-0.0, "-0.0"),
            (0.0, "0.0"),
            (-0.2859211564064026, "-0.286"),
            (0.0009, "9.0e-4"),
            (0.00099999, "1.0e-3"),
            (9.9999, "10.00"),
            (12.345678, "12.35"),
            (123.456, "123.5"),
            (-99999.96, "-100000.0"),
            (123456.5, "1.2e5"),
            (1e300, "1.0e300"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ];
        for (float, text) in cases {
            assert_eq!(short(float), text, "{float:?}");
        }
    }

    #[test]
    fn a_float32_is_written_as_itself() {
        let figure = figure(&Values::of(&[0.1_f32]), 0);
        assert_eq!((figure.exact.as_str(), figure.short.as_str()), ("0.1", "0.100"));
    }

    #[test]
    fn rows_know_their_place_and_what_is_left_out() {
        let value = Value::Tensor(vec![2, 3, 2], Values::of(&(0..12).collect::<Vec<i64>>()));
        let grid = Grid::of(&value, Extent::SOME).unwrap();
        let places: Vec<_> = grid.rows.iter().map(|row| row.index.clone()).collect();
        assert_eq!(places, [[0, 0], [0, 1], [0, 2], [1, 0]]);
        assert_eq!((grid.more, grid.wraps), (4, false));
        assert_eq!(Grid::of(&value, Extent::ALL).unwrap().more, 0);
    }

    #[test]
    fn a_value_without_elements_has_no_figures() {
        for shape in [vec![0], vec![0, 2], vec![4, 0, 2], vec![2, 0]] {
            let grid =
                Grid::of(&Value::Tensor(shape, Values::of::<f32>(&[])), Extent::SOME).unwrap();
            assert_eq!(
                (grid.rows.iter().map(|row| row.figures.len()).sum::<usize>(), grid.more),
                (0, 0)
            );
        }
        assert_eq!(Grid::of(&Value::None, Extent::SOME), None);
    }

    #[test]
    fn a_long_vector_says_how_many_more() {
        let grid = Grid::of(&Value::Numbers((0..100).collect()), Extent::SOME).unwrap();
        assert_eq!((grid.rows[0].figures.len(), grid.more, grid.width()), (16, 84, 2));
    }
}
