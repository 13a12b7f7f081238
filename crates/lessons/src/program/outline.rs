//! What can be told of a program without understanding it: the page leaves that to its ranks.

/// What a program's outermost object says about all ranks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Outline {
    /// Ranks, as it says or as it has lists for.
    pub world_size: Option<usize>,
    /// Bytes.
    pub eager_limit: Option<usize>,
    pub timeout_ms: Option<f64>,
}

impl Outline {
    /// Reads what is there; nothing of what is no JSON. (Ranks read the whole, and tell what is wrong with it.)
    pub(crate) fn of(text: &str) -> Outline {
        let mut outline = Outline::default();
        let mut lists = None;
        let mut scanner = Scanner(text);
        if !scanner.takes('{') {
            return outline;
        }
        while let Some(key) = scanner.value() {
            let value = if scanner.takes(':') { scanner.value() } else { None };
            let Some(value) = value else { break };
            match key {
                "\"world_size\"" => outline.world_size = value.parse().ok(),
                "\"eager_limit\"" => outline.eager_limit = value.parse().ok(),
                "\"timeout_ms\"" => outline.timeout_ms = value.parse().ok(),
                "\"ranks\"" => lists = items(value),
                _ => {}
            }
            if !scanner.takes(',') {
                break;
            }
        }
        outline.world_size = outline.world_size.or(lists);
        outline
    }
}

/// How many values a list has.
fn items(list: &str) -> Option<usize> {
    let mut scanner = Scanner(list);
    if !scanner.takes('[') {
        return None;
    }
    let mut count = 0;
    while scanner.value().is_some() {
        count += 1;
        if !scanner.takes(',') {
            break;
        }
    }
    Some(count)
}

/// What is left of a text.
struct Scanner<'a>(&'a str);

impl<'a> Scanner<'a> {
    fn takes(&mut self, token: char) -> bool {
        let rest = self.0.trim_start().strip_prefix(token);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// The next value as it is written: up to the comma, colon or bracket behind it that belongs to no part of it.
    fn value(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
        let mut end = text.len();
        for (at, c) in text.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if in_text => escaped = true,
                '"' => in_text = !in_text,
                _ if in_text => {}
                '[' | '{' => depth += 1,
                ']' | '}' if depth > 0 => depth -= 1,
                ',' | ':' | ']' | '}' if depth == 0 => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let (value, rest) = text.split_at(end);
        self.0 = rest;
        let value = value.trim_end();
        (!value.is_empty()).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_what_stands_outermost() {
        let text = r#" { "title": "a, \"b\": {[", "calls": [{"world_size": 9, "x": [1, "]"]}],
            "world_size" : 3 , "eager_limit":64, "timeout_ms": 1.5 } "#;
        let outline = Outline::of(text);
        assert_eq!(outline.world_size, Some(3));
        assert_eq!((outline.eager_limit, outline.timeout_ms), (Some(64), Some(1.5)));
        let lists = Outline::of(r#"{"ranks": [[], [{"call": "exit"}, {}], []]}"#);
        assert_eq!(lists.world_size, Some(3));
        assert_eq!(Outline::of(r#"{"ranks": []}"#).world_size, Some(0));
    }

    #[test]
    fn what_is_no_program_has_none() {
        for text in [
            "",
            "{",
            "[1]",
            "{]",
            "{\"world_size\"}",
            "{\"world_size\": }",
            "{:,}",
            "\"\\",
            "{\"a\": \"\\",
        ] {
            assert_eq!(Outline::of(text), Outline::default(), "{text}");
        }
    }
}
