//! What a task needs before it can start.

use crate::error::Result;
use crate::tool::Tool;
use crate::workspace::Workspace;
use crate::{axe, browser, install, rust};

/// One thing that must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// rustfmt.
    Rustfmt,
    /// clippy.
    Clippy,
    /// The standard library for wasm.
    WasmTarget,
    /// wasm-bindgen's command line and test runner.
    WasmBindgen,
    /// trunk.
    Trunk,
    /// wasm-opt. Where it cannot be had, things go on without it.
    WasmOpt,
    /// wasm-pack.
    WasmPack,
    /// Chromium and chromedriver.
    Browser,
    /// axe-core.
    Axe,
}

impl Need {
    /// Everything any task needs. The browser comes first: where it cannot be installed, that is said at once and not
    /// after minutes of compiling tools.
    pub const ALL: [Self; 9] = [
        Self::Browser,
        Self::Axe,
        Self::Rustfmt,
        Self::Clippy,
        Self::WasmTarget,
        Self::WasmBindgen,
        Self::Trunk,
        Self::WasmOpt,
        Self::WasmPack,
    ];
}

/// Makes sure that every one of `needs` is there, in the order of [`Need::ALL`], and prints a line for each.
///
/// # Errors
/// The first that cannot be met.
pub fn meet(workspace: &Workspace, needs: &[Need]) -> Result<()> {
    for need in Need::ALL.iter().filter(|need| needs.contains(need)) {
        match need {
            Need::Rustfmt => rust::ensure_component(workspace, "rustfmt", "fmt")?,
            Need::Clippy => rust::ensure_component(workspace, "clippy", "clippy")?,
            Need::WasmTarget => rust::ensure_wasm_target(workspace)?,
            Need::WasmBindgen => install::ensure(workspace, &Tool::wasm_bindgen(workspace)?)?,
            Need::Trunk => install::ensure(workspace, &Tool::trunk())?,
            // Without it the page is a little larger, and that is all.
            Need::WasmOpt => {
                if let Err(error) = install::ensure(workspace, &Tool::wasm_opt()) {
                    println!("wasm-opt: {error}; going on without it");
                }
            }

            Need::WasmPack => install::ensure(workspace, &Tool::wasm_pack())?,
            Need::Browser => browser::ensure(workspace)?,
            Need::Axe => axe::ensure(workspace)?,
        }
    }
    Ok(())
}
