//! JSON cut into its parts, as they are written. What is no JSON has fewer parts, or none.

use std::borrow::Cow;

/// An object's keys, without their quotes, and values.
pub(super) fn entries(object: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let mut scanner = Scanner(object);
    let mut goes_on = scanner.takes('{');
    std::iter::from_fn(move || {
        let key = if goes_on { scanner.value()? } else { return None };
        let value = if scanner.takes(':') { scanner.value()? } else { return None };
        goes_on = scanner.takes(',');
        Some((name(key), value))
    })
}

/// What a key in its quotes says. (Of escapes only those of letters by number are taken apart: no key of ours has others.)
fn name(key: &str) -> Cow<'_, str> {
    let key = key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or_default();
    let mut parts = key.split("\\u");
    let first = parts.next().unwrap_or_default();
    if first.len() == key.len() {
        return Cow::Borrowed(key);
    }
    let mut name = first.to_owned();
    for part in parts {
        let number = part.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        name.extend(number.and_then(char::from_u32));
        name.push_str(part.get(4..).unwrap_or_default());
    }
    Cow::Owned(name)
}

/// A list's values.
pub(super) fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut scanner = Scanner(list);
    let mut goes_on = scanner.takes('[');
    std::iter::from_fn(move || {
        let value = if goes_on { scanner.value()? } else { return None };
        goes_on = scanner.takes(',');
        Some(value)
    })
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
