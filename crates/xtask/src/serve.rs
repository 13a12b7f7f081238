//! `cargo xtask serve`.

use std::process::Command;

use crate::error::Result;
use crate::process::{become_program, run};
use crate::rust::WASM;
use crate::setup::{self, Need};
use crate::workspace::Workspace;

/// Sets up, then serves the page until it is interrupted: it becomes trunk, so that whatever ends this process ends the
/// server. It returns only with an error.
///
/// # Errors
/// What set-up cannot meet, or that trunk cannot start.
pub fn serve(workspace: &Workspace, port: u16, trunk: &[String]) -> Result<()> {
    setup::meet(workspace, &[Need::WasmTarget, Need::WasmBindgen, Need::Trunk, Need::WasmOpt])?;
    run(&mut fetch(workspace))?;
    let port = port.to_string();
    let mut arguments = vec!["serve", "--release", "--offline", "--port", &port];
    arguments.extend(trunk.iter().map(String::as_str));
    Err(become_program(&mut workspace.command("trunk", &arguments)))
}

/// Fetches what the page is built from, so that trunk can run with `--offline`: then it takes the wasm-bindgen that is
/// installed instead of looking for one, and works where crates.io can be reached and nothing else.
pub fn fetch(workspace: &Workspace) -> Command {
    workspace.command("cargo", &["fetch", "--target", WASM, "--target", "host-tuple"])
}
