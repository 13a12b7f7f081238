//! The further lessons: who runs them.
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use collective::simulator::{self, Options};
use collective::{Context, Program};
use lessons::{Config, Lesson, Programs, Rank, Raw};

fn config(lesson: Lesson, settings: &[(&'static str, &str)]) -> Config {
    let lesson = [("lesson", Raw::text(lesson.id()))];
    let settings = settings.iter().map(|&(key, text)| (key, Raw::text(text)));
    Config::from_settings(&lesson.into_iter().chain(settings).collect::<Vec<_>>())
        .expect("settings that can be")
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
