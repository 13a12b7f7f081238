//! Who sent how much to whom.

use collective::PeerTraffic;
use lessons::Report;

use crate::ledger::table;
use crate::ramp;
use crate::words::{TrafficWords, Words};

/// Ranks up to which the matrix shows figures.
const FIGURES: usize = 16;

/// The bytes that each rank (row) sent to each other (column), coloured, as HTML.
pub fn matrix(report: &Report, words: &TrafficWords) -> String {
    let ranks = &report.ranks;
    let sent = ranks.iter().flat_map(|rank| &rank.traffic.peers).map(|peer| peer.sent_bytes);
    let most = sent.max().unwrap_or(0) as f64;
    let figures = ranks.len() <= FIGURES;
    let class = if figures { "matrix" } else { "matrix small" };
    let mut html = format!("<table class=\"{class}\"><thead><tr><th>{}</th>", words.corner);
    for to in 0..ranks.len() {
        html.push_str(&format!("<th scope=col>{to}</th>"));
    }
    html.push_str("</tr></thead><tbody>");
    for (from, rank) in ranks.iter().enumerate() {
        html.push_str(&format!("<tr><th scope=row>{from}</th>"));
        for (to, peer) in rank.traffic.peers.iter().enumerate() {
            let bytes = peer.sent_bytes;
            if from == to {
                html.push_str("<td class=own></td>");
                continue;
            }
            let step = ramp::step(bytes as f64, 0.0, most).filter(|_| bytes > 0);
            let class = step.map_or_else(|| "none".to_owned(), |step| format!("c{step}"));
            let figure = if figures { bytes.to_string() } else { String::new() };
            let title = (words.cell)(from, to, bytes, peer.sent_messages);
            html.push_str(&format!("<td class={class} title=\"{title}\">{figure}</td>"));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// What each rank sent and received in all, and what it holds, as far as that is known, as HTML.
pub fn ledger(report: &Report, resident: &[u64], words: &Words) -> String {
    let columns = words.traffic.columns.iter().chain([&words.ledger.resident]);
    let columns: Vec<&str> = columns.copied().collect();
    let mut all = [0; 5];
    let mut rows = Vec::new();
    let row = |name: &str, counts: [u64; 5]| {
        let cells = counts.iter().map(ToString::to_string);
        [name.to_owned()].into_iter().chain(cells).collect::<Vec<_>>()
    };
    for (rank, record) in report.ranks.iter().enumerate() {
        let traffic = &record.traffic;
        let messages = |count: fn(&PeerTraffic) -> u64| traffic.peers.iter().map(count).sum();
        let counts = [
            traffic.sent_bytes(),
            traffic.received_bytes(),
            messages(|peer| peer.sent_messages),
            messages(|peer| peer.received_messages),
            resident.get(rank).copied().unwrap_or(0),
        ];
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        rows.push(row(&rank.to_string(), counts));
    }
    rows.push(row(words.traffic.all, all));
    table(&columns, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Lang;
    use collective::{Context, simulator};
    use lessons::{Config, Raw};

    fn report(world_size: &str) -> Report {
        let config = Config::from_settings(&[
            ("lesson", Raw::flat("send_recv")),
            ("world_size", Raw::flat(world_size)),
        ])
        .unwrap();
        let program = async |context: Context| lessons::run(context, &config).await.0;
        let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
        let records = ranks.into_iter().map(Result::unwrap).collect();
        Report::new("one-thread", config, records)
    }

    #[test]
    fn neighbours_of_a_pipeline_exchange_eight_bytes_each_way() {
        let html = matrix(&report("3"), &Words::of(Lang::En).traffic);
        assert_eq!(html.matches(">8</td>").count(), 4, "{html}");
        assert_eq!(html.matches("<td class=none").count(), 2, "{html}");
        assert!(html.contains("title=\"rank 0 to rank 1: 8 B in 1 message\""), "{html}");
    }

    #[test]
    fn the_ledger_balances() {
        let html = ledger(&report("3"), &[8, 24, 16], Words::of(Lang::En));
        assert!(
            html.contains(
                "<th scope=row>1</th><td>16</td><td>16</td><td>2</td><td>2</td><td>24</td>"
            ),
            "{html}"
        );
        assert!(
            html.contains(
                "<th scope=row>all</th><td>32</td><td>32</td><td>4</td><td>4</td><td>48</td>"
            ),
            "{html}"
        );
    }

    #[test]
    fn a_large_matrix_has_no_figures() {
        let html = matrix(&report("64"), &Words::of(Lang::En).traffic);
        assert_eq!((html.matches("<td").count(), html.matches(">8<").count()), (64 * 64, 2));
    }
}
