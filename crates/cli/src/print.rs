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
    writeln!(
        out,
        "{passed} of {total} checks passed on {world_size} {ranks} ({})",
        report.transport
    )
}
