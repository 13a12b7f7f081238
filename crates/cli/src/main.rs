//! `rankscope run …`: the lessons in a terminal, on threads or on the one-thread simulator.
#![forbid(unsafe_code)]

mod arguments;
mod execute;
mod print;
mod program;
mod refusal;

use std::io::Write;
use std::process::ExitCode;

/// A run that ended, but not as it should.
const FAILED: u8 = 1;
/// A command line that cannot be followed, as clap has it.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let run = match arguments::parse(std::env::args_os()) {
        Ok(run) => run,
        Err(refusal) => {
            let shown = refusal.print();
            return ExitCode::from(if shown.is_err() { FAILED } else { refusal.exit_code() });
        }
    };
    let report = execute::execute(&run);
    let printed = match print::print(&report, run.format) {
        // Whoever reads has seen enough (`| head`): no error of ours.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    };
    match printed {
        Ok(()) if report.passed() => ExitCode::SUCCESS,
        Ok(()) => ExitCode::from(FAILED),
        Err(error) => {
            // Where standard error cannot be written either, the exit code still tells.
            let _ = writeln!(std::io::stderr(), "rankscope: cannot write the report: {error}");
            ExitCode::from(FAILED)
        }
    }
}
