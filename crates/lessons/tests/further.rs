//! The further lessons: who runs them, and what they leave in a trace.
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use collective::simulator::{self, Options};
use collective::trace::{EventKind, LocalKind, Trace};
use collective::{Context, Program};
use lessons::{Config, Lesson, Programs, Rank, RankRecord, Raw, Value};

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

/// The numbers of a value that is a float32 tensor.
fn floats(record: &RankRecord, lesson: Lesson, name: &str) -> Vec<f32> {
    let Some(Value::Tensor(shape, values)) = record.value(lesson, name) else { return Vec::new() };
    let count = shape.iter().product();
    (0..count).filter_map(|place| values.to_f32(place)).collect()
}

/// What torch 2.15 computes by autograd and its SGD on one machine that has everyone's data, three ranks' by default seeds.
#[test]
fn gradients_and_steps_are_torchs() {
    let pipeline = [
        [-0.330410, 0.365242, -1.144561, 1.265221],
        [-0.268769, 0.519490, -0.389331, 0.752519],
        [-0.134154, 1.125714, -0.134154, 1.125714],
    ];
    let one_f_one_b = [
        [-0.021347, 0.314807, -0.073947, 1.090511],
        [0.138797, 0.231012, 0.201057, 0.334638],
        [0.200124, 0.495592, 0.200124, 0.495592],
    ];
    for (lesson, expected) in [(Lesson::Pipeline, pipeline), (Lesson::OneFOneB, one_f_one_b)] {
        let ranks = run(&config(lesson, &[("world_size", "3")]));
        for ((record, _), expected) in ranks.iter().zip(expected) {
            assert_close(record, lesson, "grad_weight", &expected);
        }
    }

    let ranks = run(&config(Lesson::Fsdp, &[("world_size", "3")]));
    let grad_input = [
        -0.340120, 0.505111, -1.969362, -1.222724, -0.843932, //
        -0.027745, 0.157765, -0.432578, -0.527694, -0.218431, //
    ];
    assert_close(&ranks[1].0, Lesson::Fsdp, "grad_input", &grad_input);
    let updated = [
        -0.232415, 0.075963, -0.249216, -0.127367, 0.098442, //
        0.129569, 0.048187, 0.263744, 0.007610, 0.068239, //
        -0.191108, -0.092293, -0.358743, -0.104177, -0.034579, //
    ];
    assert_close(&ranks[2].0, Lesson::Fsdp, "updated", &updated);

    let ranks = run(&config(Lesson::ZeroStages, &[("world_size", "3")]));
    let updated = [
        -0.232415, 0.075963, -0.249215, -0.127367, 0.098442, //
        0.129569, 0.048187, 0.263744, 0.007610, 0.068239, //
        -0.191108, -0.092293, -0.358743, -0.104177, -0.034579, //
        -0.086958, 0.113927, 0.192471, -0.047861, 0.060265, //
        -0.045187, 0.104848, 0.050438, 0.108461, 0.042782, //
        -0.247873, 0.161342, -0.246153, -0.139105, 0.162882, //
    ];
    for name in ["ddp_param", "zero1_param", "zero2_param", "zero3_param"] {
        assert_close(&ranks[1].0, Lesson::ZeroStages, name, &updated);
    }
}

/// Asserts that a value is a tensor of these numbers, but for rounding.
fn assert_close(record: &RankRecord, lesson: Lesson, name: &str, expected: &[f32]) {
    let found = floats(record, lesson, name);
    assert_eq!(found.len(), expected.len(), "{lesson:?} {name}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-5, "{lesson:?} {name}: {found}, not {expected}");
    }
}
