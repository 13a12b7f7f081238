//! How long a collective would take by each of its algorithms, against its size: as curves, in words, as SVG and as a table.

use collective::Collective;
use collective::algorithm::Algorithm;
use collective::cost::{Line, LinkModel, bus_factor, lowest};

use crate::drawing::Px;
use crate::ledger::table;
use crate::scale::{bandwidth, log2, log10, seconds, size, ten_to};
use crate::words::{ForecastWords, Lowest};

/// Sizes are powers of two: 8 B to 1 GiB.
const SMALLEST: u32 = 3;
const LARGEST: u32 = 30;

// Where in a drawing, of 640 × 236 units, the curves are.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 612.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 212.0;

/// Algorithms that take the same time at every size.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Their names.
    pub names: Vec<&'static str>,
    /// Seconds against bytes.
    pub line: Line,
}

impl Curve {
    fn name(&self) -> String {
        self.names.join(" = ")
    }
}

/// All algorithms of a collective, on so many ranks over such links.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    collective: Collective,
    ranks: usize,
    /// Every algorithm, those of one line together.
    pub curves: Vec<Curve>,
    /// Where which curve is the lowest, and from which size on.
    pub lowest: Vec<(f64, usize)>,
}

impl Curves {
    /// Of two ranks or more.
    pub fn of(collective: Collective, ranks: usize, link: &LinkModel) -> Self {
        let mut curves: Vec<Curve> = Vec::new();
        for &algorithm in Algorithm::of(collective) {
            let Some(line) = link.line(collective, algorithm, ranks) else { continue };
            let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs();
            let same = |known: &&mut Curve| {
                near(known.line.fixed, line.fixed) && near(known.line.per_byte, line.per_byte)
            };
            match curves.iter_mut().find(same) {
                Some(known) => known.names.push(algorithm.name()),
                None => curves.push(Curve { names: vec![algorithm.name()], line }),
            }
        }
        let lines: Vec<Line> = curves.iter().map(|curve| curve.line).collect();
        let lowest = lowest(&lines, bytes(SMALLEST), bytes(LARGEST));
        Self { collective, ranks, curves, lowest }
    }

    /// Which curve is the lowest, up to which size, and which from there on.
    pub fn sentence(&self, words: &ForecastWords) -> String {
        let ends = self.lowest.iter().skip(1).map(|&(from, _)| Some(size(from))).chain([None]);
        let stretches: Vec<Lowest> =
            self.lowest.iter().map(|&(_, curve)| self.curves[curve].name()).zip(ends).collect();
        (words.lowest)(&stretches)
    }

    /// The curves' names, each with its colour.
    pub fn key(&self) -> String {
        let name =
            |(index, curve): (usize, &Curve)| format!("<li class=k{index}>{}</li>", curve.name());
        self.curves.iter().enumerate().map(name).collect()
    }

    /// Seconds against bytes, with the crossovers.
    pub fn time(&self, words: &ForecastWords) -> String {
        let of = |line: &Line, bytes: f64| line.at(bytes);
        self.svg(words.time, &seconds, &of, &self.sentence(words))
    }

    /// Bus bandwidth against bytes.
    pub fn busbw(&self, words: &ForecastWords) -> String {
        let of = |line: &Line, bytes: f64| self.busbw_of(line, bytes);
        self.svg(words.busbw, &bandwidth, &of, "")
    }

    fn busbw_of(&self, line: &Line, bytes: f64) -> f64 {
        bytes / line.at(bytes) * bus_factor(self.collective, self.ranks)
    }

    fn svg(
        &self,
        title: &str,
        tell: &dyn Fn(f64) -> String,
        of: &dyn Fn(&Line, f64) -> f64,
        description: &str,
    ) -> String {
        let ends = self
            .curves
            .iter()
            .flat_map(|curve| [SMALLEST, LARGEST].map(|power| of(&curve.line, bytes(power))));
        let frame = Frame::around(ends);
        let mut svg = format!(
            "<svg viewBox=\"0 0 640 236\" role=img><title>{}: {title}</title>\
             <desc>{description}</desc><text class=caption x=64 y=10>{title}</text>{}",
            self.collective.name(),
            frame.axes(tell)
        );
        for (index, Curve { line, .. }) in self.curves.iter().enumerate() {
            let point = |power| {
                let (x, y) = frame.point(bytes(power), of(line, bytes(power)));
                format!("{x} {y}")
            };
            let points: Vec<String> = (SMALLEST..=LARGEST).map(point).collect();
            svg.push_str(&format!("<path class=k{index} d=\"M{}\"/>", points.join("L")));
        }
        for &(from, curve) in self.lowest.iter().skip(1) {
            let (x, y) = frame.point(from, of(&self.curves[curve].line, from));
            let size = size(from);
            svg.push_str(&format!("<circle cx={x} cy={y} r=4><title>{size}</title></circle>"));
        }
        svg.push_str("</svg>");
        svg
    }

    /// Seconds of every curve at some sizes, and the bus bandwidth of the lowest.
    pub fn table(&self, words: &ForecastWords) -> String {
        let names: Vec<String> = self.curves.iter().map(Curve::name).collect();
        let mut columns = vec![words.size];
        columns.extend(names.iter().map(String::as_str));
        columns.push(words.busbw);
        let row = |power: u32| {
            let bytes = bytes(power);
            let mut row = vec![size(bytes)];
            row.extend(self.curves.iter().map(|curve| seconds(curve.line.at(bytes))));
            let best = self.curves.iter().map(|curve| self.busbw_of(&curve.line, bytes));
            row.push(bandwidth(best.fold(0.0, f64::max)));
            row
        };
        table(&columns, &(SMALLEST..=LARGEST).step_by(3).map(row).collect::<Vec<_>>())
    }
}

/// The field of a drawing: sizes to the right and values upwards, both by their logarithms.
struct Frame {
    /// The lowest decade of values, and the highest.
    decades: [f64; 2],
}

impl Frame {
    /// Around all of these values, to whole decades.
    fn around(values: impl Iterator<Item = f64>) -> Self {
        let wider = |[low, high]: [f64; 2], value: f64| {
            let decade = log10(value);
            [low.min(decade.floor()), high.max(decade.ceil())]
        };
        Self { decades: values.fold([f64::MAX, f64::MIN], wider) }
    }

    fn point(&self, bytes: f64, value: f64) -> (Px, Px) {
        let [low, high] = self.decades;
        let far = (log2(bytes) - f64::from(SMALLEST)) / f64::from(LARGEST - SMALLEST);
        let up = (log10(value) - low) / (high - low).max(1.0);
        (Px(LEFT + far * (RIGHT - LEFT)), Px(BOTTOM - up * (BOTTOM - TOP)))
    }

    /// Lines across the field, with what they stand for.
    fn axes(&self, tell: &dyn Fn(f64) -> String) -> String {
        let [low, high] = self.decades;
        let [left, right, top, bottom] = [LEFT, RIGHT, TOP, BOTTOM].map(Px);
        let mut axes = String::from("<g class=axis>");
        for power in (SMALLEST..=LARGEST).step_by(3) {
            let ((x, _), label) = (self.point(bytes(power), 1.0), size(bytes(power)));
            let below = Px(BOTTOM + 16.0);
            axes.push_str(&format!(
                "<path d=\"M{x} {top}V{bottom}\"/><text x={x} y={below} text-anchor=middle>{label}</text>"
            ));
        }
        for value in (low as i32..=high as i32).map(ten_to) {
            let ((_, y), label) = (self.point(bytes(SMALLEST), value), tell(value));
            let (before, line) = (Px(LEFT - 6.0), Px(y.0 + 4.0));
            axes.push_str(&format!(
                "<path d=\"M{left} {y}H{right}\"/><text x={before} y={line} text-anchor=end>{label}</text>"
            ));
        }
        axes.push_str("</g>");
        axes
    }
}

fn bytes(power: u32) -> f64 {
    (1_u64 << power) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{COLLECTIVES, Lang};
    use crate::words::Words;
    use collective::cost::PRESETS;

    #[test]
    fn crossovers_are_where_the_lowest_changes() {
        for preset in &PRESETS {
            for collective in COLLECTIVES {
                for ranks in [2, 3, 4, 7, 8, 12, 64] {
                    let curves = Curves::of(collective, ranks, &preset.link);
                    let names = curves.curves.iter().map(|curve| curve.names.len()).sum::<usize>();
                    assert_eq!(names, Algorithm::of(collective).len());
                    let mut bytes = bytes(SMALLEST);
                    while bytes < super::bytes(LARGEST) {
                        bytes *= 1.09;
                        let times = curves.curves.iter().map(|curve| curve.line.at(bytes));
                        let least = times.fold(f64::INFINITY, f64::min);
                        let found = curves.lowest.iter().rfind(|(from, _)| *from <= bytes).unwrap();
                        let told = curves.curves[found.1].line.at(bytes);
                        assert!(least > 0.0 && told <= least * (1.0 + 1e-9), "{bytes}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_forecast_is_told_and_drawn() {
        let curves = Curves::of(Collective::AllReduce, 12, &PRESETS[3].link);
        let words = &Words::of(Lang::En).forecast;
        let sentence = curves.sentence(words);
        assert!(sentence.starts_with("Lowest: recursive_doubling up to "), "{sentence}");
        assert!(sentence.ends_with(", then direct = ring = gloo."), "{sentence}");
        let svg = curves.time(words);
        let crossovers = curves.lowest.len() - 1;
        assert!(crossovers > 0 && svg.contains(&format!("<desc>{sentence}</desc>")), "{svg}");
        assert_eq!(svg.matches("<circle").count(), crossovers);
        assert_eq!(svg.matches("<path class=k").count(), curves.curves.len());
        // Every figure lies within.
        assert!(!svg.contains("NaN") && !svg.contains("=-") && !svg.contains(" -"), "{svg}");
        let table = curves.table(words);
        assert_eq!(table.matches("<tr>").count(), 11);
        assert!(table.contains("<th scope=row>32 KiB</th>"), "{table}");
        assert!(curves.busbw(words).contains("GB/s"));
    }

    #[test]
    fn the_bandwidth_of_a_large_ring_is_the_links() {
        let link = LinkModel { alpha: 1e-6, beta: 1e-9, gamma: 0.0 };
        let curves = Curves::of(Collective::AllGather, 4, &link);
        let ring = curves.curves.iter().find(|curve| curve.names.contains(&"ring")).unwrap();
        assert!((curves.busbw_of(&ring.line, 1e12) / 1e9 - 1.0).abs() < 1e-4);
    }
}
