//! A program given as a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use lessons::{Config, Program};

use crate::refusal::Refusal;

/// Bytes that a program may have.
pub const LONGEST: u64 = 16 << 20;

/// The text of `path`, or of standard input where that is `-`.
pub fn text(path: &Path) -> Result<String, Refusal> {
    let read = match path.to_str() {
        Some("-") => bounded(io::stdin().lock()),
        _ => File::open(path).and_then(bounded),
    };
    match read {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err(Refusal::TooLong { path: path.to_owned() }),
        Err(error) => Err(Refusal::Unreadable { path: path.to_owned(), error }),
    }
}

/// All that `from` has, unless that is too long (and may have no end).
fn bounded(from: impl Read) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Ok(None);
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

/// Understands a program for all of `config`'s ranks, before anything runs.
pub fn read(text: &str, config: &Config) -> Result<Program, Refusal> {
    let program = Program::parse(text, Some(config.world_size()))?;
    program.check()?;
    Ok(program)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_refused() {
        let told = text(Path::new("/dev/zero")).expect_err("it has no end").to_string();
        assert_eq!(told, "program = /dev/zero is longer than 16 MiB: give a shorter one");
    }
}
