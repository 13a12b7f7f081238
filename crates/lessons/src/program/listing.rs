use super::scanner::{entries, items};

/// A program to look at: a call to a line, as it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// The lines. Where each rank has a list of its own, `// rank 0` and so on stand between them.
    pub lines: Vec<String>,
    /// By rank: how many lines stand before its first call. One for all where all make the same calls.
    pub before: Vec<usize>,
}

impl Listing {
    /// The calls of a program's text.
    pub fn of(program: &str) -> Listing {
        let mut listing = Listing::default();
        for (key, value) in entries(program) {
            match &*key {
                "calls" => listing.push(value),
                "ranks" => {
                    for (rank, list) in items(value).enumerate() {
                        listing.lines.push(format!("// rank {rank}"));
                        listing.push(list);
                    }
                }
                _ => {}
            }
        }
        listing
    }

    fn push(&mut self, list: &str) {
        self.before.push(self.lines.len());
        self.lines.extend(items(list).map(on_one_line));
    }

    /// The line on which `rank` makes its call number `call`; both count from 1.
    pub fn line(&self, rank: usize, call: u32) -> u32 {
        let before = self.before.get(rank).or(self.before.first());
        call + before.map_or(0, |&before| before as u32)
    }
}

/// Without the spaces and line ends between its parts, but for one.
fn on_one_line(call: &str) -> String {
    let (mut line, mut in_text, mut escaped) = (String::with_capacity(call.len()), false, false);
    for c in call.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            c if c.is_whitespace() && !in_text => {
                if !line.ends_with([' ', '[', '{']) {
                    line.push(' ');
                }
                continue;
            }
            _ => {}
        }
        if matches!(c, ']' | '}') && !in_text {
            line.truncate(line.trim_end().len());
        }
        line.push(c);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_stands_on_a_line() {
        let listing = Listing::of(
            "{\"calls\": [ {\"call\": \"log\",\n  \"text\":  \"a  b\" },\n{\"call\":\"exit\"}]}",
        );
        assert_eq!(listing.lines, [r#"{"call": "log", "text": "a  b"}"#, r#"{"call":"exit"}"#]);
        assert_eq!((listing.line(0, 1), listing.line(3, 2)), (1, 2));
    }

    #[test]
    fn ranks_have_lists_of_their_own() {
        let listing = Listing::of(
            r#"{"ranks": [[{"call": "exit"}], [{"call": "barrier"}, {"call": "exit"}]]}"#,
        );
        let calls = [r#"{"call": "exit"}"#, r#"{"call": "barrier"}"#];
        assert_eq!(listing.lines, ["// rank 0", calls[0], "// rank 1", calls[1], calls[0]]);
        assert_eq!([listing.line(0, 1), listing.line(1, 1), listing.line(1, 2)], [2, 4, 5]);
    }

    #[test]
    fn what_is_no_program_has_no_lines() {
        for text in ["", "[]", "{\"calls\": 7}", "{\"calls\": [", "nonsense"] {
            assert_eq!(Listing::of(text).lines, Vec::<String>::new(), "{text}");
        }
    }
}
