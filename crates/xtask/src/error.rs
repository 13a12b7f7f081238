//! What can go wrong in a task, each with what to do about it.

use std::io;
use std::path::PathBuf;

/// Why a task ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started at all.
    #[error("cannot start `{program}` ({source}); install it or put it on PATH")]
    Start {
        /// The program's name.
        program: String,
        /// What the system said.
        source: io::Error,
    },
    /// A program ran and failed.
    #[error("`{command}` failed ({status})")]
    Failed {
        /// The whole command line.
        command: String,
        /// Its exit status, in words.
        status: String,
    },
    /// A program was ended because it took too long.
    #[error("`{command}` took more than {seconds} s and was ended")]
    TimedOut {
        /// The whole command line.
        command: String,
        /// The limit.
        seconds: u64,
    },
    /// A file or directory could not be read or written.
    #[error("{action} {path}: {source}", path = path.display())]
    File {
        /// "cannot read", "cannot write" and the like.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// `Cargo.lock` does not say which version of a package is used.
    #[error(
        "Cargo.lock names no single version of `{0}`; run `cargo update --workspace` and try again"
    )]
    NotLocked(&'static str),
    /// A tool that was just installed does not run here or is another version.
    #[error("`{tool} --version` does not answer {wanted}")]
    WrongVersion {
        /// The program.
        tool: String,
        /// The version that is needed.
        wanted: String,
    },
    /// Something this machine lacks and this program cannot install.
    #[error("{0}")]
    Missing(String),
    /// A test step ran no test, which proves nothing.
    #[error("step `{0}` ran no test; a step that tests nothing must not pass")]
    NoTests(&'static str),
    /// Something public has no example that runs.
    #[error(
        "no example that runs is in the documentation of\n{0}\nwrite a block ``` of two to five lines there"
    )]
    NoExample(String),
    /// A step failed.
    #[error("step `{step}` failed: {source}")]
    Step {
        /// The step's name, as `--only` takes it.
        step: &'static str,
        /// Why.
        source: Box<Error>,
    },
}

/// The result of a task.
pub type Result<T> = std::result::Result<T, Error>;
