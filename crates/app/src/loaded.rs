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

    /// The text as HTML, by `draw`; until it is here, and where it will not be, that.
    pub fn html(&self, words: &Words, draw: impl Fn(&str) -> String) -> String {
        match self {
            Loaded::Text(text) => draw(text),
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
            let html = |loaded: Loaded| loaded.html(words, |text| format!("<b>{text}</b>"));
            assert_eq!(html(Loaded::Text("a".to_owned())), "<b>a</b>");
            assert!(html(Loaded::Coming).contains(words.loading));
            let failed = html(Loaded::Failed("texts/en/moe.html".to_owned()));
            assert!(failed.contains("texts/en/moe.html"), "{failed}");
        }
    }
}
