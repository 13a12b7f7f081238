//! What eyes need of a script and no browser does: comments, indentation, names of what is returned, ends of lines.

/// `script` without comments on lines of their own, indentation and empty lines.
pub fn without_comments(script: &str) -> String {
    if has_long_texts(script) {
        return script.to_owned();
    }
    let (mut text, mut in_comment) = (String::new(), false);
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !(in_comment || line.is_empty() || line.starts_with("//")) {
            text.push_str(line);
            text.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    text
}

/// `script`, without comments and indentation, where what is returned has no name before: `const ret = f(); return ret;`.
pub fn with_plain_returns(script: &str) -> String {
    let lines: Vec<&str> = script.lines().collect();
    let mut text = String::with_capacity(script.len());
    let mut rest = lines.as_slice();
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        match (line.strip_prefix("const ret = "), after.first()) {
            (Some(value), Some(&"return ret;")) if value.ends_with(';') => {
                text.push_str("return ");
                text.push_str(value);
                rest = &after[1..];
            }
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// `script` without the ends of lines that only eyes need.
pub fn joined(script: &str) -> String {
    if has_long_texts(script) {
        return script.to_owned();
    }
    let mut text = String::with_capacity(script.len());
    for line in script.lines() {
        text.push_str(line);
        if line.contains("//") || !line.ends_with([';', '{', '(', ',']) {
            text.push('\n');
        }
    }
    text
}

/// Whether a text goes over several lines: it may look like anything.
fn has_long_texts(script: &str) -> bool {
    script.lines().any(|line| line.matches('`').count() % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go() {
        let script = "/**\n * Text.\n */\nf(); // one\n  // two\n\n  /* three */\n  g(`x`);\n";
        assert_eq!(without_comments(script), "f(); // one\ng(`x`);\n");
        let over_lines = "g(`\n // text\n`);\n";
        assert_eq!(without_comments(over_lines), over_lines);
    }

    #[test]
    fn returns_need_no_name() {
        let script =
            "f: function() {\nconst ret = g(1);\nreturn ret;\n},\nconst ret = 2;\nh(ret);\n";
        let plain = "f: function() {\nreturn g(1);\n},\nconst ret = 2;\nh(ret);\n";
        assert_eq!(with_plain_returns(script), plain);
    }

    #[test]
    fn lines_are_joined_where_nothing_needs_their_end() {
        let script = "f(\ng,\nh); // one;\nif (x) {\ny();\n}\nz()\n";
        assert_eq!(joined(script), "f(g,h); // one;\nif (x) {y();}\nz()\n");
        let over_lines = "g(`;\n;`);\n";
        assert_eq!(joined(over_lines), over_lines);
    }
}
