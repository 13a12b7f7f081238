//! Where this workspace is, and how programs are found and started from it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};

/// The workspace and the search path its tools are started with.
pub struct Workspace {
    /// The directory that holds `Cargo.lock`.
    pub root: PathBuf,
    /// Where cargo puts what it installs.
    pub cargo_bin: PathBuf,
    /// `PATH` with [`Self::cargo_bin`] in front: a tool installed there is used even if an older one comes first.
    path: OsString,
}

impl Workspace {
    /// The workspace this program belongs to.
    ///
    /// # Errors
    /// [`Error::Missing`] if neither `CARGO_HOME` nor `HOME` is set, or `PATH` cannot be extended.
    pub fn here() -> Result<Self> {
        // Cargo sets this when it runs a program; the compiled-in value serves when the program is started by hand.
        let manifest =
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).ancestors().nth(2).map(Path::to_owned).unwrap_or_default();
        let cargo_home = env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cargo")))
            .ok_or_else(|| {
                Error::Missing("set HOME or CARGO_HOME: tools are installed there".into())
            })?;
        let cargo_bin = cargo_home.join("bin");
        let old = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths([cargo_bin.clone()].into_iter().chain(env::split_paths(&old)))
            .map_err(|_| {
            Error::Missing(format!("{} cannot stand in PATH", cargo_bin.display()))
        })?;
        Ok(Self { root, cargo_bin, path })
    }

    /// `program` with `arguments`, in the root of the workspace.
    pub fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root).env("PATH", &self.path);
        command
    }

    /// Where `program` is, if it is on the search path.
    pub fn find(&self, program: &str) -> Option<PathBuf> {
        env::split_paths(&self.path)
            .map(|directory| directory.join(program))
            .find(|file| file.is_file())
    }

    /// The text of `Cargo.lock`.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be read.
    pub fn lock(&self) -> Result<String> {
        let path = self.root.join("Cargo.lock");
        fs::read_to_string(&path).map_err(|source| Error::File {
            action: "cannot read",
            path,
            source,
        })
    }

    /// Where cargo builds.
    pub fn target_directory(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.root.join("target"), |given| self.root.join(given))
    }
}
