//! Starting other programs and waiting for them.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::tally::Tally;

/// Runs a program whose output the reader sees.
///
/// # Errors
/// [`Error::Start`] if it does not start, [`Error::Failed`] if it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let status = start(command)?.wait();
    finish(command, status)
}

/// Runs a program whose output the reader sees, and ends it when `limit` is over.
///
/// # Errors
/// As [`run`], and [`Error::TimedOut`].
pub fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    let begun = Instant::now();
    let mut child = start(command)?;
    loop {
        match child.try_wait() {
            Ok(None) if begun.elapsed() < limit => thread::sleep(Duration::from_millis(100)),
            Ok(None) => {
                // It may have ended just now; then there is nothing left to end.
                let _ = child.kill();
                let _ = child.wait();
                return Err(Error::TimedOut { command: line(command), seconds: limit.as_secs() });
            }
            Ok(Some(status)) => return finish(command, Ok(status)),
            Err(error) => return finish(command, Err(error)),
        }
    }
}

/// What a program prints on standard output, if it starts and succeeds.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a program, passing its standard output on to `shown` and adding the tests it reports to `tally`.
///
/// # Errors
/// As [`run`].
pub fn run_counting(command: &mut Command, tally: &mut Tally, shown: &mut dyn Write) -> Result<()> {
    let mut child = start(command.stdout(Stdio::piped()))?;
    if let Some(output) = child.stdout.take() {
        // A line need not be UTF-8, and one that cannot be shown still counts.
        for bytes in BufReader::new(output).split(b'\n') {
            let Ok(mut bytes) = bytes else { break };
            *tally += Tally::of_line(&String::from_utf8_lossy(&bytes));
            bytes.push(b'\n');
            let _ = shown.write_all(&bytes).and_then(|()| shown.flush());
        }
    }
    let status = child.wait();
    finish(command, status)
}

/// Replaces this process by a program; returns only if that program cannot start.
pub fn become_program(command: &mut Command) -> Error {
    let source = command.exec();
    Error::Start { program: command.get_program().to_string_lossy().into_owned(), source }
}

fn start(command: &mut Command) -> Result<Child> {
    command.spawn().map_err(|source| Error::Start {
        program: command.get_program().to_string_lossy().into_owned(),
        source,
    })
}

fn finish(command: &Command, status: io::Result<ExitStatus>) -> Result<()> {
    let status = match status {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    };
    Err(Error::Failed { command: line(command), status })
}

/// A command as one would type it, environment left out.
fn line(command: &Command) -> String {
    let words: Vec<_> = [command.get_program()].into_iter().chain(command.get_args()).collect();
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn failure_names_command_and_status() {
        let error = run(&mut shell("exit 3")).expect_err("it fails");
        assert_eq!(error.to_string(), "`sh -c exit 3` failed (exit status: 3)");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = run(&mut Command::new("no-such-program-here")).expect_err("there is none");
        assert!(matches!(error, Error::Start { program, .. } if program == "no-such-program-here"));
    }

    #[test]
    fn a_slow_program_is_ended() {
        let begun = Instant::now();
        let result = run_within(&mut shell("exec sleep 60"), Duration::from_millis(200));
        assert!(matches!(result, Err(Error::TimedOut { .. })));
        assert!(begun.elapsed() < Duration::from_secs(30));
        run_within(&mut shell("exit 0"), Duration::from_secs(30)).expect("it is quick");
    }

    #[test]
    fn tests_are_counted_even_when_the_program_fails() {
        let mut tally = Tally::default();
        let script = r"printf '\377\ntest result: FAILED. 2 passed; 1 failed; 0 ignored\n'; exit 1";
        let mut shown = Vec::new();
        run_counting(&mut shell(script), &mut tally, &mut shown).expect_err("it fails");
        assert!(shown.starts_with(b"\xff\ntest result: FAILED."));
        assert_eq!(tally, Tally { passed: 2, failed: 1 });
    }
}
