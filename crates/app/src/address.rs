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
mod tests {
    use super::*;

    fn read(parameters: &[(&str, &str)]) -> Address {
        Address::read(parameters.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())))
    }

    #[test]
    fn the_defaults_leave_the_address_empty() {
        assert_eq!(Address::default().query(), "");
        assert_eq!(read(&[]), Address::default());
    }

    #[test]
    fn only_what_differs_is_written() {
        let address = read(&[
            ("world_size", "8"),
            ("tp", "4"),
            ("d", "2"),
            ("router", "0,1;2,3"),
            ("lang", "zh-CN"),
            ("theme", "dark"),
        ]);
        assert_eq!(address.query(), "?world_size=8&tp=4&router=0,1;2,3&lang=zh&theme=dark");
    }

    #[test]
    fn wrong_values_are_kept_for_the_fields_to_show() {
        let address = read(&[("world_size", "a&b=c d%")]);
        assert_eq!(address.settings.text(Setting::WorldSize), "a&b=c d%");
        assert_eq!(address.query(), "?world_size=a%26b%3Dc%20d%25");
    }

    #[test]
    fn beside_a_program_stand_its_world_size_and_transport() {
        let program = r#"{"world_size": 2, "calls": []}"#;
        let world_size = |parameters: &[(&str, &str)]| {
            let address = read(&[&[("program", program)], parameters].concat());
            assert!(address.settings.is_of_program());
            (address.settings.text(Setting::WorldSize).to_owned(), address.ignored)
        };
        assert_eq!(world_size(&[]), ("2".to_owned(), vec![]));
        // What is said is said, the default too.
        assert_eq!(world_size(&[("world_size", "4")]), ("4".to_owned(), vec![]));
        let others = [("lesson", "moe"), ("tp", "2"), ("transport", "message"), ("tp", "1")];
        let ignored = ["lesson=moe", "tp=1"].map(str::to_owned);
        assert_eq!(world_size(&others), ("2".to_owned(), ignored.to_vec()));
        assert_eq!(world_size(&[("lesson", "program")]), ("2".to_owned(), vec![]));
        // Nothing is no program.
        let address = read(&[("program", " "), ("tp", "1")]);
        assert_eq!((address.settings.text(Setting::Tp), address.ignored), ("1", vec![]));
    }

    #[test]
    fn what_is_not_known_is_ignored_by_name() {
        let address = read(&[("wrold_size", "8"), ("lang", "fr"), ("theme", "blue"), ("tp", "1")]);
        assert_eq!(address.ignored, ["wrold_size", "lang=fr", "theme=blue"]);
        assert_eq!((address.lang, address.theme), (None, None));
        assert_eq!(address.query(), "?tp=1");
    }

    #[test]
    fn view_lesson_and_cursor_come_back() {
        let address = read(&[("view", "replay"), ("cursor", "42"), ("tab", "moe")]);
        assert_eq!((address.view, address.cursor), (View::Replay, Some(42)));
        assert_eq!(address.query(), "?view=replay&tab=moe&cursor=42");
        assert_eq!(read(&[("cursor", "99999999999")]).cursor, Some(u32::MAX as usize));
        let strange = read(&[("view", "upside"), ("cursor", "-1"), ("tab", "seven")]);
        assert_eq!(strange.ignored, ["view=upside", "cursor=-1", "tab=seven"]);
        assert_eq!(strange.query(), "");
    }

    #[test]
    fn the_run_that_is_compared_with_comes_back() {
        let address = read(&[("world_size", "4"), ("against", "world_size=3&router=0%3B1;2")]);
        let against = address.against.clone().unwrap();
        assert_eq!(against.text(Setting::WorldSize), "3");
        assert_eq!(against.text(Setting::Router), "0;1;2");
        assert_eq!(address.query(), "?against=world_size%3D3%26router%3D0;1;2");
        // A program, too.
        let program = r#"{"world_size": 2, "calls": []}"#;
        let mut settings = Settings::default();
        settings.set_program(program);
        let one = Address { against: Some(settings), ..Address::default() };
        let query = one.query();
        let parameters = query.trim_start_matches('?').split_once('=').unwrap();
        let other = read(&[(parameters.0, &decoded(parameters.1).unwrap())]);
        assert_eq!(other, one);
        // A run of nothing but defaults is a run, too.
        assert_eq!(read(&[("against", "")]).against, Some(Settings::default()));
        for strange in ["wrold_size=3", "world_size", "d=%4", "d=%zz", "d=%+1"] {
            let address = read(&[("against", strange)]);
            assert_eq!(address.against, None);
            assert_eq!(address.ignored, [format!("against={strange}")]);
        }
    }

    #[test]
    fn a_forecast_comes_back() {
        let address = read(&[("cost", "gather"), ("link", "pcie"), ("cost_ranks", "1")]);
        assert_eq!(address.query(), "?cost=gather&link=pcie");
        assert_eq!(address.ignored, ["cost_ranks=1"]);
    }

    #[test]
    fn the_last_of_a_name_counts() {
        assert_eq!(read(&[("tp", "1"), ("tp", "2")]).settings.text(Setting::Tp), "2");
    }
}
