//! Versions: what a program says of itself, what `Cargo.lock` says of a package.

use crate::error::{Error, Result};

/// The version in the answer to `--version`, such as `trunk 0.21.14`, `rustfmt 1.8.0-stable (…)` or `wasm-opt version 132`.
pub fn in_answer(answer: &str) -> Option<&str> {
    let mut words = answer.lines().next()?.split_whitespace().skip(1);
    let word = words.find(|word| *word != "version")?;
    let version = word.strip_prefix('v').unwrap_or(word);
    version.starts_with(|c: char| c.is_ascii_digit()).then_some(version)
}

/// The one version of `package` that the text of a `Cargo.lock` holds.
///
/// # Errors
/// [`Error::NotLocked`] if the text is no lock file, or holds none or several versions.
pub fn in_lock(lock: &str, package: &'static str) -> Result<String> {
    let not_locked = || Error::NotLocked(package);
    let lock: toml::Table = lock.parse().map_err(|_| not_locked())?;
    let packages = lock.get("package").and_then(toml::Value::as_array).ok_or_else(not_locked)?;
    let text = |entry: &toml::Value, key| Some(entry.get(key)?.as_str()?.to_owned());
    let mut versions = packages
        .iter()
        .filter(|entry| text(entry, "name").as_deref() == Some(package))
        .filter_map(|entry| text(entry, "version"));
    match (versions.next(), versions.next()) {
        (Some(version), None) => Ok(version),
        _ => Err(not_locked()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        assert_eq!(in_answer("wasm-bindgen 0.2.130\n"), Some("0.2.130"));
        assert_eq!(in_answer("trunk v0.21.14"), Some("0.21.14"));
        assert_eq!(in_answer("wasm-pack 0.15.1 (abc 2026-01-01)\nmore"), Some("0.15.1"));
        assert_eq!(in_answer("wasm-opt version 132 (version_132)"), Some("132"));
        assert_eq!(in_answer("error: no such option"), None);
        assert_eq!(in_answer("trunk"), None);
        assert_eq!(in_answer(""), None);
    }

    const LOCK: &str = r#"
version = 4

[[package]]
name = "syn"
version = "2.0.1"

[[package]]
name = "syn"
version = "3.0.10"

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
dependencies = ["syn 2.0.1"]
"#;

    #[test]
    fn the_lock_gives_the_one_version() {
        assert_eq!(in_lock(LOCK, "wasm-bindgen").expect("it is there"), "0.2.130");
    }

    #[test]
    fn none_or_several_versions_are_refused() {
        for (lock, package) in [(LOCK, "syn"), (LOCK, "trunk"), ("", "syn"), ("= no lock", "syn")] {
            assert!(
                matches!(in_lock(lock, package), Err(Error::NotLocked(_))),
                "{package} in {lock:?}"
            );
        }
    }
}
