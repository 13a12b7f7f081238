//! The steps of `cargo xtask test`.

use std::process::Command;

use clap::ValueEnum;

use crate::browser;
use crate::rust::WASM;
use crate::serve::fetch;
use crate::setup::Need;
use crate::workspace::Workspace;

/// Packages whose better part is for a browser: it is checked for that target too.
const BROWSER_PACKAGES: [&str; 3] = ["rankscope-fabric", "rankscope-rank", "rankscope-app"];

/// Packages that have no native part at all.
const BROWSER_ONLY: [&str; 1] = ["rankscope-rank"];

/// The package of integration tests: some run natively, some in a browser.
const TESTS: &str = "rankscope-tests";

/// One step, in the order they run: what fails soonest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// rustfmt finds nothing to change
    Fmt,
    /// clippy has no warning, natively and for wasm
    Clippy,
    /// The documentation builds without a warning, and what collective and tensor offer has examples
    Docs,
    /// Tests that run natively
    Native,
    /// Every interleaving of the shared-memory ring, on a model of memory
    Loom,
    /// Tests in a browser with cross-origin isolation: ranks over shared memory
    Isolated,
    /// The same tests without isolation: ranks over message ports
    Plain,
    /// The page, as it is published
    Page,
    /// Tests of that page in a browser
    E2e,
}

impl Step {
    /// What the step is called in the output and in `--only`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Docs => "docs",
            Self::Native => "native",
            Self::Loom => "loom",
            Self::Isolated => "isolated",
            Self::Plain => "plain",
            Self::Page => "page",
            Self::E2e => "e2e",
        }
    }

    /// What must be installed for it.
    pub fn needs(self) -> &'static [Need] {
        match self {
            Self::Fmt => &[Need::Rustfmt],
            Self::Clippy => &[Need::Clippy, Need::WasmTarget, Need::WasmBindgen],
            Self::Docs => &[Need::WasmTarget],
            Self::Native | Self::Loom => &[],
            Self::Isolated | Self::Plain => {
                &[Need::WasmTarget, Need::WasmBindgen, Need::WasmPack, Need::Browser]
            }
            Self::Page => &[Need::WasmTarget, Need::WasmBindgen, Need::Trunk, Need::WasmOpt],
            Self::E2e => &[Need::Browser, Need::Axe],
        }
    }

    /// Whether it runs tests, so that running none is a failure.
    pub fn counts(self) -> bool {
        matches!(self, Self::Native | Self::Loom | Self::Isolated | Self::Plain | Self::E2e)
    }

    /// The commands it consists of.
    pub fn commands(self, workspace: &Workspace) -> Vec<Command> {
        let cargo = |arguments: &[&str]| workspace.command("cargo", arguments);
        match self {
            Self::Fmt => vec![cargo(&["fmt", "--all", "--check"])],
            Self::Clippy => {
                let deny = ["--", "-D", "warnings"];
                let native = [
                    &["clippy", "--workspace", "--all-targets"],
                    &without(&BROWSER_ONLY)[..],
                    &deny,
                ]
                .concat();
                // Not in the default set of targets, see its manifest.
                let e2e = [&["clippy", "-p", TESTS, "--test", "e2e"], &deny[..]].concat();
                let browser = only(&BROWSER_PACKAGES);
                let wasm = [
                    &["clippy", "--target", WASM, "--all-targets", "-p", TESTS],
                    &browser[..],
                    &deny,
                ]
                .concat();
                vec![cargo(&native), cargo(&e2e), cargo(&wasm)]
            }
            Self::Docs => {
                let native =
                    [&["doc", "--no-deps", "--workspace"], &without(&BROWSER_PACKAGES)[..]]
                        .concat();
                let wasm = [&["doc", "--no-deps", "--target", WASM], &only(&BROWSER_PACKAGES)[..]]
                    .concat();
                [native, wasm]
                    .iter()
                    .map(|arguments| with(cargo(arguments), "RUSTDOCFLAGS", "-D warnings"))
                    .collect()
            }
            Self::Native => {
                vec![cargo(
                    &[&["test", "--no-fail-fast", "--workspace"], &without(&BROWSER_ONLY)[..]]
                        .concat(),
                )]
            }
            Self::Loom => {
                // Other flags would rebuild everything, twice over, in the usual directory.
                let directory = workspace.target_directory().join("loom");
                let directory = directory.to_string_lossy();
                let arguments = [
                    "test",
                    "-p",
                    "rankscope-shm",
                    "--release",
                    "--test",
                    "loom",
                    "--target-dir",
                    &directory,
                ];
                vec![with(cargo(&arguments), "RUSTFLAGS", "--cfg loom")]
            }
            Self::Isolated => vec![wasm_pack(workspace)],
            Self::Plain => {
                vec![with(wasm_pack(workspace), "WASM_BINDGEN_TEST_NO_ORIGIN_ISOLATION", "1")]
            }
            Self::Page => build_page(workspace),
            Self::E2e => vec![cargo(&["test", "-p", TESTS, "--test", "e2e"])],
        }
    }
}

/// What must be installed to build the page and look at it in a browser.
pub const PAGE_IN_A_BROWSER: &[Need] =
    &[Need::Browser, Need::WasmTarget, Need::WasmBindgen, Need::Trunk, Need::WasmOpt];

/// Builds the page as it is published.
pub fn build_page(workspace: &Workspace) -> Vec<Command> {
    vec![fetch(workspace), workspace.command("trunk", &["build", "--release", "--offline"])]
}

/// `--exclude` before every package.
fn without<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    packages.iter().flat_map(|package| ["--exclude", package]).collect()
}

/// `-p` before every package.
fn only<'a>(packages: &[&'a str]) -> Vec<&'a str> {
    packages.iter().flat_map(|package| ["-p", package]).collect()
}

fn with(mut command: Command, variable: &str, value: &str) -> Command {
    command.env(variable, value);
    command
}

/// The tests of [`TESTS`] in headless Chromium. `no-install`: what it would fetch has been set up by now.
fn wasm_pack(workspace: &Workspace) -> Command {
    let mut arguments = vec!["test", "--headless", "--chrome", "--mode", "no-install"];
    let driver = browser::driver(workspace).map(|path| path.to_string_lossy().into_owned());
    arguments.extend(driver.iter().flat_map(|driver| ["--chromedriver", driver]));
    arguments.push("tests");
    workspace.command("wasm-pack", &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_called_what_only_takes() {
        for step in Step::value_variants() {
            assert_eq!(Step::from_str(step.name(), false), Ok(*step));
        }
    }

    #[test]
    fn every_need_of_a_step_is_met_by_set_up() {
        for need in Step::value_variants().iter().flat_map(|step| step.needs()) {
            assert!(Need::ALL.contains(need), "{need:?}");
        }
    }
}
