//! Settings: what is taken, what is refused in which words, and that addresses bring back what they hold.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use lessons::{Config, Lesson, Raw, Seed, SettingError};
use proptest::prelude::*;

fn config(settings: &[(&str, &str)]) -> Result<Config, SettingError> {
    let raw: Vec<(&str, Raw)> =
        settings.iter().map(|&(key, text)| (key, Raw::flat(text))).collect();
    Config::from_settings(&raw)
}

fn refusal(settings: &[(&str, &str)]) -> String {
    match config(settings) {
        Err(error) => error.to_string(),
        Ok(config) => format!("{settings:?} was taken: {config:?}"),
    }
}

#[test]
fn the_defaults_are_the_articles() {
    let config = Config::default();
    assert_eq!(config.world_size(), 4);
    assert_eq!(config.tp(), 2);
    assert_eq!(config.lessons(), Lesson::SIX);
    assert_eq!((config.n_tok(0), config.d()), (2, 2));
    assert_eq!(config.router_seed(3).value(), 103);
    assert_eq!(config.data_seed(3).value(), 1003);
    assert_eq!(config.init_seed().value(), 0);
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence() {
    let range = "is not allowed: give a whole number from 1 to 64";
    for value in ["0", "65", "abc", "-1", "4.5", "", "1e1", "99999999999999999999"] {
        assert_eq!(refusal(&[("world_size", value)]), format!("world_size = {value} {range}"));
    }
    let seeds = "-9223372036854775808 to 18446744073709551615";
    for (settings, words) in [
        (&[("tp", "3")][..], "tp = 3 is not allowed: with world_size = 4, give one of 1, 2, 4"),
        (&[("world_size", "7"), ("tp", "2")], "tp = 2 is not allowed: with world_size = 7"),
        (&[("tp", "0")], "tp = 0 is not allowed"),
        (&[("init_seed", "18446744073709551616")], seeds),
        (&[("init_seed", "-9223372036854775809")], seeds),
        (&[("router_seed", "18446744073709551613")], "router_seed = 18446744073709551613"),
        (&[("data_seed", "18446744073709551615")], "ranks 0 to 3"),
        (&[("router_seeds", "1,2,3")], "router_seeds = [1, 2, 3] is not allowed"),
        (&[("router_seeds", "1,2,3,x")], "router_seeds = x is not allowed"),
        (&[("router_seed", "1"), ("router_seeds", "1,2,3,4")], "both given"),
        (&[("n_tok", "1,2")], "n_tok = [1, 2] is not allowed"),
        (&[("n_tok", "-1")], "n_tok = -1 is not allowed"),
        (&[("n_tok", "4096"), ("d", "4096")], "n_tok = 4096 is not allowed: with 4 ranks"),
        (&[("d", "0")], "d = 0 is not allowed"),
        (&[("preset", "even")], "preset = even is not allowed"),
        (&[("lesson", "rings")], "lesson = rings is not allowed"),
        (&[("router", "0;1;2")], "router = [[0], [1], [2]] is not allowed"),
        (&[("router", "0;1;2;4")], "router = 4 is not allowed"),
        (&[("router", "0;1;2;3"), ("n_tok", "2")], "gives rank 0 2 tokens"),
        (&[("router", "0;1;2;3"), ("preset", "balanced")], "both given"),
        (&[("ranks", "4")], "ranks is not a setting"),
    ] {
        let text = refusal(settings);
        assert!(text.contains(words), "{settings:?}: {text}");
        assert!(!text.contains('\n'), "{text}");
    }
}

#[test]
fn the_ends_of_ranges_are_taken() {
    for settings in [
        &[("world_size", "1")][..],
        &[("world_size", "64"), ("tp", "64")],
        &[("router_seed", "18446744073709551612")],
        &[("router_seed", "-9223372036854775808")],
        &[("router_seeds", "18446744073709551615,0,-1,-9223372036854775808")],
        &[("n_tok", "0")],
        &[("n_tok", "0,0,0,0")],
        &[("world_size", "1"), ("router_seeds", "5")],
        &[("world_size", "1"), ("router", "0,0")],
        &[("router", ";;;")],
        &[("preset", "none")],
        &[("lesson", "moe,root")],
    ] {
        assert!(config(settings).is_ok(), "{}", refusal(settings));
    }
}

#[test]
fn lessons_run_in_their_own_order() {
    let config = config(&[("lesson", "moe,root,moe")]).expect("both are lessons");
    assert_eq!(config.lessons(), [Lesson::Root, Lesson::Moe]);
}

#[test]
fn presets_say_where_tokens_go() {
    let config = |preset| config(&[("preset", preset), ("n_tok", "3")]).expect("a preset");
    assert_eq!(config("all_to_one").fixed_router(2), Some(vec![0, 0, 0]));
    assert_eq!(config("balanced").fixed_router(2), Some(vec![2, 3, 0]));
    let one_empty = config("one_empty");
    assert_eq!((one_empty.n_tok(0), one_empty.n_tok(1)), (3, 0));
    assert_eq!(one_empty.fixed_router(0), None);
}

#[test]
fn a_router_brings_its_token_counts() {
    let config = config(&[("router", "3,3,3;;0;1,2")]).expect("a table for four ranks");
    let counts: Vec<usize> = (0..4).map(|rank| config.n_tok(rank)).collect();
    assert_eq!(counts, [3, 0, 1, 2]);
}

#[test]
fn a_router_without_tokens_survives_its_address() {
    let table = |rows: &[&[&str]]| {
        let row = |row: &&[&str]| Raw::List(row.iter().map(|&to| Raw::text(to)).collect());
        Raw::List(rows.iter().map(row).collect())
    };
    for rows in [&[&[][..]][..], &[&["0"]], &[&[], &[]], &[&[], &["1"]]] {
        let raw = [("world_size", Raw::text(rows.len().to_string())), ("router", table(rows))];
        let config = Config::from_settings(&raw).expect("a table");
        let flat = config.to_settings();
        let flat: Vec<_> = flat.iter().filter(|(_, text)| !text.is_empty()).collect();
        let raw: Vec<_> = flat.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
        let again = Config::from_settings(&raw).expect("an address holds what is allowed");
        for (rank, row) in rows.iter().enumerate() {
            assert_eq!((config.n_tok(rank), again.n_tok(rank)), (row.len(), row.len()), "{rows:?}");
        }
        assert_eq!(config.to_settings(), again.to_settings(), "{rows:?}");
    }
}

#[test]
fn a_limit_of_no_tokens_at_all_says_what_to_make_smaller() {
    let text = refusal(&[("world_size", "64"), ("d", "4096"), ("n_tok", "1")]);
    assert!(
        text.contains("give a smaller d or world_size") && !text.contains("at most 0"),
        "{text}"
    );
}

fn any_seed(ranks: usize) -> impl Strategy<Value = i128> {
    Seed::MIN.value()..=Seed::MAX.value() - ranks as i128 + 1
}

proptest! {
    #[test]
    fn an_address_brings_back_what_it_holds(
        w in 1usize..=64,
        tp in any::<prop::sample::Index>(),
        base in any_seed(64),
        each in prop::option::of(prop::collection::vec(any_seed(1), 64)),
        tokens in prop::collection::vec(0usize..9, 64),
        same in any::<bool>(),
        preset in prop::sample::select(vec!["none", "all_to_one", "one_empty", "balanced"]),
        d in 1usize..9,
    ) {
        let divisors: Vec<usize> = (1..=w).filter(|tp| w % tp == 0).collect();
        let join = |values: &[String]| values.join(",");
        let texts = |values: &[i128]| values.iter().map(ToString::to_string).collect::<Vec<_>>();
        let counts: Vec<String> = tokens[..w].iter().map(ToString::to_string).collect();
        let mut settings = vec![
            ("world_size", w.to_string()),
            ("tp", tp.get(&divisors).to_string()),
            ("data_seed", base.to_string()),
            ("n_tok", if same { counts[0].clone() } else { join(&counts) }),
            ("d", d.to_string()),
            ("preset", preset.to_owned()),
        ];
        match &each {
            Some(each) => settings.push(("router_seeds", join(&texts(&each[..w])))),
            None => settings.push(("router_seed", base.to_string())),
        }
        let raw = |settings: &[(&'static str, String)]| {
            let raw: Vec<_> = settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
            Config::from_settings(&raw)
        };
        let config = raw(&settings);
        prop_assert!(config.is_ok(), "{:?}", config);
        let config = config.expect("just looked");
        let again = raw(&config.to_settings()).expect("an address holds what is allowed");
        let behaves = |config: &Config| {
            let by_rank = |rank| (config.router_seed(rank), config.n_tok(rank), config.fixed_router(rank));
            (config.tp(), config.d(), (0..w).map(by_rank).collect::<Vec<_>>())
        };
        prop_assert_eq!(behaves(&config), behaves(&again));
    }
}
