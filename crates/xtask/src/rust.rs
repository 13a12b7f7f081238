//! The parts of the Rust toolchain beyond compiler and cargo.

use std::path::Path;

use crate::error::{Error, Result};
use crate::process::{answer, run};
use crate::workspace::Workspace;

/// The target of everything that runs in the browser.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that the standard library for wasm is there.
///
/// # Errors
/// [`Error::Missing`] if it is not and there is no rustup, or rustup's failure.
pub fn ensure_wasm_target(workspace: &Workspace) -> Result<()> {
    // Asking the compiler works without rustup too, where a distribution packages the target.
    let libraries =
        answer(&mut workspace.command("rustc", &["--print", "target-libdir", "--target", WASM]));
    let there = libraries.is_some_and(|directory| Path::new(directory.trim()).is_dir());
    ensure(workspace, WASM, there, &["target", "add", WASM])
}

/// Makes sure that a component's cargo command (`fmt`, `clippy`) works.
///
/// # Errors
/// As [`ensure_wasm_target`].
pub fn ensure_component(workspace: &Workspace, component: &str, command: &str) -> Result<()> {
    let there = answer(&mut workspace.command("cargo", &[command, "--version"])).is_some();
    ensure(workspace, component, there, &["component", "add", component])
}

/// Makes sure that the programs are there which read what instrumented tests leave behind.
///
/// # Errors
/// As [`ensure_wasm_target`].
pub fn ensure_llvm_tools(workspace: &Workspace) -> Result<()> {
    let libraries = answer(&mut workspace.command("rustc", &["--print", "target-libdir"]));
    let beside = |libraries: String| Path::new(libraries.trim()).with_file_name("bin");
    let there = libraries.is_some_and(|path| beside(path).join("llvm-profdata").is_file());
    ensure(workspace, "llvm-tools", there, &["component", "add", "llvm-tools"])
}

fn ensure(workspace: &Workspace, name: &str, there: bool, rustup: &[&str]) -> Result<()> {
    if there {
        println!("{name}: already installed");
        return Ok(());
    }
    if workspace.find("rustup").is_none() {
        return Err(Error::Missing(format!(
            "{name} is missing and there is no rustup to add it; install Rust from https://rustup.rs"
        )));
    }
    run(&mut workspace.command("rustup", rustup))?;
    println!("{name}: installed with rustup");
    Ok(())
}
