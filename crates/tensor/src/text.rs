//! Texts in errors, written by one instance of the program and read by another. A rank in a browser hands its errors
//! over as they are, and the page puts them into words.

use std::cell::RefCell;

use serde::{Deserialize, Deserializer};

/// A text that stands in the program: an operation's name, an argument's, a rule.
pub type Text = &'static str;

thread_local! {
    /// A program has only so many texts, so each that was read is kept for good, once.
    static KNOWN: RefCell<Vec<Text>> = const { RefCell::new(Vec::new()) };
}

fn known(text: String) -> Text {
    KNOWN.with_borrow_mut(|known| {
        if let Some(text) = known.iter().find(|known| **known == text) {
            return *text;
        }
        let text: Text = Box::leak(text.into_boxed_str());
        known.push(text);
        text
    })
}

/// Reads a [`Text`].
///
/// # Errors
/// Where there is none.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    String::deserialize(deserializer).map(known)
}

/// Reads several.
///
/// # Errors
/// Where there are none.
pub fn read_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Text>, D::Error> {
    Vec::<String>::deserialize(deserializer).map(|texts| texts.into_iter().map(known).collect())
}
