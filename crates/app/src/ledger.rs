//! What calls cost, what ranks hold, and what sets DDP and ZeRO-2 apart, as tables in HTML.

use collective::Collective;
use lessons::{Lesson, Report, Value};
use tensor::DType;

use crate::state::Cost;
use crate::words::LedgerWords;

/// A table: its columns' names, and its rows, each with its name first.
pub fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    let mut html = String::from("<table><thead><tr>");
    for column in columns {
        html.push_str(&format!("<th scope=col>{column}</th>"));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for (place, cell) in row.iter().enumerate() {
            html.push_str(&match place {
                0 => format!("<th scope=row>{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            });
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

fn verdict(agrees: bool, words: &LedgerWords) -> String {
    let (class, word) = if agrees { ("good", words.agrees) } else { ("bad", words.differs) };
    format!("<span class={class}>{word}</span>")
}

/// Bytes by formula beside bytes as measured.
pub fn costs(costs: &[Cost], words: &LedgerWords) -> String {
    let row = |cost: &Cost| {
        let name = match cost.collective {
            Collective::Send => "send".to_owned(),
            collective => format!("{}, {}", collective.name(), cost.algorithm.name()),
        };
        let counts = [cost.calls, cost.ranks, cost.part, cost.size].map(|count| count.to_string());
        let (formula, expected, verdict) = match cost.expected {
            Some((text, expected)) => {
                (text, expected.to_string(), verdict(expected == cost.measured, words))
            }
            None => ("–", "–".to_owned(), words.no_formula.to_owned()),
        };
        let mut row = vec![name];
        row.extend(counts);
        row.extend([formula.to_owned(), expected, cost.measured.to_string(), verdict]);
        row
    };
    table(&words.cost_columns, &costs.iter().map(row).collect::<Vec<_>>())
}

/// DDP and ZeRO-2 side by side, from what their lesson checked on rank 0; `None` where it did not come to that.
pub fn compare(report: &Report, words: &LedgerWords) -> Option<String> {
    let checks = || report.checks().filter(|check| check.lesson == Lesson::DdpZero2);
    let number = |name: &str| {
        let mut found = checks().filter(|check| check.rank == 0 && check.name == name);
        match found.next().map(|check| (&check.expected, &check.actual)) {
            Some((&Value::Number(expected), &Value::Number(actual))) => Some((expected, actual)),
            _ => None,
        }
    };
    let (sent, held) = (
        [number("ddp_bytes")?, number("zero2_bytes")?],
        [number("ddp_live_gradient")?, number("zero2_live_gradient")?],
    );
    let (padding, _) = number("bytes_differ_by_padding")?;
    let agree = |pairs: [(i64, i64); 2]| verdict(pairs.iter().all(|(a, b)| a == b), words);
    let row = |name: &str, [ddp, zero2]: [i64; 2], verdict: String| {
        vec![name.to_owned(), ddp.to_string(), zero2.to_string(), verdict]
    };
    let gradient = held.map(|(_, elements)| elements * DType::Float32.size() as i64);
    let rows = [
        row(words.sent, sent.map(|(_, bytes)| bytes), agree(sent)),
        row(words.by_formula, sent.map(|(bytes, _)| bytes), String::new()),
        row(words.padding, [0, padding], String::new()),
        row(words.gradient, gradient, agree(held)),
        row(words.optimizer, gradient, String::new()),
    ];
    Some(table(&words.compare_columns, &rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Lang, costs as counted, recorded};
    use crate::words::Words;
    use collective::{Context, simulator};
    use lessons::{Config, Raw};

    fn report(world_size: &str) -> Report {
        let settings = [("lesson", "ddp_zero2"), ("world_size", world_size)];
        let config = Config::from_settings(&settings.map(|(k, v)| (k, Raw::flat(v)))).unwrap();
        let program = async |context: Context| lessons::run(context, &config).await.0;
        let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
        let records = ranks.into_iter().map(Result::unwrap).collect();
        Report::new("one-thread", config, records)
    }

    #[test]
    fn both_send_the_same_but_for_padding_and_hold_other_amounts() {
        let words = &Words::of(Lang::En).ledger;
        let html = compare(&report("4"), words).unwrap();
        assert!(html.contains("<td>1536</td><td>1536</td><td><span class=good>agrees"), "{html}");
        assert!(html.contains("<td>256</td><td>64</td>"), "{html}");
        // Three shards of 22: two elements of padding, sent four times.
        let html = compare(&report("3"), words).unwrap();
        assert!(html.contains("<td>1024</td><td>1056</td>"), "{html}");
        assert!(html.contains("<td>0</td><td>32</td>"), "{html}");
        assert!(html.contains("<td>256</td><td>88</td>"), "{html}");
    }

    #[test]
    fn formula_and_measurement_stand_side_by_side() {
        let (playback, _) = recorded(&[("lesson", "all_members")]);
        let mut all = counted(&playback, Lesson::AllMembers);
        let words = &Words::of(Lang::En).ledger;
        let html = costs(&all, words);
        assert!(html.contains("<th scope=row>all_reduce, direct</th>"), "{html}");
        assert!(html.contains("<td>2·(W−1)·n</td><td>384</td><td>384</td>"), "{html}");
        assert_eq!(html.matches("class=good").count(), 3);
        all[1].measured += 1;
        assert_eq!(costs(&all, words).matches("class=bad").count(), 1);
    }
}
