//! `cargo xtask bench`.

use clap::ValueEnum;

use crate::error::Result;
use crate::process::run;
use crate::setup;
use crate::steps::{PAGE_IN_A_BROWSER, build_page};
use crate::workspace::Workspace;

/// What to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Subject {
    /// From a run's call to its report
    #[default]
    Run,
    /// Opening the player and scrubbing
    Ui,
}

/// Sets up, builds the page as it is published, and measures it in headless Chromium.
///
/// # Errors
/// What set-up cannot meet, or the first command that fails.
pub fn bench(workspace: &Workspace, subject: Subject) -> Result<()> {
    setup::meet(workspace, PAGE_IN_A_BROWSER)?;
    for mut command in build_page(workspace) {
        run(&mut command)?;
    }
    let mut arguments = vec!["bench", "-p", "rankscope-tests", "--bench", "page"];
    if subject == Subject::Ui {
        arguments.extend(["--", "ui"]);
    }
    run(&mut workspace.command("cargo", &arguments))
}
