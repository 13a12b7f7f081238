//! A program given as a file.

use std::io::Read;
use std::path::Path;

use lessons::{Config, Program};

use crate::refusal::Refusal;

/// The text of `path`, or of standard input where that is `-`.
pub fn text(path: &Path) -> Result<String, Refusal> {
    let read = match path.to_str() {
        Some("-") => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).map(|_| text)
        }
        _ => std::fs::read_to_string(path),
    };
    read.map_err(|error| Refusal::Unreadable { path: path.to_owned(), error })
}

/// Understands a program for all of `config`'s ranks, before anything runs.
pub fn read(text: &str, config: &Config) -> Result<Program, Refusal> {
    let program = Program::parse(text, Some(config.world_size()))?;
    program.check()?;
    Ok(program)
}
