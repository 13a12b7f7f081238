use super::*;
use crate::cells::Colour;
use crate::loaded::Loaded;
use crate::state::View;
use collective::{Context, simulator};
use lessons::{Config, RankRecord, Raw};
use std::collections::BTreeSet;

fn run() -> Vec<RankRecord> {
    let config = Config::default();
    let program = async |context: Context| lessons::run(context, &config).await.0;
    let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
    ranks.into_iter().collect::<Result<_, _>>().unwrap()
}

#[test]
fn every_check_of_a_run_says_what_it_asserts() {
    let ranks = run();
    let checks: Vec<_> = ranks.iter().flat_map(|rank| &rank.checks).collect();
    assert_eq!(checks.len(), 78);
    for (check, lang) in checks.iter().flat_map(|check| Lang::ALL.map(|lang| (check, lang))) {
        let meaning = (Words::of(lang).checks.meaning)(check.lesson, &check.name);
        assert!(meaning.is_some(), "{:?} {} in {lang:?}", check.lesson, check.name);
    }
}

#[test]
fn every_check_of_a_further_lesson_is_explained() {
    for &lesson in Lesson::FURTHER {
        let config = Config::from_settings(&[("lesson", Raw::text(lesson.id()))]).unwrap();
        let program = async |context: Context| lessons::run(context, &config).await.0;
        let ranks = simulator::run(4, simulator::Options::default(), program);
        let checks: BTreeSet<String> = ranks
            .into_iter()
            .flat_map(|rank| rank.unwrap().checks)
            .map(|check| check.name)
            .collect();
        for lang in Lang::ALL {
            let (root, lang) = (env!("CARGO_MANIFEST_DIR"), lang.id());
            let file = format!("{root}/../../web/texts/{lang}/{}.html", lesson.id());
            let text = Loaded::Text(std::fs::read_to_string(&file).unwrap());
            for check in &checks {
                assert!(
                    text.meaning(check).is_some_and(|said| !said.is_empty()),
                    "{file}: {check}"
                );
            }
            assert_eq!(text.text().unwrap().matches("<dt>").count(), checks.len(), "{file}");
        }
    }
}

#[test]
fn every_line_of_a_log_carries_its_figures_in_every_language() {
    for rank in run() {
        for line in &rank.log {
            let [english, chinese] = Lang::ALL.map(|lang| (Words::of(lang).log.line)(line));
            let figures = |text: &str| {
                let mut figures: Vec<String> = text
                    .split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-'))
                    .map(|word| word.trim_matches(|c| c == '.' || c == '-').to_owned())
                    .filter(|word| !word.is_empty())
                    .collect();
                figures.sort();
                figures
            };
            assert_eq!(figures(&english), figures(&chinese), "{english}\n{chinese}");
        }
    }
}

#[test]
fn every_figure_of_a_further_lesson_has_words_in_chinese() {
    for &lesson in Lesson::FURTHER {
        let config = Config::from_settings(&[("lesson", Raw::text(lesson.id()))]).unwrap();
        let program = async |context: Context| lessons::run(context, &config).await.0;
        for rank in simulator::run(4, simulator::Options::default(), program) {
            for line in rank.unwrap().log {
                let [english, chinese] = Lang::ALL.map(|lang| (Words::of(lang).log.line)(&line));
                assert!(!english.contains('_'), "{english}");
                // (`root` is the same word in both.)
                for (name, _) in line.figures.iter().filter(|(name, _)| name != "root") {
                    let untold = |part: &str| part.starts_with(&format!("{name} "));
                    assert!(!chinese.split(['，', '：']).any(untold), "{chinese}");
                }
            }
        }
    }
}

#[test]
fn every_lesson_has_a_title() {
    for (lesson, lang) in Lesson::every().flat_map(|l| Lang::ALL.map(|lang| (l, lang))) {
        assert!(!(Words::of(lang).lesson)(lesson).title.is_empty(), "{lesson:?} in {lang:?}");
    }
}

#[test]
fn what_texts_quote_is_written_on_the_page() {
    let mut quotes = 0;
    for lang in Lang::ALL {
        let words = Words::of(lang);
        let views = View::ALL.map(|view| (words.view.name)(view));
        let colours = Colour::ALL.map(|colour| (words.element.name)(colour));
        let written = [&views[..], &colours[..], &[words.run.run, words.compare.keep]].concat();
        for lesson in Lesson::every() {
            let (root, lang, lesson) = (env!("CARGO_MANIFEST_DIR"), lang.id(), lesson.id());
            let file = format!("{root}/../../web/texts/{lang}/{lesson}.html");
            let text = std::fs::read_to_string(&file).unwrap();
            for quoted in text.split('“').skip(1).filter_map(|rest| rest.split('”').next()) {
                assert!(written.contains(&quoted), "{file}: {quoted}");
                quotes += 1;
            }
        }
    }
    assert!(quotes > 0);
}

#[test]
fn formulas_and_texts_have_the_parameters_that_there_are() {
    for lang in Lang::ALL {
        let words = Words::of(lang);
        let count = lessons::PARAMETERS.to_string();
        assert!(words.ledger.by_formula.contains(&format!("·{count}·4")));
        assert!((words.lesson)(Lesson::DdpZero2).text.contains(&count), "{lang:?}");
    }
}

#[test]
fn a_failure_is_told_in_chinese_with_what_the_rank_said() {
    let message = "rank 1 failed: it panicked (out of memory)".to_owned();
    let failure = Failure { rank: 1, code: "panicked".to_owned(), message, ranks: Vec::new() };
    let told = (Words::of(Lang::Zh).run.failed)(&failure);
    assert!(told.starts_with("rank 1 崩溃") && told.ends_with(&failure.message), "{told}");
}

#[test]
fn a_run_without_checks_is_not_told_as_one_whose_checks_passed() {
    for (lang, none) in [(Lang::En, "The program made no checks"), (Lang::Zh, "程序没有做检查")]
    {
        let words = Words::of(lang);
        let done = |passed, checks| {
            let transport = fabric::TransportKind::Shared;
            let state = RunState::Done { passed, checks, transport, tenths_ms: 45 };
            [(words.run.state)(&state), (words.checks.summary)(passed, checks)]
        };
        assert!(done(0, 0).iter().all(|told| told.starts_with(none)), "{:?}", done(0, 0));
        assert!(done(0, 0)[0].contains("4.5 ms"), "{:?}", done(0, 0));
        let told = |[passed, checks]: [&str; 2]| {
            let parts = done(passed.parse().unwrap(), checks.parse().unwrap());
            parts.iter().all(|told| told.contains(passed) && told.contains(checks))
        };
        assert!(told(["2", "3"]) && told(["0", "3"]), "{lang:?}");
    }
}

#[test]
fn one_of_a_thing_is_not_told_as_many() {
    let words = Words::of(Lang::En);
    assert!((words.traffic.cell)(0, 1, 8, 1).ends_with("in 1 message"));
    assert!((words.traffic.cell)(0, 1, 8, 2).ends_with("in 2 messages"));
    assert_eq!((words.picture.seed)("5,6"), "Drawn from router seeds 5,6.");
}

#[test]
fn every_choice_of_a_field_has_a_name() {
    let presets = lessons::Preset::ALL.map(lessons::Preset::id);
    let choices = crate::state::TransportChoice::ALL.map(crate::state::TransportChoice::id);
    for (id, lang) in
        presets.iter().chain(&choices).chain(&["none"]).flat_map(|id| Lang::ALL.map(|l| (id, l)))
    {
        assert!((Words::of(lang).settings.option)(id).is_some(), "{id} in {lang:?}");
    }
}

#[test]
fn a_setting_that_cannot_be_is_named_with_its_value_in_every_language() {
    let wrong = [
        ("world_size", "0"),
        ("tp", "3"),
        ("router_seed", "x"),
        ("router_seeds", "1,2"),
        ("lesson", "seven"),
        ("n_tok", "-1"),
        ("d", "4097"),
        ("preset", "odd"),
        ("router", "9,0;1;2;3"),
    ];
    for ((key, text), lang) in wrong.iter().flat_map(|pair| Lang::ALL.map(|lang| (pair, lang))) {
        let error = Config::from_settings(&[(*key, lessons::Raw::flat(text))]).unwrap_err();
        let sentence = (Words::of(lang).settings.error)(&error);
        assert!(sentence.contains(key), "{sentence}");
        let SettingError::Invalid { value, .. } = &error else { panic!("{error}") };
        assert!(sentence.contains(value.as_str()), "{sentence}");
    }
}
