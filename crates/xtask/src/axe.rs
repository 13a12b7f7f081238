//! axe-core, which looks for what keeps people from using a page. It is npm's, and pinned by `tests/package-lock.json`.

use std::time::Duration;

use crate::error::{Error, Result};
use crate::process::run_within;
use crate::workspace::Workspace;

/// How long it may take to arrive.
const LIMIT: Duration = Duration::from_secs(180);

/// Makes sure that axe-core is there, at the version that the lock file names.
///
/// # Errors
/// [`Error::Missing`] without npm, or that of npm.
pub fn ensure(workspace: &Workspace) -> Result<()> {
    let arguments = ["ls", "--prefix", "tests", "axe-core"];
    if crate::process::answer(&mut workspace.command("npm", &arguments)).is_some() {
        println!("axe-core: already installed");
        return Ok(());
    }
    if workspace.find("npm").is_none() {
        let needs = "the tests of accessibility need npm (https://nodejs.org/) on PATH, to install axe-core";
        return Err(Error::Missing(needs.into()));
    }
    let arguments = ["ci", "--prefix", "tests", "--ignore-scripts", "--no-audit", "--no-fund"];
    run_within(&mut workspace.command("npm", &arguments), LIMIT)?;
    println!("axe-core: installed with npm");
    Ok(())
}
