//! Texts in errors, written by one instance of the program and read by another. A rank in a browser hands its errors
//! over as they are, and the page puts them into words.

use std::cell::RefCell;

use serde::{Deserialize, Deserializer};

/// A text that stands in the program: an operation's name, an argument's, a rule.
///
/// ```
/// # use tensor::*;
/// let error = Tensor::from_slice(&[1_i64]).select(1, 0).unwrap_err();
/// let TensorError::NoSuchDim { op, .. } = *error else { panic!("{error}") };
/// let name: text::Text = op;
/// assert_eq!(name, "select");
/// ```
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

/// Reads a [`Text`], for serde's `deserialize_with`. The same text is kept in one place, however often it is read.
///
/// ```
/// # use tensor::text::{self, Text};
/// #[derive(serde::Deserialize)]
/// struct Refused {
///     #[serde(deserialize_with = "text::read")]
///     call: Text,
/// }
/// let read = |json| serde_json::from_str(json).map(|refused: Refused| refused.call);
/// let (first, second) = (read(r#"{"call": "send"}"#)?, read(r#"{"call": "send"}"#)?);
/// assert_eq!((first, first.as_ptr()), ("send", second.as_ptr()));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Where there is none.
pub fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    String::deserialize(deserializer).map(known)
}

/// Reads several, for serde's `deserialize_with`.
///
/// ```
/// # use tensor::text::{self, Text};
/// #[derive(serde::Deserialize)]
/// struct Refused {
///     #[serde(deserialize_with = "text::read_list")]
///     arguments: Vec<Text>,
/// }
/// let refused: Refused = serde_json::from_str(r#"{"arguments": ["src", "tag"]}"#)?;
/// assert_eq!(refused.arguments, ["src", "tag"]);
/// assert!(serde_json::from_str::<Refused>(r#"{"arguments": "src"}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Where there are none.
pub fn read_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Text>, D::Error> {
    Vec::<String>::deserialize(deserializer).map(|texts| texts.into_iter().map(known).collect())
}
