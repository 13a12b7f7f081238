//! The lessons at world sizes, seeds, token counts and routers that no golden file has.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

use collective::{Settings, simulator, threads};
use lessons::{Config, Raw, Report};

const WORLD_SIZES: [usize; 9] = [1, 2, 3, 4, 5, 7, 8, 16, 64];

fn config(settings: &[(&str, String)]) -> Config {
    let raw: Vec<(&str, Raw)> =
        settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
    Config::from_settings(&raw).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_passes(config: &Config) {
    let run = async |context| lessons::run(context, config).await.0;
    let options = simulator::Options { settings: Settings::default(), capacity: 300, seed: 5 };
    let simulated = simulator::run(config.world_size(), options, run);
    let threaded = threads::run(config.world_size(), threads::Options::default(), run);
    for (transport, ranks) in [("one-thread", simulated), ("threads", threaded)] {
        let ranks =
            ranks.into_iter().map(|rank| rank.unwrap_or_else(|failure| panic!("{failure}")));
        let report = Report::new(transport, config.clone(), ranks.collect());
        assert_eq!(report.failure, None, "{config:?}");
        let failed: Vec<_> = report.checks().filter(|check| !check.passed).collect();
        assert!(failed.is_empty(), "{config:?}: {failed:?}");
        assert_eq!(report.log().count(), config.lessons().len() * config.world_size());
    }
}

#[test]
fn every_world_size_passes_all_checks() {
    for world_size in WORLD_SIZES {
        assert_passes(&config(&[("world_size", world_size.to_string())]));
    }
}

#[test]
fn every_world_size_passes_all_checks_of_the_further_lessons() {
    for world_size in (1..=9).chain([12, 16, 64]) {
        let further = ("lesson", "further".to_owned());
        assert_passes(&config(&[("world_size", world_size.to_string()), further]));
    }
}

#[test]
fn every_tp_that_divides_passes() {
    for world_size in [1, 6, 8, 12] {
        for tp in (1..=world_size).filter(|tp| world_size % tp == 0) {
            for lessons in ["all", "further"] {
                let settings = [("tp", tp.to_string()), ("lesson", lessons.to_owned())];
                let world_size = ("world_size", world_size.to_string());
                assert_passes(&config(&[&settings[..], &[world_size]].concat()));
            }
        }
    }
}

#[test]
fn token_counts_around_the_world_size_pass() {
    for world_size in [1usize, 2, 5] {
        for n_tok in [0, 1, world_size - 1, world_size, world_size + 1, 1000] {
            for lessons in ["all", "further"] {
                let settings = [
                    ("lesson", lessons.to_owned()),
                    ("world_size", world_size.to_string()),
                    ("n_tok", n_tok.to_string()),
                    ("d", "3".to_owned()),
                ];
                assert_passes(&config(&settings));
            }
        }
    }
}

#[test]
fn seeds_and_routers_rank_by_rank_pass() {
    let text = |text: &str| text.to_owned();
    for lessons in ["all", "further"] {
        let lessons = ("lesson", text(lessons));
        let passes = |settings: &[(&'static str, String)]| {
            assert_passes(&config(&[settings, std::slice::from_ref(&lessons)].concat()));
        };
        passes(&[("router_seeds", text("7,-1,18446744073709551615,0"))]);
        passes(&[("n_tok", text("0,3,1,7"))]);
        passes(&[("router", text("3,3,3;;0;1,2"))]);
        passes(&[("preset", text("balanced")), ("n_tok", text("9"))]);
    }
}

#[test]
fn seeds_at_the_edges_of_what_seeds_may_be_pass() {
    for world_size in [1u64, 2, 5] {
        // The last rank's seed is the first one's and W − 1 more.
        let highest = (u64::MAX - (world_size - 1)).to_string();
        for (data_seed, init_seed) in [
            ("-1", "-1"),
            ("-3", "-7"),
            ("-9223372036854775808", "-9223372036854775808"),
            (&highest, "18446744073709551615"),
        ] {
            for lessons in ["all", "further"] {
                assert_passes(&config(&[
                    ("lesson", lessons.to_owned()),
                    ("world_size", world_size.to_string()),
                    ("data_seed", data_seed.to_owned()),
                    ("init_seed", init_seed.to_owned()),
                ]));
            }
        }
    }
}
