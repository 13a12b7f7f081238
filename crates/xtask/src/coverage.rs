//! `cargo xtask coverage`.

use crate::error::Result;
use crate::process::run;
use crate::tool::Tool;
use crate::workspace::Workspace;
use crate::{install, rust};

/// Sets up what it needs, and prints how much of `collective` its own tests reach: regions, functions, lines and branches,
/// file by file.
///
/// # Errors
/// What cannot be set up, or a test that fails.
pub fn coverage(workspace: &Workspace) -> Result<()> {
    rust::ensure_llvm_tools(workspace)?;
    install::ensure(workspace, &Tool::llvm_cov())?;
    let arguments = ["llvm-cov", "-p", "rankscope-collective", "--branch", "--summary-only"];
    // Counting branches is not stable yet; nothing that is built so is used otherwise.
    run(workspace.command("cargo", &arguments).env("RUSTC_BOOTSTRAP", "1"))
}
