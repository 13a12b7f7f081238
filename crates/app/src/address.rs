//! What of the page stands in its address: settings that differ from the defaults, how the reader looks at the run and
//! where its cursor rests, language and theme where chosen.

use std::fmt::Write;

use lessons::Lesson;

use crate::state::{Forecast, Lang, Setting, Settings, Theme, View};

const VIEW: &str = "view";
const TAB: &str = "tab";
const AGAINST: &str = "against";
const CURSOR: &str = "cursor";
const LANG: &str = "lang";
const THEME: &str = "theme";

/// An address, read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    /// What the fields hold, right or wrong.
    pub settings: Settings,
    /// How the reader looks at the run.
    pub view: View,
    /// The lesson on display, if it is not the first.
    pub tab: Option<Lesson>,
    /// Where the cursor rests, if it does not rest at the end.
    pub cursor: Option<usize>,
    /// What the fields held for the run that is compared with, if one is.
    pub against: Option<Settings>,
    /// What the reader wants a forecast of.
    pub forecast: Forecast,
    /// The language, if it is chosen.
    pub lang: Option<Lang>,
    /// The theme, if it is chosen.
    pub theme: Option<Theme>,
    /// What the page does not know, or a program does not use, and is ignored: `key` or, where the key is known,
    /// `key=value`.
    pub ignored: Vec<String>,
}

impl Address {
    /// Reads the parameters of an address. A name given twice counts as it was given last.
    pub fn read(parameters: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut address = Address::default();
        let mut given: Vec<(Setting, String)> = Vec::new();
        for (key, value) in parameters {
            if let Some(setting) = Setting::from_key(&key) {
                given.retain(|(other, _)| *other != setting);
                given.push((setting, value));
                continue;
            }
            let forecast = address.forecast.set(&key, &value);
            let known = match key.as_str() {
                _ if forecast.is_some() => forecast == Some(true),
                VIEW => View::from_id(&value).map(|view| address.view = view).is_some(),
                TAB => {
                    address.tab = Lesson::from_id(&value).or(address.tab);
                    Lesson::from_id(&value).is_some()
                }
                CURSOR => {
                    // Beyond the end is the end, however far.
                    let cursor = value.parse::<u128>().ok();
                    let cursor = cursor.map(|cursor| u32::try_from(cursor).unwrap_or(u32::MAX));
                    address.cursor = cursor.map(|cursor| cursor as usize).or(address.cursor);
                    cursor.is_some()
                }
                AGAINST => {
                    address.against = against(&value).or(address.against);
                    against(&value).is_some()
                }
                LANG => {
                    address.lang = Lang::from_tag(&value).or(address.lang);
                    Lang::from_tag(&value).is_some()
                }
                THEME => {
                    address.theme = Theme::from_id(&value).or(address.theme);
                    Theme::from_id(&value).is_some()
                }
                _ => {
                    address.ignored.push(key);
                    continue;
                }
            };
            if !known {
                address.ignored.push(format!("{key}={value}"));
            }
        }
        let (settings, unused) = settings(given);
        address.settings = settings;
        address.ignored.extend(unused);
        address
    }

    /// The query that reads back as this address: empty, or beginning with `?`. What is ignored is left out.
    pub fn query(&self) -> String {
        let mut query = String::new();
        for (setting, text) in self.settings.given() {
            push(&mut query, setting.key(), text);
        }
        if self.view != View::default() {
            push(&mut query, VIEW, self.view.id());
        }
        if let Some(tab) = self.tab {
            push(&mut query, TAB, tab.id());
        }
        for (key, text) in self.forecast.given() {
            push(&mut query, key, &text);
        }
        if let Some(cursor) = self.cursor {
            push(&mut query, CURSOR, &cursor.to_string());
        }
        if let Some(against) = &self.against {
            let mut settings = String::new();
            for (setting, text) in against.given() {
                push(&mut settings, setting.key(), text);
            }
            push(&mut query, AGAINST, settings.trim_start_matches('?'));
        }
        if let Some(lang) = self.lang {
            push(&mut query, LANG, lang.id());
        }
        if let Some(theme) = self.theme {
            push(&mut query, THEME, theme.id());
        }
        query
    }
}

/// The settings that were given, and those that a program does not use, as `key=value`.
fn settings(given: Vec<(Setting, String)>) -> (Settings, Vec<String>) {
    let (mut settings, mut unused) = (Settings::default(), Vec::new());
    let is_program = |(setting, text): &&(Setting, String)| {
        *setting == Setting::Program && !text.trim().is_empty()
    };
    let program = given.iter().find(is_program);
    let has_program = program.is_some();
    // First: a world size beside it is meant in place of its own.
    if let Some((_, text)) = program {
        settings.set_program(text.as_str());
    }
    for (setting, text) in given {
        match setting {
            Setting::Program => {}
            Setting::Lesson if has_program && text == Lesson::Program.id() => {}
            Setting::WorldSize | Setting::Transport => settings.set(setting, text),
            _ if has_program => unused.push(format!("{}={text}", setting.key())),
            _ => settings.set(setting, text),
        }
    }
    (settings, unused)
}

/// Settings written as an address writes them; nothing if one of them is not known.
fn against(query: &str) -> Option<Settings> {
    let mut given = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, text) = pair.split_once('=')?;
        given.push((Setting::from_key(key)?, decoded(text)?));
    }
    Some(settings(given).0)
}

/// `text` without its percent signs; nothing if that is no text.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let digits =
            part.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(part.get(2..)?.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

fn push(query: &mut String, key: &str, text: &str) {
    query.push(if query.is_empty() { '?' } else { '&' });
    query.push_str(key);
    query.push('=');
    for byte in text.bytes() {
        match byte {
            // Lists and tables stay readable: nothing here gives these two a meaning in a query.
            b',' | b';' => query.push(char::from(byte)),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                query.push(char::from(byte));
            }
            _ => {
                // Writing into a string cannot fail.
                let _ = write!(query, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests;
