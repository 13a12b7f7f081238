//! `cargo xtask pictures`.

use crate::error::Result;
use crate::process::run;
use crate::setup::{self, Need};
use crate::steps::build_page;
use crate::workspace::Workspace;

/// Sets up, builds the page as it is published, and takes pictures of it in headless Chromium, into `pictures/`.
///
/// # Errors
/// What set-up cannot meet, or the first command that fails.
pub fn pictures(workspace: &Workspace) -> Result<()> {
    let needs = [Need::Browser, Need::WasmTarget, Need::WasmBindgen, Need::Trunk, Need::WasmOpt];
    setup::meet(workspace, &needs)?;
    for mut command in build_page(workspace) {
        run(&mut command)?;
    }
    run(&mut workspace.command("cargo", &["run", "-p", "rankscope-tests", "--example", "pictures"]))
}
