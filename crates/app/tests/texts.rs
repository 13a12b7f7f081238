//! What lies beside the page for readers: every lesson is explained in both languages, and its questions lead somewhere.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use std::fs;
use std::path::Path;

use lessons::{Lesson, Program};
use page::address::Address;
use page::state::Lang;

fn text(lang: Lang, lesson: Lesson) -> String {
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
    let path = texts.join(lang.id()).join(format!("{}.html", lesson.id()));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Addresses of the links in a text.
fn links(text: &str) -> Vec<String> {
    let links = text.split("href=\"").skip(1);
    links.map(|link| link.split('"').next().unwrap().replace("&amp;", "&")).collect()
}

fn read(query: &str) -> Address {
    let pairs = query.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    Address::read(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())))
}

#[test]
fn every_lesson_has_paragraphs_and_questions_in_both_languages() {
    for lang in Lang::ALL {
        for lesson in Lesson::every() {
            let text = text(lang, lesson);
            let paragraphs = text.matches("<p>").count();
            assert!((2..=3).contains(&paragraphs), "{lang:?} {lesson:?}: {paragraphs} paragraphs");
            assert!(text.matches("<li>").count() >= 2, "{lang:?} {lesson:?}: too few questions");
            for tag in ["p", "li", "ul", "a", "code", "em", "h3", "dl", "dt", "dd"] {
                let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
                let opened =
                    text.matches(&open).count() + text.matches(&format!("<{tag} ")).count();
                assert_eq!(opened, text.matches(&close).count(), "{lang:?} {lesson:?}: <{tag}>");
            }
        }
    }
}

#[test]
fn the_programs_to_try_are_programs_in_both_languages() {
    let runs = |lang| -> Vec<String> {
        let links = links(&text(lang, Lesson::Program));
        links.into_iter().filter(|link| link.starts_with("?program=")).collect()
    };
    let [en, zh] = Lang::ALL.map(runs);
    assert_eq!(en.len(), 3);
    assert_eq!(en, zh, "both languages ask the same");
    for link in en {
        let encoded = link.trim_start_matches("?program=");
        let (config, _) = read(&format!("?program={}", decoded(encoded))).settings.parse().unwrap();
        let program = Program::parse(config.program().unwrap(), None);
        assert_eq!(program.and_then(|program| program.check()), Ok(()), "{encoded}");
    }
}

/// As a browser reads what stands in an address.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn every_question_leads_to_a_run_of_its_own_lesson() {
    for lesson in Lesson::every() {
        let [en, zh] = Lang::ALL.map(|lang| links(&text(lang, lesson)));
        assert!(en.len() >= 2, "{lesson:?}");
        assert_eq!(en, zh, "{lesson:?}: both languages ask the same");
        for link in en {
            let address = read(&link);
            assert!(address.ignored.is_empty(), "{link}: {:?} is not known", address.ignored);
            let (config, _) = address.settings.parse().unwrap();
            assert_eq!(config.lessons(), [lesson], "{link}");
        }
    }
}
