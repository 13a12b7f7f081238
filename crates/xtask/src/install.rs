//! Installing a tool: what is there, else what others built, else from source.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process;
use std::time::Duration;

use crate::archive;
use crate::error::{Error, Result};
use crate::process::{run, run_within};
use crate::tool::Tool;
use crate::workspace::Workspace;

/// How long a ready-made tool may take to arrive before it is built from source.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(180);

/// A way to get a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// Ready-made, by cargo-binstall.
    Binstall,
    /// Ready-made, from the release at this address.
    Archive(String),
    /// From source, by `cargo install`, with or without the versions of its lock file.
    Cargo { locked: bool },
    /// Ready-made for Node.js, from npm.
    Npm,
}

impl Source {
    fn name(&self) -> &'static str {
        match self {
            Self::Binstall => "cargo binstall",
            Self::Archive(_) => "its release archive",
            Self::Cargo { locked: true } => "cargo install --locked",
            Self::Cargo { locked: false } => "cargo install",
            Self::Npm => "npm",
        }
    }
}

/// Makes sure that `tool` is there at the right version, and prints one line that says how.
///
/// # Errors
/// The last way's error if no way led to it.
pub fn ensure(workspace: &Workspace, tool: &Tool) -> Result<()> {
    let Tool { package, version, .. } = tool;
    if tool.is_installed(workspace) {
        println!("{package} {version}: already installed");
        return Ok(());
    }
    let can_unpack = workspace.find("curl").is_some() && workspace.find("tar").is_some();
    let address = archive::address(tool, OS, ARCH).filter(|_| can_unpack);
    let mut result = Err(Error::Missing(format!("there is no way to install {package} {version}")));
    for source in sources(tool, |program| workspace.find(program).is_some(), address) {
        println!("{package} {version}: trying {} …", source.name());
        result = install(workspace, tool, &source);
        match &result {
            Ok(()) => {
                println!("{package} {version}: installed with {}", source.name());
                break;
            }
            Err(error) => println!("{package} {version}: {error}"),
        }
    }
    result
}

/// The ways to try, the quickest first.
fn sources(tool: &Tool, has: impl Fn(&str) -> bool, address: Option<String>) -> Vec<Source> {
    let archive = address.map(Source::Archive);
    if !tool.is_cargos() {
        return archive.into_iter().chain(has("npm").then_some(Source::Npm)).collect();
    }
    let binstall = has("cargo-binstall").then_some(Source::Binstall);
    let locked = tool.locked().then_some(Source::Cargo { locked: true });
    let built = locked.into_iter().chain([Source::Cargo { locked: false }]);
    binstall.into_iter().chain(archive).chain(built).collect()
}

fn install(workspace: &Workspace, tool: &Tool, source: &Source) -> Result<()> {
    match source {
        Source::Binstall => {
            let staging = Staging::new(workspace)?;
            run_within(
                &mut workspace.command("cargo-binstall", &words(&binstall(tool, &staging.0))),
                DOWNLOAD_LIMIT,
            )?;
            staging.adopt(workspace, tool)
        }
        Source::Archive(address) => {
            let staging = Staging::new(workspace)?;
            let archive = staging.0.join("archive.tar.gz");
            let (archive, directory) = (archive.to_string_lossy(), staging.0.to_string_lossy());
            run(&mut workspace.command("curl", &words(&curl(address, &archive))))?;
            run(&mut workspace.command("tar", &["-xzf", &archive, "-C", &directory]))?;
            staging.adopt(workspace, tool)
        }
        Source::Npm => {
            // It stays where it is unpacked, since its programs belong together; in `bin` there is a link.
            let home =
                workspace.cargo_bin.with_file_name(format!("{}-{}", tool.package, tool.version));
            run_within(&mut workspace.command("npm", &words(&npm(tool, &home))), DOWNLOAD_LIMIT)?;
            for program in tool.programs {
                let (from, to) = (
                    home.join("node_modules/.bin").join(program),
                    workspace.cargo_bin.join(program),
                );
                // What may be there is another version.
                let _ = fs::remove_file(&to);
                symlink(from, &to).map_err(|source| Error::File {
                    action: "cannot write",
                    path: to,
                    source,
                })?;
            }
            is_right(workspace, tool)
        }
        Source::Cargo { locked } => {
            let root = workspace.cargo_bin.parent().unwrap_or(&workspace.cargo_bin);
            let mut cargo = workspace.command("cargo", &words(&cargo_install(tool, *locked, root)));
            // These are build tools: a minute less of compiling is worth more than faster code in them.
            cargo.envs([
                ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
                ("CARGO_PROFILE_RELEASE_LTO", "off"),
                ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
                ("CARGO_PROFILE_RELEASE_DEBUG", "0"),
            ]);
            run(&mut cargo)?;
            is_right(workspace, tool)
        }
    }
}

/// Whether what has been installed runs and is what was asked for.
fn is_right(workspace: &Workspace, tool: &Tool) -> Result<()> {
    match tool.programs.iter().find(|program| !tool.has_version(workspace, program)) {
        None => Ok(()),
        Some(program) => Err(wrong_version(program, tool)),
    }
}

fn wrong_version(program: &str, tool: &Tool) -> Error {
    Error::WrongVersion { tool: program.into(), wanted: tool.version.clone() }
}

fn words(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

fn binstall(tool: &Tool, directory: &Path) -> Vec<String> {
    let fixed = [
        "--no-confirm",
        "--force",
        "--no-symlinks",
        "--disable-strategies",
        "compile",
        "--install-path",
    ];
    let package = format!("{}@{}", tool.package, tool.version);
    fixed
        .map(String::from)
        .into_iter()
        .chain([directory.to_string_lossy().into_owned(), package])
        .collect()
}

fn curl(address: &str, file: &str) -> Vec<String> {
    let limit = DOWNLOAD_LIMIT.as_secs().to_string();
    ["--connect-timeout", "5", "--max-time", &limit, "-fsSL", "-o", file, address]
        .map(String::from)
        .to_vec()
}

fn npm(tool: &Tool, home: &Path) -> Vec<String> {
    let package = format!("{}@{}", tool.package, tool.version);
    [
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--prefix",
        &home.to_string_lossy(),
        &package,
    ]
    .map(String::from)
    .to_vec()
}

fn cargo_install(tool: &Tool, locked: bool, root: &Path) -> Vec<String> {
    // `--force`: another version, or one that cargo did not put there, would stop it.
    let fixed =
        ["install", "--force", "--version", &tool.version, "--root", &root.to_string_lossy()];
    let locked = locked.then_some("--locked");
    fixed.into_iter().chain(locked).chain([tool.package]).map(String::from).collect()
}

/// A directory beside the installed tools where ready-made ones are tried out first: one that does not run here, or is
/// another version, never gets into place. It goes when this value does.
struct Staging(PathBuf);

impl Staging {
    fn new(workspace: &Workspace) -> Result<Self> {
        let path = workspace.cargo_bin.join(format!(".xtask-{}", process::id()));
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(Self(path)),
            Err(source) => Err(Error::File { action: "cannot create", path, source }),
        }
    }

    /// Moves the tool's programs into place, if every one of them is there and right.
    fn adopt(&self, workspace: &Workspace, tool: &Tool) -> Result<()> {
        let mut found = Vec::new();
        for program in tool.programs {
            let path = find(&self.0, program).ok_or_else(|| wrong_version(program, tool))?;
            if !tool.has_version(workspace, &path.to_string_lossy()) {
                return Err(wrong_version(program, tool));
            }
            found.push((path, workspace.cargo_bin.join(program)));
        }
        for (from, to) in found {
            fs::rename(from, &to).map_err(|source| Error::File {
                action: "cannot write",
                path: to,
                source,
            })?;
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What is left of it takes a little room and does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A file of this name in `directory`, one level below it, or in a `bin` there: archives have their files in a directory
/// of their own.
fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    let below = fs::read_dir(directory).ok()?.flatten().map(|entry| entry.path());
    [directory.to_owned()]
        .into_iter()
        .chain(below.flat_map(|place| [place.join("bin"), place]))
        .map(|place| place.join(name))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_made_comes_before_source() {
        let address = || Some("https://example.org/tool.tar.gz".to_owned());
        let archive = || Source::Archive("https://example.org/tool.tar.gz".into());
        let (locked, loose) = (Source::Cargo { locked: true }, Source::Cargo { locked: false });
        let bindgen = Tool { package: "wasm-bindgen-cli", programs: &[], version: "1.0.0".into() };
        let (trunk, wasm_opt) = (Tool::trunk(), Tool::wasm_opt());
        let (all, none) = (|_: &str| true, |_: &str| false);
        assert_eq!(
            sources(&trunk, all, address()),
            [Source::Binstall, archive(), locked.clone(), loose.clone()]
        );
        assert_eq!(sources(&bindgen, none, address()), [archive(), loose.clone()]);
        assert_eq!(sources(&trunk, none, None), [locked, loose]);
        assert_eq!(sources(&wasm_opt, all, address()), [archive(), Source::Npm]);
        assert_eq!(sources(&wasm_opt, none, None), []);
    }

    #[test]
    fn arguments_pin_the_version() {
        let tool = Tool::trunk();
        let root = Path::new("/home/reader/.cargo");
        assert_eq!(
            cargo_install(&tool, true, root).join(" "),
            "install --force --version 0.21.14 --root /home/reader/.cargo --locked trunk"
        );
        assert!(!cargo_install(&tool, false, root).contains(&"--locked".to_owned()));
        assert!(
            binstall(&tool, root)
                .ends_with(&["/home/reader/.cargo".into(), "trunk@0.21.14".into()])
        );
    }
}
