//! What eyes need of a script and no browser does: comments, indentation and spaces, names of what is returned, ends of lines.

/// `script` without all that.
pub fn tight(script: &str) -> String {
    joined(&with_plain_returns(&without_comments(script)))
}

/// `script` without comments on lines of their own, indentation and empty lines.
fn without_comments(script: &str) -> String {
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

/// `script`, without comments and indentation, where what is returned has no name before (`const ret = f(); return ret;`), and
/// without the warning about how `initSync` is called: here it is called as it should be.
fn with_plain_returns(script: &str) -> String {
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
            _ if line.starts_with("console.warn('using deprecated parameters") => {}
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// `script` without the spaces, and the ends of lines, that only eyes need.
fn joined(script: &str) -> String {
    if has_long_texts(script) {
        return script.to_owned();
    }
    let mut text = String::with_capacity(script.len());
    for line in script.lines() {
        text.push_str(&narrow(line));
        if line.contains("//") || !line.ends_with([';', '{', '(', ',']) {
            text.push('\n');
        }
    }
    text
}

/// A line without spaces that only eyes need. (Line by line, since the minifier does not know where the end of a line ends a
/// statement; nor does it see that `a + +b` is not `a++b`.)
fn narrow(line: &str) -> String {
    let is_odd = ["+ +", "- -", "//"].iter().any(|odd| line.contains(odd));
    match minifier::js::minify(line) {
        Ok(narrow) if !is_odd => narrow.to_string(),
        _ => line.to_owned(),
    }
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
    fn nobody_is_warned_of_what_does_not_happen() {
        let script = "console.warn('using deprecated parameters for f');\nconsole.warn('x');\n";
        assert_eq!(with_plain_returns(script), "\nconsole.warn('x');\n");
    }

    #[test]
    fn lines_are_joined_where_nothing_needs_their_end() {
        let script = "f(\ng,\nh); // one;\nif (x) {\ny();\n}\nz()\n";
        assert_eq!(joined(script), "f(g,h); // one;\nif(x){y();}\nz()\n");
        let over_lines = "g(`;\n;`);\n";
        assert_eq!(joined(over_lines), over_lines);
    }

    #[test]
    fn texts_and_what_ends_a_statement_stay() {
        let script = "const a = `x  ${b} = 1`;\nlet c = 'two  words'\nfunction f(d) {\n  return d + +a;\n}\nif (c) f(c)\nelse f(1)\n";
        let narrow = "const a=`x  ${b} = 1`;let c='two  words'\nfunction f(d){return d + +a;}\nif(c)f(c)\nelse f(1)\n";
        assert_eq!(tight(script), narrow);
    }
}
