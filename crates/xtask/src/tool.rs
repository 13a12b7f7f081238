//! The command-line tools that building and testing need, and their versions.

use crate::error::Result;
use crate::process;
use crate::version;
use crate::workspace::Workspace;

/// A tool that is installed into cargo's `bin` directory.
pub struct Tool {
    /// Its package, on crates.io or on npm.
    pub package: &'static str,
    /// The programs of that package which are used here; each answers `--version`.
    pub programs: &'static [&'static str],
    /// The version that is needed, exactly.
    pub version: String,
}

impl Tool {
    /// wasm-bindgen's command line: generated code and library must be of one version, so `Cargo.lock` decides.
    ///
    /// # Errors
    /// If `Cargo.lock` cannot be read or holds no wasm-bindgen.
    pub fn wasm_bindgen(workspace: &Workspace) -> Result<Self> {
        Ok(Self {
            package: "wasm-bindgen-cli",
            programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
            version: version::in_lock(&workspace.lock()?, "wasm-bindgen")?,
        })
    }

    /// trunk, which builds and serves the page.
    pub fn trunk() -> Self {
        Self { package: "trunk", programs: &["trunk"], version: "0.21.14".into() }
    }

    /// wasm-pack, which runs tests in a browser.
    pub fn wasm_pack() -> Self {
        Self { package: "wasm-pack", programs: &["wasm-pack"], version: "0.15.1".into() }
    }

    /// wasm-opt, which makes wasm smaller. The page builds and works without it, and older ones may break it: Debian's
    /// mixes up tables.
    pub fn wasm_opt() -> Self {
        Self { package: "binaryen", programs: &["wasm-opt"], version: "132".into() }
    }

    /// cargo-llvm-cov, which tells what tests reach.
    pub fn llvm_cov() -> Self {
        Self { package: "cargo-llvm-cov", programs: &["cargo-llvm-cov"], version: "0.9.1".into() }
    }

    /// Whether every program is there at the right version.
    pub fn is_installed(&self, workspace: &Workspace) -> bool {
        self.programs.iter().all(|program| self.has_version(workspace, program))
    }

    /// Whether `program`, a name or a path, answers with the right version.
    pub fn has_version(&self, workspace: &Workspace, program: &str) -> bool {
        // A subcommand of cargo's wants its own name first.
        let name = program.rsplit('/').next().unwrap_or(program);
        let question = match name.strip_prefix("cargo-") {
            Some(subcommand) => vec![subcommand, "--version"],
            None => vec!["--version"],
        };
        let answer = process::answer(&mut workspace.command(program, &question));
        answer.as_deref().and_then(version::in_answer) == Some(&self.version)
    }

    /// Whether it is written in Rust, and can be built by cargo.
    pub fn is_cargos(&self) -> bool {
        self.package != "binaryen"
    }

    /// Whether to build with the versions its authors tested. Not wasm-bindgen: its lock file can name a dependency
    /// newer than the registry in use may have.
    pub fn locked(&self) -> bool {
        self.package != "wasm-bindgen-cli"
    }
}
