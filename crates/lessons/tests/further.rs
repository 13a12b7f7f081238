//! The further lessons: who runs them, and what they leave in a trace.
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use collective::simulator::{self, Options};
use collective::trace::{EventKind, LocalKind, Trace};
use collective::{Context, Program};
use lessons::{Config, Lesson, Programs, Rank, RankRecord, Raw};

fn config(lesson: Lesson, settings: &[(&'static str, &str)]) -> Config {
    let lesson = [("lesson", Raw::text(lesson.id()))];
    let settings = settings.iter().map(|&(key, text)| (key, Raw::text(text)));
    Config::from_settings(&lesson.into_iter().chain(settings).collect::<Vec<_>>())
        .expect("settings that can be")
}

fn run(config: &Config) -> Vec<(RankRecord, Trace)> {
    let program = async |context: Context| lessons::run(context, config).await;
    let ranks = simulator::run(config.world_size(), Options::default(), program);
    ranks.into_iter().map(|rank| rank.expect("no rank is lost")).collect()
}

/// Whether `programs` have one for `lesson`.
fn have(programs: Programs, lesson: Lesson) -> bool {
    let part = Config::default().part(0);
    let asks = async |context: Context| {
        let rank = Rank::new(context);
        programs(lesson, &rank, &part).is_some()
    };
    simulator::run(1, Options::default(), asks).remove(0).expect("no rank is lost")
}

#[test]
fn a_lesson_without_a_program_is_refused_and_not_passed() {
    for lesson in Lesson::every() {
        assert!(have(lessons::every, lesson), "{lesson:?}");
        assert_eq!(have(lessons::six, lesson), lesson.is_of_six(), "{lesson:?}");
    }
    assert!(!have(lessons::every, Lesson::Program));

    let config = config(Lesson::Pipeline, &[("world_size", "1")]);
    let part = config.part(0);
    let asks = |context: Context| -> Program<'_, bool> {
        let part = &part;
        Box::pin(async move { lessons::run_part(context, part, lessons::six).await.is_none() })
    };
    let refused = simulator::run(1, Options::default(), asks).remove(0);
    assert!(refused.expect("no rank is lost"));
}

/// How often, and of which kinds, a rank computed something of that name.
fn kinds(trace: &Trace, wanted: &str) -> Vec<LocalKind> {
    let kinds = trace.events.iter().filter_map(|event| match &event.kind {
        EventKind::Local { kind, name, .. } if name == wanted => Some(*kind),
        _ => None,
    });
    kinds.collect()
}

#[test]
fn where_there_are_too_many_tokens_to_follow_the_trace_says_of_all_that_they_went() {
    for (n_tok, followed) in [("256", true), ("257", false)] {
        for (_, trace) in run(&config(Lesson::Top2, &[("world_size", "2"), ("n_tok", n_tok)])) {
            for (name, kind) in [("dispatch", LocalKind::Copied), ("combine", LocalKind::Folded)] {
                let kinds = kinds(&trace, name);
                if followed {
                    assert!(kinds.len() >= 256 && kinds.iter().all(|&k| k == kind), "{kinds:?}");
                } else {
                    assert_eq!(kinds, [LocalKind::Mixed], "{name}");
                }
            }
        }
    }
}
