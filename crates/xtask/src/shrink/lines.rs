//! What wasm-bindgen writes for readers of its JavaScript, line by line, and what no browser needs.

/// `script` where what is returned has no name before (`const ret = f(); return ret;`), and without the warning about how
/// `initSync` is called: here it is called as it should be.
pub fn plain(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some((line, after)) = rest.split_once('\n') {
        rest = after;
        let value = line.trim().strip_prefix("const ret = ").filter(|value| value.ends_with(';'));
        let returned = after.split_once('\n').filter(|(next, _)| next.trim() == "return ret;");
        match (value, returned) {
            (Some(value), Some((_, after))) => {
                text.extend(["return ", value]);
                rest = after;
            }
            _ if line.trim().starts_with("console.warn('using deprecated parameters") => {}
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_need_no_name() {
        let script =
            "f: function() {\n  const ret = g(1);\n  return ret;\n},\nconst ret = 2;\nh(ret);\n";
        let plainer = "f: function() {\nreturn g(1);\n},\nconst ret = 2;\nh(ret);\n";
        assert_eq!(plain(script), plainer);
    }

    #[test]
    fn nobody_is_warned_of_what_does_not_happen() {
        let script =
            "{\n  console.warn('using deprecated parameters for f');\n  console.warn('x');\n}";
        assert_eq!(plain(script), "{\n\n  console.warn('x');\n}");
    }
}
