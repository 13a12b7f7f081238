use std::io::{self, Write};

use lessons::Report;

use crate::arguments::Format;

/// Stands where a lesson's name would.
const FAILED: &str = "FAILED";

/// Prints a report to standard output.
pub fn print(report: &Report, format: Format) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match format {
        Format::Json => {
            serde_json::to_writer(&mut out, report)?;
            writeln!(out)?;
        }
        Format::Text => text(report, &mut out)?,
    }
    out.flush()
}

fn text(report: &Report, out: &mut impl Write) -> io::Result<()> {
    let (total, world_size) = (report.checks().count(), report.config.world_size());
    let lines = || report.log().filter(|line| line.rank == 0);
    let ids = lines().map(|line| line.lesson.id()).chain([FAILED]);
    let width = ids.map(str::len).max().unwrap_or_default();
    for line in lines() {
        writeln!(out, "{:<width$} {line}", line.lesson.id())?;
    }
    let failed: Vec<_> = report.checks().filter(|check| !check.passed).collect();
    for check in &failed {
        let (lesson, name, rank) = (check.lesson.id(), &check.name, check.rank);
        writeln!(
            out,
            "{FAILED:<width$} {lesson}.{name} on rank {rank}: expected {}, got {}",
            check.expected, check.actual
        )?;
    }
    if let Some(failure) = &report.failure {
        writeln!(out, "{FAILED:<width$} rank {}: {}", failure.rank, failure.message)?;
    }
    let (passed, ranks) = (total - failed.len(), if world_size == 1 { "rank" } else { "ranks" });
    // "0 of 0" would read as if something had been looked at.
    let checked = match total {
        0 => "the program made no checks".to_owned(),
        _ => format!("{passed} of {total} checks passed"),
    };
    writeln!(out, "{checked} on {world_size} {ranks} ({})", report.transport)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments;
    use crate::execute::execute;
    use lessons::Program;

    /// The last line of what a program's calls come to on two ranks.
    fn last(calls: &str) -> String {
        let words = "rankscope run --world-size 2".split(' ').map(Into::into);
        let mut run = arguments::parse(words).unwrap();
        run.program = Some(Program::parse(&format!(r#"{{"calls": [{calls}]}}"#), Some(2)).unwrap());
        let mut printed = Vec::new();
        text(&execute(&run), &mut printed).unwrap();
        String::from_utf8(printed).unwrap().lines().last().unwrap().to_owned()
    }

    #[test]
    fn a_program_without_checks_is_said_to_have_none() {
        let made = r#"{"call": "full", "shape": [1], "value": "rank", "as": "x"}"#;
        assert_eq!(last(made), "the program made no checks on 2 ranks (threads)");
        let fails = format!(r#"{made}, {{"call": "send", "tensor": "x", "dst": "rank"}}"#);
        assert_eq!(last(&fails), "the program made no checks on 2 ranks (threads)");
        let check =
            |value| format!(r#"{made}, {{"call": "check", "tensor": "x", "equal": [{value}]}}"#);
        assert_eq!(last(&check("\"rank\"")), "2 of 2 checks passed on 2 ranks (threads)");
        assert_eq!(last(&check("1")), "1 of 2 checks passed on 2 ranks (threads)");
    }
}
