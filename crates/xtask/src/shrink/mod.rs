//! `cargo xtask shrink`: makes a built page smaller. Trunk calls it as the last step of a release build.
//!
//! wasm-bindgen writes for every use of its glue and gives names that nothing else has: what nobody uses goes, here,
//! and what only wasm and glue call each other by gets a name of a letter or two. Then wasm-opt, where there is one, and an
//! order of functions that compresses well.

mod code;
mod functions;
mod glue;
mod likeness;
mod lines;
mod places;
mod reader;
mod wasm;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use crate::error::{Error, Result};
use crate::wasm_opt;
use crate::workspace::Workspace;

/// The wasm modules of a page, by the beginning of their names, and what others import from their glue.
const MODULES: [(&str, &str); 4] =
    [("app", "default"), ("rank", "initSync"), ("further", "initSync"), ("program", "initSync")];

/// Shrinks what trunk is about to hand over. Only a release build: others are for reading.
///
/// # Errors
/// If trunk did not call this, or a file cannot be read or written, or is not laid out as wasm-bindgen lays it out.
pub fn shrink(workspace: &Workspace) -> Result<()> {
    let staging = env::var_os("TRUNK_STAGING_DIR").ok_or_else(|| {
        Error::Missing("TRUNK_STAGING_DIR is not set: `trunk build --release` calls this".into())
    })?;
    if env::var_os("TRUNK_PROFILE").is_none_or(|profile| profile != "release") {
        return Ok(());
    }
    let mut scripts = Vec::new();
    let staging = Path::new(&staging);
    let unreadable = |source| Error::File { action: "cannot read", path: staging.into(), source };
    for entry in fs::read_dir(staging).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "js") {
            scripts.push(path);
        }
    }
    for script in scripts {
        let stem = script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let code = script.with_file_name(format!("{stem}_bg.wasm"));
        match MODULES.iter().find(|(name, _)| stem.starts_with(name)) {
            Some((_, export)) if code.is_file() => module(workspace, &script, &code, export)?,
            _ => write(&script, lines::tight(&read_text(&script)?).as_bytes())?,
        }
    }
    Ok(())
}

/// Shrinks one wasm module and its glue, of which only `export` is used.
fn module(workspace: &Workspace, script: &Path, code: &Path, export: &str) -> Result<()> {
    let odd = |path: &Path| {
        Error::Missing(format!(
            "{} is not laid out as wasm-bindgen used to do it: adapt crates/xtask/src/shrink",
            path.display()
        ))
    };
    let text = glue::shaken(&read_text(script)?, export).ok_or_else(|| odd(script))?;
    let bytes = read(code)?;
    let used = |name: &str| glue::mentions(&text, name);
    let lean = wasm::with_exports(&bytes, used).ok_or_else(|| odd(code))?;
    write(code, &lean)?;
    wasm_opt::run(workspace, code)?;

    let bytes = read(code)?;
    let (imports, exports) = wasm::names(&bytes).ok_or_else(|| odd(code))?;
    let text = glue::with_imports(&text, &imports).ok_or_else(|| odd(script))?;
    let text = glue::shaken(&text, export).ok_or_else(|| odd(script))?;
    let own = glue::own_names(&text);
    let made_up = imports.iter().chain(&exports).filter(|name| name.contains("__"));
    let arguments = glue::arguments(&text);
    let mut short = short_names(&text, made_up.chain(&own).chain(&arguments));
    let stem = script.file_stem().unwrap_or_default().to_string_lossy();
    short.insert(format!("./{stem}_bg.js"), "_".to_owned());
    let mut bytes = wasm::renamed(&bytes, &short).ok_or_else(|| odd(code))?;
    // What a browser says of the page's panics has columns; what a rank says of its own has none.
    if export == "initSync" {
        bytes = places::shortened(&bytes).ok_or_else(|| odd(code))?;
    }
    write(code, &functions::sorted(&bytes).ok_or_else(|| odd(code))?)?;
    write(script, lines::tight(&glue::renamed(&text, &short)).as_bytes())
}

/// For every one of `names` another that `text` does not use.
fn short_names<'a>(
    text: &str,
    names: impl Iterator<Item = &'a String>,
) -> BTreeMap<String, String> {
    let letters = || ('a'..='z').chain('A'..='Z');
    let one = letters().map(String::from);
    let two = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    let mut free = one.chain(two).filter(|name| !glue::mentions(text, name) && !is_word(name));
    let names = names.collect::<BTreeSet<_>>().into_iter();
    names.map_while(|name| Some((name.clone(), free.next()?))).collect()
}

/// Whether JavaScript keeps a name of two letters for itself.
fn is_word(name: &str) -> bool {
    ["as", "do", "if", "in", "is", "of"].contains(&name)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|source| Error::File {
        action: "cannot read",
        path: path.into(),
        source,
    })
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|source| Error::File {
        action: "cannot read",
        path: path.into(),
        source,
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|source| Error::File {
        action: "cannot write",
        path: path.into(),
        source,
    })
}
