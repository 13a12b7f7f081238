//! The matrix of counts and its transpose.

use crate::pictures::Scene;
use crate::ramp;
use crate::words::PictureWords;

/// Ranks up to which a matrix shows figures.
const FIGURES: usize = 16;

/// A square of counts; a row that is not known yet has none.
struct Matrix<'a> {
    rows: Vec<Option<Vec<f64>>>,
    caption: &'a str,
    name: &'static str,
    corner: &'a str,
    /// Row and column of the largest count.
    largest: [usize; 2],
}

/// `counts` (row: source, column: expert), and `in_counts` (row: expert, column: source), as far as they are known.
pub fn html(scene: &mut Scene, _: usize) -> String {
    let (Some(sight), Some(routing), words) = (&scene.sight, &scene.routed, scene.words) else {
        return String::new();
    };
    let rows = |name: &str| -> Vec<Option<Vec<f64>>> {
        (0..sight.world_size())
            .map(|rank| sight.known(rank, name).map(|known| known.numbers))
            .collect()
    };
    let (most, rank, expert) = routing.capacity();
    let counts = Matrix {
        rows: rows("counts"),
        caption: words.counts,
        name: "counts",
        corner: words.counts_corner,
        largest: [rank, expert],
    };
    let transposed = Matrix {
        rows: rows("in_counts"),
        caption: words.in_counts,
        name: "in_counts",
        corner: words.in_counts_corner,
        largest: [expert, rank],
    };
    let both = [counts, transposed].map(|matrix| {
        let few = matrix.rows.len() <= FIGURES;
        if few { matrix.table(most) } else { matrix.map(most, words) }
    });
    let [counts, transposed] = both;
    let heading = words.parts[0];
    format!(
        "<h4 class=part>{heading}</h4><div tabindex=0 role=group aria-label=\"{heading}\">{counts}<span class=turn aria-hidden=true>ᵀ</span>{transposed}</div>"
    )
}

/// The class of a count's colour.
fn class(count: f64, most: usize) -> String {
    match ramp::step(count, 0.0, most as f64) {
        Some(step) if count > 0.0 => format!("c{step}"),
        _ => "none".to_owned(),
    }
}

impl Matrix<'_> {
    fn table(&self, most: usize) -> String {
        let mut html = format!(
            "<table class=\"matrix counts\"><caption><code>{}</code> {}</caption><thead><tr><th>{}</th>",
            self.name, self.caption, self.corner
        );
        for column in 0..self.rows.len() {
            html.push_str(&format!("<th scope=col class=r{column}>{column}</th>"));
        }
        html.push_str("</tr></thead><tbody>");
        for (row, counts) in self.rows.iter().enumerate() {
            html.push_str(&format!("<tr><th scope=row class=r{row}>{row}</th>"));
            for column in 0..self.rows.len() {
                let count = counts.as_ref().and_then(|counts| counts.get(column));
                let Some(&count) = count else {
                    html.push_str("<td class=none>·</td>");
                    continue;
                };
                let largest = most > 0 && self.largest == [row, column];
                let mark = if largest { " largest" } else { "" };
                html.push_str(&format!(
                    "<td class=\"{}{mark}\">{}</td>",
                    class(count, most),
                    count as u64
                ));
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        html
    }

    /// One path for each colour.
    fn map(&self, most: usize, words: &PictureWords) -> String {
        let side = self.rows.len();
        let mut paths: Vec<(String, String)> = Vec::new();
        for (row, counts) in self.rows.iter().enumerate() {
            for (column, &count) in counts.iter().flatten().enumerate().filter(|(_, c)| **c > 0.0) {
                let class = class(count, most);
                let stroke = format!("M{column} {row}.5h1");
                match paths.iter_mut().find(|(known, _)| *known == class) {
                    Some((_, path)) => path.push_str(&stroke),
                    None => paths.push((class, stroke)),
                }
            }
        }
        let label = (words.heatmap)(self.name, self.caption, side, most, self.largest);
        let mut html = format!(
            "<figure><figcaption><code>{}</code> {}</figcaption><svg class=\"map counts\" role=img aria-label=\"{label}\" \
             viewBox=\"0 0 {side} {side}\" style=\"--columns:{side}\">",
            self.name, self.caption
        );
        for (class, path) in paths {
            html.push_str(&format!("<path class={class} d=\"{path}\"/>"));
        }
        html.push_str("</svg></figure>");
        html
    }
}
