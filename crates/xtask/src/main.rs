//! `cargo xtask`: sets up what building needs, serves the page, tests everything.

mod archive;
mod axe;
mod bench;
mod browser;
mod coverage;
mod error;
mod examples;
mod install;
mod pictures;
mod process;
mod rust;
mod serve;
mod setup;
mod shrink;
mod steps;
mod tally;
mod test;
mod tool;
mod version;
mod wasm_opt;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::Result;
use crate::setup::Need;
use crate::workspace::Workspace;

/// Sets up, serves and tests rankscope.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install everything that serving and testing need; what is there at the right version is left alone
    Setup,
    /// Set up, then build the page, serve it with cross-origin isolation and rebuild it when a file changes
    Serve {
        /// The port on the loopback address
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Passed on to `trunk serve`
        #[arg(last = true)]
        trunk: Vec<String>,
    },
    /// Set up, then run every check and test, stopping at the first step that fails
    Test {
        /// Run these steps only, in the order they always have
        #[arg(long, value_enum, num_args = 1.., value_name = "STEP")]
        only: Vec<steps::Step>,
    },
    /// Set up, build the page, and print how long runs take in a browser and how much is downloaded
    Bench {
        /// What to measure
        #[arg(value_enum, default_value_t)]
        subject: bench::Subject,
    },
    /// Print how much of the collectives' code their tests reach
    Coverage,
    /// Set up, build the page, and take the README's pictures of it
    Pictures,
    /// Make what trunk has built smaller; a release build of trunk's calls this by itself
    Shrink,
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    let workspace = Workspace::here()?;
    match task {
        Task::Setup => setup::meet(&workspace, &Need::ALL),
        Task::Serve { port, trunk } => serve::serve(&workspace, port, &trunk),
        Task::Test { only } => test::test(&workspace, &only),
        Task::Bench { subject } => bench::bench(&workspace, subject),
        Task::Coverage => coverage::coverage(&workspace),
        Task::Pictures => pictures::pictures(&workspace),
        Task::Shrink => shrink::shrink(&workspace),
    }
}
