//! What ranks run: programs with named tensors and checks, the settings they are run with, and the report.
//!
//! A program is an `async fn` over a [`Rank`]; the [`Lesson`]s are the first of them. [`run`] runs the configured
//! lessons on one rank of any transport, and a [`Report`] puts the ranks' records together.
#![forbid(unsafe_code)]

mod config;
pub mod decimal;
pub mod json;
mod lesson;
mod program;
mod programs;
mod rank;
mod record;
mod run;

pub use config::{
    Allowed, Config, Listed, MAX_ELEMENTS, MAX_SIZE, MAX_WORLD_SIZE, Part, Preset, Raw,
    RouterSeeds, Seed, SettingError, Tokens,
};
pub use lesson::Lesson;
pub use program::{Listing, MAX_CALLS, Program, ProgramError, run_program};
pub use programs::{PARAMETERS, PART_ELEMENTS, every, six};
pub use rank::Rank;
pub use record::{Check, Failure, LogLine, Number, RankRecord, Report, Section, Value};
pub use run::{Programs, run, run_part};
