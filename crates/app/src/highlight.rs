//! Programs as HTML, comments, strings and keywords told apart.

use std::fmt::Write;

const KEYWORDS: [&str; 27] = [
    "as", "assert", "async", "await", "const", "crate", "def", "else", "fn", "for", "from", "if",
    "import", "in", "let", "match", "move", "mut", "not", "or", "pub", "return", "super", "true",
    "use", "while", "None",
];

/// `code`, each line an option of a list: `line-` and its number is its id. `comment` is what comments begin with.
pub fn html(code: &str, comment: &str) -> String {
    let mut html = String::new();
    for (number, line) in (1..).zip(code.lines()) {
        // There is nothing to choose in an empty line.
        let role = match line.trim() {
            "" => "aria-hidden=true",
            _ => "role=option aria-selected=false",
        };
        let _ = write!(
            html,
            "<div class=line {role} id=line-{number} data-line={number}>\
             <span class=no aria-hidden=true>{number}</span><code>"
        );
        push_line(&mut html, line, comment);
        html.push_str("</code></div>");
    }
    html
}

fn push_line(html: &mut String, line: &str, comment: &str) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (class, len) = if rest.starts_with(comment) {
            ("note", rest.len())
        } else if first == '"' {
            ("text", rest[1..].find('"').map_or(rest.len(), |end| end + 2))
        } else if first.is_alphanumeric() || first == '_' {
            let len = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let word = &rest[..len];
            let digit = first.is_ascii_digit();
            (if KEYWORDS.contains(&word) || digit { "word" } else { "" }, len)
        } else {
            ("", first.len_utf8())
        };
        let (token, after) = rest.split_at(len);
        if class.is_empty() {
            push_escaped(html, token);
        } else {
            let _ = write!(html, "<span class={class}>");
            push_escaped(html, token);
            html.push_str("</span>");
        }
        rest = after;
    }
}

/// `text` with what would be taken for markup written otherwise.
fn push_escaped(html: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            _ => html.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(code: &str, comment: &str) -> String {
        let html = html(code, comment);
        let (_, code) = html.split_once("<code>").unwrap();
        code.trim_end_matches("</code></div>").to_owned()
    }

    #[test]
    fn comments_strings_and_keywords_are_told_apart() {
        assert_eq!(
            line("if x < 2: f(\"# no\")  # yes", "#"),
            "<span class=word>if</span> x &lt; <span class=word>2</span>: \
             f(<span class=text>\"# no\"</span>)  <span class=note># yes</span>"
        );
        assert_eq!(
            line("let iffy = &a; // Vec<T>", "//"),
            "<span class=word>let</span> iffy = &amp;a; <span class=note>// Vec&lt;T&gt;</span>"
        );
        assert_eq!(line("\"open", "//"), "<span class=text>\"open</span>");
    }

    #[test]
    fn lines_are_numbered_from_one() {
        let html = html("a\n\nb\n", "#");
        assert_eq!(html.matches("class=line").count(), 3);
        assert_eq!(html.matches("role=option").count(), 2, "an empty line is no option");
        assert!(html.contains("id=line-3 data-line=3"));
    }
}
