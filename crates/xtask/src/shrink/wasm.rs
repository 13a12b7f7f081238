//! The names in a wasm module: what it imports and what it exports.

use std::collections::BTreeMap;

use super::reader::{HEAD, Reader, number, sized};

const CUSTOM: u8 = 0;
const IMPORT: u8 = 2;
const EXPORT: u8 = 7;

/// What kind of thing is imported.
pub fn kind(reader: &mut Reader) -> Option<()> {
    match reader.byte()? {
        0 => reader.skip_numbers(1),
        1 => reader.byte().and_then(|_| limits(reader)),
        2 => limits(reader),
        3 => reader.take(2).map(drop),
        4 => reader.byte().and_then(|_| reader.skip_numbers(1)),
        _ => None,
    }
}

fn limits(reader: &mut Reader) -> Option<()> {
    let has_maximum = reader.byte()? & 1 == 1;
    reader.skip_numbers(1 + usize::from(has_maximum))
}

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    /// The module that something is imported from.
    From,
    Import,
    Export,
    /// A custom section.
    Custom,
}

/// The names of everything that the module imports, and of everything that it exports; `None` if it is no module.
pub fn names(module: &[u8]) -> Option<(Vec<String>, Vec<String>)> {
    let (mut imports, mut exports) = (Vec::new(), Vec::new());
    with_names(module, |of, name| {
        match of {
            Name::From | Name::Custom => {}
            Name::Import => imports.push(name.to_owned()),
            Name::Export => exports.push(name.to_owned()),
        }
        Some(name.to_owned())
    })?;
    Some((imports, exports))
}

/// The module with those exports only that are `used`.
pub fn with_exports(module: &[u8], used: impl Fn(&str) -> bool) -> Option<Vec<u8>> {
    with_names(module, |of, name| (of != Name::Export || used(name)).then(|| name.to_owned()))
}

/// The module with what it imports and exports, and where from, under the names that `short` has for them, and without
/// custom sections, which are for tools.
pub fn renamed(module: &[u8], short: &BTreeMap<String, String>) -> Option<Vec<u8>> {
    with_names(module, |of, name| match of {
        Name::Custom => None,
        _ => Some(short.get(name).map_or(name, String::as_str).to_owned()),
    })
}

/// The module with its imports and exports under the names that `rename` gives them. Those without a name go, and so do
/// custom sections, which keep their names if they stay.
fn with_names(
    module: &[u8],
    mut rename: impl FnMut(Name, &str) -> Option<String>,
) -> Option<Vec<u8>> {
    let mut reader = Reader(module);
    let mut out = reader.take(HEAD)?.to_vec();
    while !reader.0.is_empty() {
        let section = reader.byte()?;
        let bytes = reader.sized()?;
        let bytes = match section {
            CUSTOM => match rename(Name::Custom, Reader(bytes).name()?) {
                Some(_) => bytes.to_vec(),
                None => continue,
            },
            IMPORT => list(bytes, |reader| {
                let (from, name) = (reader.name()?, reader.name()?);
                let kind = reader.bytes_of(kind)?;
                let names = rename(Name::From, from).zip(rename(Name::Import, name));
                Some(names.map(|(from, name)| {
                    [&sized(from.as_bytes()), &sized(name.as_bytes()), kind].concat()
                }))
            })?,
            EXPORT => list(bytes, |reader| {
                let name = reader.name()?;
                let what = reader
                    .bytes_of(|reader| reader.byte().and_then(|_| reader.number()).map(drop))?;
                Some(
                    rename(Name::Export, name).map(|name| [&sized(name.as_bytes()), what].concat()),
                )
            })?,
            _ => bytes.to_vec(),
        };
        out.push(section);
        out.extend(sized(&bytes));
    }
    Some(out)
}

/// A list of entries, each as `entry` writes it anew, if it does.
pub fn list(
    bytes: &[u8],
    mut entry: impl FnMut(&mut Reader) -> Option<Option<Vec<u8>>>,
) -> Option<Vec<u8>> {
    let mut reader = Reader(bytes);
    let mut kept = Vec::new();
    for _ in 0..reader.number()? {
        kept.extend(entry(&mut reader)?);
    }
    Some([number(kept.len()), kept.concat()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module that imports a function and a memory, exports a function and a table, and has a custom section.
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\
        \x01\x04\x01\x60\0\0\
        \x02\x17\x02\x03a.b\x03one\0\0\x03a.b\x03two\x02\x01\x01\x02\
        \x03\x02\x01\0\
        \x07\x0e\x02\x04call\0\x01\x03tab\x01\0\
        \x00\x04\x02hi!";

    fn strings(names: [&str; 2]) -> Vec<String> {
        names.map(String::from).to_vec()
    }

    #[test]
    fn names_are_read() {
        let expected = (strings(["one", "two"]), strings(["call", "tab"]));
        assert_eq!(names(MODULE), Some(expected));
    }

    #[test]
    fn exports_go_where_nobody_uses_them() {
        let lean = with_exports(MODULE, |name| name == "tab").expect("it is a module");
        assert_eq!(names(&lean), Some((strings(["one", "two"]), vec!["tab".into()])));
        assert!(lean.ends_with(b"hi!"));
    }

    #[test]
    fn names_are_changed_and_nothing_else() {
        let long = "n".repeat(200);
        let short = [("one", "x"), ("a.b", "y"), ("tab", &long)];
        let short = short.map(|(from, to)| (from.to_owned(), to.to_owned())).into();
        let module = renamed(MODULE, &short).expect("it is a module");
        assert_eq!(names(&module), Some((strings(["x", "two"]), strings(["call", &long]))));
        let back = [("x", "one"), ("y", "a.b"), (&long, "tab")];
        let back = back.map(|(from, to)| (from.to_owned(), to.to_owned())).into();
        let custom = MODULE.len() - 6;
        assert_eq!(renamed(&module, &back).as_deref(), MODULE.get(..custom));
    }

    #[test]
    fn what_is_no_module_is_nothing() {
        for end in 0..MODULE.len() - 6 {
            // Whole sections are a module too.
            if ![8, 14, 39, 43].contains(&end) {
                assert_eq!(names(&MODULE[..end]), None, "{end}");
            }
        }
    }
}
