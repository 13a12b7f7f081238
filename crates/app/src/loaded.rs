//! A file that lies beside the page, on its way or here.

use crate::words::Words;

/// What has become of a file that the page asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loaded {
    /// It is on its way.
    Coming,
    /// It could not be loaded: its address.
    Failed(String),
    /// What is in it.
    Text(String),
}

impl Loaded {
    /// The text, if it is here.
    pub fn text(&self) -> Option<&str> {
        match self {
            Loaded::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What a lesson's explanation says of the check of that name.
    pub fn meaning(&self, check: &str) -> Option<&str> {
        let term = "<dt><code>".to_owned() + check + "</code></dt><dd>";
        let (_, told) = self.text()?.split_once(&term)?;
        told.split_once("</dd>").map(|(meaning, _)| meaning)
    }

    /// Why there is no text, as HTML; nothing where there is one.
    pub fn missing(&self, words: &Words) -> String {
        match self {
            Loaded::Text(_) => String::new(),
            Loaded::Coming => format!("<p class=note>{}</p>", words.loading),
            Loaded::Failed(url) => format!("<p class=error>{}</p>", (words.not_loaded)(url)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Lang;

    #[test]
    fn what_is_not_there_is_said_and_no_other_text_shown() {
        for lang in Lang::ALL {
            let words = Words::of(lang);
            let there = Loaded::Text("a".to_owned());
            assert_eq!((there.text(), there.missing(words).as_str()), (Some("a"), ""));
            assert!(Loaded::Coming.missing(words).contains(words.loading));
            let failed = Loaded::Failed("texts/en/moe.html".to_owned());
            assert!(failed.missing(words).contains("texts/en/moe.html"));
            assert_eq!((failed.text(), Loaded::Coming.text()), (None, None));
        }
    }
}
