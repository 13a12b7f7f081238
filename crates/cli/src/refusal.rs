use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::error::{ContextKind, ErrorKind};
use lessons::{ProgramError, SettingError};

use crate::REFUSED;
use crate::program::LONGEST;

/// Why a command line is not followed (or what it asked to be shown instead: help, the version).
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Help or the version, in clap's words.
    #[error("{0}")]
    Shown(Box<clap::Error>),
    /// A word that is no option, or stands where none may.
    #[error("{given} is not an option of `rankscope run`: the options are {known}")]
    UnknownOption {
        /// As it was typed.
        given: String,
        /// All of them.
        known: String,
    },
    /// Something before the command, or no command at all.
    #[error("{given} is not a command: the command is run, and its options stand behind it")]
    NoCommand {
        /// As it was typed.
        given: String,
    },
    /// An option that clap could not take.
    #[error("{option}: {problem}")]
    Option {
        /// Which.
        option: String,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// A word that is no text.
    #[error("{given:?} is not UTF-8: write it in UTF-8")]
    NotText {
        /// As it was typed.
        given: OsString,
    },
    /// A value that cannot be.
    #[error("{option} = {value} is not allowed: {allowed}")]
    Value {
        /// Which option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What may be given instead.
        allowed: &'static str,
    },
    /// A file that cannot be read.
    #[error("program = {} cannot be read: {error}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file that is too long for a program.
    #[error("program = {} is longer than {} MiB: give a shorter one", path.display(), LONGEST >> 20)]
    TooLong {
        /// Which.
        path: PathBuf,
    },
    /// A program that cannot be.
    #[error("{0}")]
    Program(#[from] ProgramError),
    /// A setting that cannot be.
    #[error("{0}")]
    Setting(#[from] SettingError),
}

impl Refusal {
    /// Shows it where it belongs: help on standard output, errors on standard error.
    pub fn print(&self) -> std::io::Result<()> {
        match self {
            Refusal::Shown(error) => error.print(),
            other => {
                // Where standard error cannot be written, the exit code still tells.
                let _ = writeln!(std::io::stderr(), "rankscope: {other}");
                Ok(())
            }
        }
    }

    /// 0 for help and version where they were asked for, else 2.
    pub fn exit_code(&self) -> u8 {
        match self {
            Refusal::Shown(error) => u8::try_from(error.exit_code()).unwrap_or(REFUSED),
            _ => REFUSED,
        }
    }
}

/// clap's refusals in one sentence each.
pub fn explain(error: clap::Error, command: &clap::Command) -> Refusal {
    let given = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let options = || {
        let run = command.find_subcommand("run").into_iter();
        run.flat_map(clap::Command::get_opts).filter_map(clap::Arg::get_long)
    };
    // "--world-size <N>" in clap's words.
    let option = given.split(' ').next().unwrap_or_default().to_owned();
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => Refusal::Shown(Box::new(error)),
        ErrorKind::ArgumentConflict => {
            Refusal::Option { option, problem: "it was given twice: give it once" }
        }
        ErrorKind::InvalidValue => {
            Refusal::Option { option, problem: "it has no value: write one behind it" }
        }
        ErrorKind::UnknownArgument if !options().any(|name| given == format!("--{name}")) => {
            let known: Vec<String> = options().map(|name| format!("--{name}")).collect();
            Refusal::UnknownOption { given, known: known.join(", ") }
        }
        _ => {
            let word = error.get(ContextKind::InvalidSubcommand).map(ToString::to_string);
            Refusal::NoCommand { given: word.unwrap_or(given) }
        }
    }
}
