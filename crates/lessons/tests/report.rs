//! The report: its keys, and numbers that no reader loses.
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use collective::{Traffic, simulator};
use lessons::{Config, Failure, RankRecord, Raw, Report, Value};
use serde_json::{Value as Json, json};
use tensor::Tensor;

fn run(settings: &[(&str, &str)]) -> Json {
    let raw: Vec<(&str, Raw)> =
        settings.iter().map(|&(key, text)| (key, Raw::flat(text))).collect();
    let config = Config::from_settings(&raw).expect("settings that are allowed");
    let program = async |context| lessons::run(context, &config).await.0;
    let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
    let ranks = ranks.into_iter().map(|rank| rank.expect("no rank is lost")).collect();
    serde_json::to_value(Report::new("one-thread", config, ranks)).expect("a report is JSON")
}

#[test]
fn it_has_the_keys_that_readers_look_for() {
    let report = run(&[]);
    let keys: Vec<&String> = report.as_object().expect("an object").keys().collect();
    let expected =
        ["checks", "config", "error", "log", "ranks", "rankscope", "traffic", "transport"];
    assert_eq!(keys, expected);
    assert_eq!(report["rankscope"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["error"], Json::Null);
    assert_eq!(report["checks"].as_array().map(Vec::len), Some(78));
    let check = &report["checks"][0];
    assert_eq!(check["lesson"], "send_recv");
    assert_eq!((&check["rank"], &check["passed"]), (&json!(0), &json!(true)));
    assert_eq!(check["expected"], check["actual"]);
    let traffic = &report["traffic"];
    let sum =
        |key: &str| -> u64 { (0..4).map(|rank| traffic[rank][key].as_u64().unwrap_or(0)).sum() };
    assert_eq!(sum("sent_bytes"), sum("received_bytes"));
    assert!(sum("sent_bytes") > 0);
}

#[test]
fn its_log_carries_the_articles_figures() {
    let report = run(&[]);
    let log: Vec<&str> =
        report["log"].as_array().expect("a list").iter().filter_map(Json::as_str).collect();
    let of_rank_0: Vec<&&str> = log.iter().filter(|line| line.starts_with("[R0] ")).collect();
    assert_eq!(of_rank_0.len(), 6);
    for (line, figures) in of_rank_0.into_iter().zip([
        &["[0.0, 0.0]", "[1.0, 1.0]"][..],
        &["[6.0]"],
        &["[600.0, 604.0]"],
        &["[2, 0]", "[1, 0, 1, 0]"],
        &["[1.0, 1.0]", "[2.0, 2.0]"],
        &["64", "16"],
    ]) {
        assert!(figures.iter().all(|figure| line.contains(figure)), "{line}");
    }
}

#[test]
fn its_config_names_every_setting() {
    let config = &run(&[("router_seeds", "1,-1,18446744073709551615,9007199254740993")])["config"];
    assert_eq!(config["router_seeds"], json!([1, -1, "18446744073709551615", "9007199254740993"]));
    assert_eq!(config.get("router_seed"), None);
    assert_eq!(config["world_size"], 4);
    assert_eq!(config["tp"], 2);
    assert_eq!(run(&[("lesson", "moe")])["config"]["lesson"], "moe");
}

#[test]
fn only_the_lessons_that_ran_are_in_it() {
    let report = run(&[("lesson", "groups"), ("world_size", "6")]);
    for rank in report["ranks"].as_array().expect("a list") {
        let keys: Vec<&String> = rank.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["groups"]);
    }
}

#[test]
fn numbers_survive() {
    let value = |tensor: &Tensor| {
        let value = Value::of(tensor).expect("it can be read");
        serde_json::to_value(value.document()).expect("it is JSON")
    };
    let floats = Tensor::from_slice(&[0.1f32, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0]);
    let wide = f64::from(0.1f32);
    assert_eq!(value(&floats), json!([wide, "NaN", "Infinity", "-Infinity", -0.0]));
    let integers = Tensor::from_slice(&[1i64 << 53, (1 << 53) + 1, i64::MIN]);
    let expected = json!([9007199254740992i64, "9007199254740993", "-9223372036854775808"]);
    assert_eq!(value(&integers), expected);
    let empty = Tensor::from_vec(Vec::<f32>::new(), &[0, 2]).expect("no elements");
    assert_eq!(value(&empty), json!([]));
    let nested = Tensor::from_vec(vec![1i64, 2, 3, 4], &[2, 1, 2]).expect("four elements");
    assert_eq!(value(&nested), json!([[[1, 2]], [[3, 4]]]));
}

#[test]
fn its_failure_is_the_ranks_own_one() {
    let failed = |rank: usize, code: &str| RankRecord {
        rank,
        traffic: Traffic::default(),
        failure: Some(Failure {
            rank,
            code: code.to_owned(),
            message: String::new(),
            ranks: vec![],
        }),
        ..RankRecord::default()
    };
    let ranks = vec![failed(0, "peer_failed"), failed(1, "tensor")];
    let report = Report::new("threads", Config::default(), ranks);
    assert_eq!(report.failure.map(|failure| failure.rank), Some(1));
}
