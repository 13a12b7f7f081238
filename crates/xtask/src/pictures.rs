//! `cargo xtask pictures`.

use crate::error::Result;
use crate::process::run;
use crate::setup;
use crate::steps::{PAGE_IN_A_BROWSER, build_page};
use crate::workspace::Workspace;

/// Sets up, builds the page as it is published, and takes pictures of it in headless Chromium, into `pictures/`.
///
/// # Errors
/// What set-up cannot meet, or the first command that fails.
pub fn pictures(workspace: &Workspace) -> Result<()> {
    setup::meet(workspace, PAGE_IN_A_BROWSER)?;
    for mut command in build_page(workspace) {
        run(&mut command)?;
    }
    run(&mut workspace.command("cargo", &["run", "-p", "rankscope-tests", "--example", "pictures"]))
}
