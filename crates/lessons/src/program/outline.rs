//! What can be told of a program without understanding it: the page leaves that to its ranks.

use super::scanner;
use crate::config::MAX_WORLD_SIZE;

/// What a program's outermost object says about all ranks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Outline {
    /// Ranks, as it says or as it has lists for.
    pub world_size: Option<usize>,
    /// Bytes.
    pub eager_limit: Option<usize>,
    pub timeout_ms: Option<u32>,
}

impl Outline {
    /// Reads what is there; nothing of what is no JSON. (Ranks read the whole, and tell what is wrong with it.)
    pub(crate) fn of(text: &str) -> Outline {
        let mut outline = Outline::default();
        let mut lists = None;
        for (key, value) in scanner::entries(text) {
            match &*key {
                "world_size" => outline.world_size = value.parse().ok(),
                "eager_limit" => outline.eager_limit = value.parse().ok(),
                "timeout_ms" => outline.timeout_ms = value.parse().ok(),
                "ranks" => lists = Some(scanner::items(value).count()),
                _ => {}
            }
        }
        // A wrong number of lists says nothing about ranks.
        let lists = lists.filter(|lists| (1..=MAX_WORLD_SIZE).contains(lists));
        outline.world_size = outline.world_size.or(lists);
        outline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_what_stands_outermost() {
        let text = r#" { "title": "a, \"b\": {[", "calls": [{"world_size": 9, "x": [1, "]"]}],
            "world_size" : 3 , "eager_limit":64, "timeout_ms": 15 } "#;
        let outline = Outline::of(text);
        assert_eq!(outline.world_size, Some(3));
        assert_eq!((outline.eager_limit, outline.timeout_ms), (Some(64), Some(15)));
        let lists = Outline::of(r#"{"ranks": [[], [{"call": "exit"}, {}], []]}"#);
        assert_eq!(lists.world_size, Some(3));
        let escaped =
            r#"{"\u0077orld_size": 2, "timeou\u0074_ms": 7, "\ud83d\ude00": 1, "\u00": 1}"#;
        assert_eq!(Outline::of(escaped).world_size, Some(2));
        assert_eq!(Outline::of(escaped).timeout_ms, Some(7));
        assert_eq!(Outline::of(r#"{"ranks": []}"#).world_size, None);
        assert_eq!(
            Outline::of(&format!("{{\"ranks\": [{}[]]}}", "[],".repeat(64))).world_size,
            None
        );
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
