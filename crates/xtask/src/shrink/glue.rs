//! What wasm-bindgen writes in JavaScript, as text. It writes one thing at a time, each beginning at the left edge, and
//! each import as an entry of its own; that much is relied on here, and checked.

use std::collections::{BTreeMap, BTreeSet};

/// Where entries of the object of imports begin and end.
const ENTRY: &str = "        ";
const ENTRY_END: &str = "        },";

/// A function, a variable, or a statement, with all its lines.
struct Item<'a> {
    text: &'a str,
    /// The names it declares; none for a statement.
    declares: Vec<&'a str>,
}

/// `script` with what `export` needs, and with no other export; `None` where it has no such export.
pub fn shaken(script: &str, export: &str) -> Option<String> {
    let items = items(script);
    let list = items.iter().find_map(|item| item.text.strip_prefix("export {"))?;
    let exported = list.trim_end().trim_end_matches(';').trim_end_matches('}').split(',');
    let chosen =
        exported.map(str::trim).find(|entry| entry.split(' ').next_back() == Some(export))?;

    let mut needed: BTreeSet<&str> = chosen.split(' ').take(1).collect();
    let mut kept = vec![false; items.len()];
    // Until nothing new is needed: what is kept needs what it mentions, and statements are about what they mention.
    loop {
        let before = kept.iter().filter(|kept| **kept).count();
        for (item, kept) in items.iter().zip(&mut kept) {
            if *kept || item.text.starts_with("export {") {
                continue;
            }
            let about = match item.declares.as_slice() {
                [] => words(item.text).filter(|word| is_declared(&items, word)).collect(),
                declared => declared.to_vec(),
            };
            if about.iter().any(|name| needed.contains(name)) {
                *kept = true;
                needed.extend(words(item.text));
            }
        }
        if kept.iter().filter(|kept| **kept).count() == before {
            break;
        }
    }
    let kept = items.iter().zip(kept).filter(|(_, kept)| *kept).map(|(item, _)| item.text);
    Some(kept.collect::<String>() + "export { " + chosen + " };\n")
}

/// `script` with those entries of its imports only that wasm `imports`; `None` where one of these is not among them.
pub fn with_imports(script: &str, imports: &[String]) -> Option<String> {
    let mut missing: BTreeSet<&str> = imports.iter().map(String::as_str).collect();
    let (mut text, mut dropping) = (String::new(), false);
    for line in script.split_inclusive('\n') {
        if let Some(name) = entry(line) {
            dropping = !missing.remove(name);
        }
        if !dropping {
            text.push_str(line);
        }
        dropping &= line.trim_end() != ENTRY_END;
    }
    missing.is_empty().then_some(text)
}

/// The name of the import whose entry begins on `line`.
fn entry(line: &str) -> Option<&str> {
    let (name, value) = line.strip_prefix(ENTRY)?.split_once(": ")?;
    (name.starts_with("__wb") && value.starts_with("function")).then_some(name)
}

/// `script` with other names for what `short` has others for: words, or the module that wasm imports from.
pub fn renamed(script: &str, short: &BTreeMap<String, String>) -> String {
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_word_part) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_word_part(c)).unwrap_or(from.len()));
        text.push_str(before);
        text.push_str(short.get(word).map_or(word, String::as_str));
        rest = after;
    }
    text.push_str(rest);
    let quoted = |name: &str| format!("\"{name}\"");
    let others = short.iter().filter(|(name, _)| !name.chars().all(is_word_part));
    others.fold(text, |text, (name, short)| text.replace(&quoted(name), &quoted(short)))
}

/// The functions and variables that `script` declares and that are nothing but that to it: no property, text or export
/// has their names.
pub fn own_names(script: &str) -> Vec<String> {
    let items = items(script);
    let declared = items.iter().flat_map(|item| &item.declares).map(|name| (*name).to_owned());
    declared.filter(|name| is_own(script, name)).collect()
}

/// The names that wasm-bindgen gives to what functions are called with (`arg0`, `arg1`), and that are nothing else.
pub fn arguments(script: &str) -> Vec<String> {
    let is_number = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let is_argument = |word: &&str| word.strip_prefix("arg").is_some_and(is_number);
    let names: BTreeSet<&str> = words(script).filter(is_argument).collect();
    names.into_iter().filter(|name| is_own(script, name)).map(str::to_owned).collect()
}

fn is_own(script: &str, word: &str) -> bool {
    script.match_indices(word).all(|(at, _)| {
        let (before, after) = (&script[..at], &script[at + word.len()..]);
        if before.ends_with(is_word_part) || after.starts_with(is_word_part) {
            return true;
        }
        let before = before.rsplit('\n').next().unwrap_or_default().trim_end();
        let after = after.split('\n').next().unwrap_or_default().trim_start();
        let in_text = ['\'', '"', '`'].iter().any(|quote| before.matches(*quote).count() % 2 == 1);
        // `.name`, `name: `, and the braces of `{ name }` or `{ name as other }`.
        !(in_text
            || before.ends_with(['.', '{'])
            || after.starts_with([':', '}'])
            || after.starts_with("as "))
    })
}

/// Whether `script` has this word.
pub fn mentions(script: &str, word: &str) -> bool {
    words(script).any(|known| known == word)
}

fn is_declared(items: &[Item], word: &str) -> bool {
    items.iter().any(|item| item.declares.contains(&word))
}

/// Names, keywords and numbers, in texts and comments too.
fn words(script: &str) -> impl Iterator<Item = &str> {
    script.split(|c| !is_word_part(c)).filter(|word| !word.is_empty())
}

fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn items(script: &str) -> Vec<Item<'_>> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in script.split_inclusive('\n') {
        // What begins at the left edge is something new, unless it ends what was begun.
        if line.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([script.len()]);
    let texts = starts.iter().zip(ends).filter_map(|(&start, end)| script.get(start..end));
    texts.map(|text| Item { text, declares: declared(text) }).collect()
}

fn declared(item: &str) -> Vec<&str> {
    let item = ["export ", "async "].iter().fold(item, |item, word| item.trim_start_matches(word));
    let name = |rest| words(rest).take(1).collect();
    match item.split_once(' ') {
        Some(("function" | "class" | "const", rest)) => name(rest),
        Some(("let", rest)) => match rest.split_once(';') {
            // Without a value there may be several.
            Some((names, _)) if !names.contains('=') => words(names).collect(),
            _ => name(rest),
        },
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_now_12: function() {
            return performance.now();
        },
        __wbg_text_34: function(arg0) {
            // Not `unused`.
            return decode(arg0);
        },
    };
    return { "./rank_bg.js": import0 };
}

export class Unused {
}
if (Symbol.dispose) Unused.prototype[Symbol.dispose] = Unused.prototype.free;

let decoder = new TextDecoder();
decoder.decode();
function decode(arg0) {
    return decoder.decode(wasm.__wbg_memory, arg0);
}

let wasmModule, wasm;
function initSync(module) {
    wasm = start(module, __wbg_get_imports());
}

async function init() {
    wasm = await fetch();
}

export { initSync, init as default };
"#;

    fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|&(from, to)| (from.to_owned(), to.to_owned())).collect()
    }

    #[test]
    fn what_nobody_needs_goes() {
        let text = shaken(SCRIPT, "initSync").expect("it is exported");
        for gone in ["Unused", "init", "fetch"] {
            assert!(!mentions(&text, gone), "{gone}");
        }
        for kept in ["decoder.decode();", "let wasmModule, wasm;", "export { initSync };"] {
            assert!(text.contains(kept), "{kept}");
        }
        let text = shaken(SCRIPT, "default").expect("it is exported");
        assert!(text.ends_with("export { init as default };\n"));
        assert!(!mentions(&text, "initSync") && !mentions(&text, "decoder"));
        assert_eq!(shaken(SCRIPT, "other"), None);
        assert_eq!(shaken("let x;", "x"), None);
    }

    #[test]
    fn imports_go_with_what_only_they_need() {
        let imports = ["__wbg_now_12".to_owned()];
        let text = with_imports(SCRIPT, &imports).expect("it has them");
        let text = shaken(&text, "initSync").expect("it is exported");
        assert!(mentions(&text, "performance") && mentions(&text, "import0"));
        assert!(!mentions(&text, "decode"));
        assert_eq!(with_imports(SCRIPT, &["__wbg_new_56".to_owned()]), None);
    }

    #[test]
    fn own_names_are_no_properties_texts_or_exports() {
        let own = own_names(SCRIPT);
        assert_eq!(
            own,
            ["__wbg_get_imports", "Unused", "decoder", "wasmModule", "wasm"].map(String::from)
        );
        assert_eq!(own_names("function f() {}\ng(f);\n"), ["f"].map(String::from));
        for other in ["x.f();", "x = {\nf: 1 };", "x = { f };", "x = 'f';", "export { f as g };"] {
            assert!(own_names(&format!("function f() {{}}\n{other}\n")).is_empty(), "{other}");
        }
    }

    #[test]
    fn arguments_are_found_by_their_names() {
        assert_eq!(arguments(SCRIPT), ["arg0".to_owned()]);
        assert!(arguments("f(arg, args0, x.arg1);").is_empty());
    }

    #[test]
    fn whole_words_are_renamed_and_quoted_modules() {
        let short = map(&[("__wbg_now", "a"), ("__wbg_now_12", "b"), ("./rank_bg.js", "_")]);
        let text = renamed(SCRIPT, &short);
        assert!(text.contains("        b: function() {"));
        assert!(text.contains("{ \"_\": import0 }"));
        assert_eq!(renamed("é __wbg_now", &short), "é a");
    }
}
