//! Builds the rank worker for the tests that start real workers in a browser. Those tests have no server to load it from,
//! so they carry it: `RANK_JS` and `RANK_WASM` are where its two files lie, for `include_str!` and `include_bytes!`.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;

/// What the worker is built from.
const SOURCES: [&str; 6] = ["tensor", "collective", "lessons", "shm", "fabric", "rank"];

/// What this build was told about its own target and flags, none of which is the worker's.
const OURS: [&str; 5] = [
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "RUSTC_WORKSPACE_WRAPPER",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH")? != "wasm32" {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join("crates").join(source).display());
    }
    for manifest in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(manifest).display());
    }

    let out = env::var("OUT_DIR")?;
    // A target directory of its own: the one in use is locked by the cargo that runs this.
    let target = Path::new(&out).join("target");
    let mut cargo = Command::new(env::var("CARGO")?);
    cargo.args(["build", "--package", "rankscope-rank", "--bin", "rank", "--profile", "web"]);
    cargo
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(&target)
        .current_dir(&root);
    for variable in OURS {
        cargo.env_remove(variable);
    }
    run(&mut cargo)?;

    let mut wasm_bindgen = Command::new("wasm-bindgen");
    wasm_bindgen.args(["--target", "web", "--no-typescript", "--out-dir", &out]);
    run(wasm_bindgen.arg(target.join("wasm32-unknown-unknown/web/rank.wasm")))?;

    println!("cargo::rustc-env=RANK_JS={out}/rank.js");
    println!("cargo::rustc-env=RANK_WASM={out}/rank_bg.wasm");
    Ok(())
}

fn run(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!(
            "{program} failed ({status}) while the rank worker was built for the tests"
        )
        .into()),
        Err(error) => {
            Err(format!("cannot start {program} ({error}); run `cargo xtask setup`").into())
        }
    }
}
