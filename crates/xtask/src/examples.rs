//! Whether everything that some crates offer has an example that runs: every type, trait, function and method its own.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::error::{Error, Result};
use crate::process::run;
use crate::workspace::Workspace;

/// The packages, their crates, and how much these have at least: less is there only if rustdoc writes something else than is
/// read here.
const CRATES: [(&str, &str, usize); 2] =
    [("rankscope-collective", "collective", 100), ("rankscope-tensor", "tensor", 80)];

/// What needs an example. Fields and variants stand in that of their type, modules and constants in those of what they have.
const KINDS: [&str; 6] = ["struct", "enum", "union", "trait", "type_alias", "function"];

/// Asks rustdoc what there is, and looks at its documentation.
///
/// # Errors
/// [`Error::NoExample`] with all that has none, of all crates; what rustdoc says, if it fails.
pub fn check(workspace: &Workspace) -> Result<()> {
    let mut without = Vec::new();
    for (package, name, at_least) in CRATES {
        let json = documentation(workspace, package, name)?;
        let items = items(&json);
        if items.len() < at_least {
            let what = "rustdoc's JSON has another form than `crates/xtask/src/examples.rs` reads";
            return Err(Error::Missing(what.to_owned()));
        }
        let bare = items.iter().filter(|item| !has_example(item.docs));
        let bare: Vec<String> = bare.map(Item::place).collect();
        println!("{name}: {} of {} items have an example", items.len() - bare.len(), items.len());
        without.extend(bare);
    }
    if without.is_empty() { Ok(()) } else { Err(Error::NoExample(without.join("\n"))) }
}

/// What rustdoc knows of a package, whose crate is `name`.
fn documentation(workspace: &Workspace, package: &str, name: &str) -> Result<Value> {
    let arguments = [
        "rustdoc",
        "--package",
        package,
        "--lib",
        "--",
        "-Zunstable-options",
        "--output-format",
        "json",
    ];
    // Documentation as JSON is not stable yet; nothing that is built so is used otherwise.
    run(workspace.command("cargo", &arguments).env("RUSTC_BOOTSTRAP", "1"))?;
    let path = workspace.target_directory().join("doc").join(format!("{name}.json"));
    let text = fs::read_to_string(&path).map_err(|source| Error::File {
        action: "cannot read",
        path: path.clone(),
        source,
    })?;
    serde_json::from_str(&text).map_err(|source| Error::File {
        action: "cannot read",
        path,
        source: source.into(),
    })
}

/// Something public.
struct Item<'a> {
    name: &'a str,
    kind: &'a str,
    docs: &'a str,
    file: &'a str,
    line: u64,
}

impl Item<'_> {
    fn place(&self) -> String {
        format!("{}:{}: {} {}", self.file, self.line, self.kind, self.name)
    }
}

/// What the crate itself has, without what it implements of traits.
fn items(json: &Value) -> Vec<Item<'_>> {
    let index = json["index"].as_object();
    let of_traits: BTreeSet<String> = index
        .into_iter()
        .flat_map(|index| index.values())
        .filter(|item| !item["inner"]["impl"]["trait"].is_null())
        .flat_map(|item| item["inner"]["impl"]["items"].as_array().into_iter().flatten())
        .map(|id| id.to_string())
        .collect();
    let mut items: Vec<Item<'_>> = Vec::new();
    for (id, item) in index.into_iter().flatten() {
        let kind = item["inner"].as_object().and_then(|inner| inner.keys().next());
        let Some(kind) = kind.filter(|kind| KINDS.contains(&kind.as_str())) else { continue };
        if item["crate_id"] == 0 && !of_traits.contains(id) {
            items.push(Item {
                name: item["name"].as_str().unwrap_or_default(),
                kind,
                docs: item["docs"].as_str().unwrap_or_default(),
                file: item["span"]["filename"].as_str().unwrap_or_default(),
                line: item["span"]["begin"][0].as_u64().unwrap_or_default(),
            });
        }
    }
    items.sort_by_key(|item| (item.file, item.line));
    items
}

/// Whether documentation has a block of Rust that is run as a test.
fn has_example(docs: &str) -> bool {
    let mut fences = docs.lines().filter_map(|line| line.trim_start().strip_prefix("```"));
    // Every second one ends a block.
    let begins = std::iter::from_fn(|| {
        let begin = fences.next();
        fences.next();
        begin
    });
    begins.into_iter().any(|words| {
        words
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .all(|word| matches!(word, "rust" | "should_panic") || word.starts_with("edition"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_a_block_that_runs() {
        assert!(has_example("Adds.\n\n```\nassert_eq!(1 + 1, 2);\n```\n"));
        assert!(has_example("```text\n1\n```\n\n```rust,should_panic\npanic!()\n```"));
        for docs in
            ["", "Adds `1`.", "```text\n1 + 1\n```", "```no_run\nloop {}\n```", "```ignore\n?\n```"]
        {
            assert!(!has_example(docs), "{docs}");
        }
    }

    #[test]
    fn items_are_the_crates_own_and_of_no_trait() {
        let function = |id: u32, krate: u32| {
            serde_json::json!({"crate_id": krate, "name": format!("f{id}"), "docs": null,
                "span": {"filename": "a.rs", "begin": [id, 1]}, "inner": {"function": {}}})
        };
        let json = serde_json::json!({"index": {
            "1": function(1, 0), "2": function(2, 1), "3": function(3, 0),
            "4": {"crate_id": 0, "inner": {"impl": {"trait": {"path": "Clone"}, "items": [3]}}},
            "5": {"crate_id": 0, "inner": {"variant": {}}},
        }});
        let places: Vec<String> = items(&json).iter().map(Item::place).collect();
        assert_eq!(places, ["a.rs:1: function f1"]);
    }
}
