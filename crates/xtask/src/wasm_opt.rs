//! Runs wasm-opt, which makes what readers download a little smaller.

use std::fs;
use std::path::Path;

use crate::error::{Error, Result};
use crate::process::run as run_program;
use crate::tool::Tool;
use crate::workspace::Workspace;

/// What compresses best, by trial: all passes again until nothing gets smaller; functions in pieces rather than in one with many variables; no variables for what is
/// computed twice; and addresses folded into the instructions that use them, which is right where nothing lies at the
/// very bottom of memory (the last kilobyte that a stack of half a megabyte would grow into does). What is said about
/// alignment is a hint that no browser takes.
const HOW: [&str; 7] = [
    "-Oz",
    "--converge",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=20",
    "--always-inline-max-function-size=4",
    "--skip-pass=local-cse",
    "--dealign",
];

/// Makes the wasm module at `path` smaller, where the right wasm-opt is there; else, or if it fails, says that it stays as
/// it is.
///
/// # Errors
/// If the file cannot be replaced.
pub fn run(workspace: &Workspace, path: &Path) -> Result<()> {
    let tool = Tool::wasm_opt();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if !tool.is_installed(workspace) {
        println!("{name}: not made smaller, since there is no wasm-opt {}", tool.version);
        return Ok(());
    }
    let smaller = path.with_extension("smaller");
    let (from, to) = (path.to_string_lossy(), smaller.to_string_lossy());
    match run_program(&mut workspace.command("wasm-opt", &[&HOW[..], &[&from, "-o", &to]].concat()))
    {
        Ok(()) => fs::rename(&smaller, path).map_err(|source| Error::File {
            action: "cannot write",
            path: path.into(),
            source,
        }),
        Err(error) => {
            println!("{name}: not made smaller, since {error}");
            Ok(())
        }
    }
}
