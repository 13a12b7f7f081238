//! Torch's values, reproduced on threads and under many orders of the one-thread simulator.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

use collective::{Settings, simulator, threads};
use lessons::{Config, RankRecord, Report};
use rankscope_tests::golden::Golden;

const ORDERS: u64 = 24;

fn report(
    transport: &str,
    config: &Config,
    ranks: Vec<Result<RankRecord, impl std::fmt::Display>>,
) -> Report {
    let ranks = ranks.into_iter().map(|rank| rank.unwrap_or_else(|failure| panic!("{failure}")));
    Report::new(transport, config.clone(), ranks.collect())
}

fn assert_passes(report: &Report) {
    let failed: Vec<_> = report.checks().filter(|check| !check.passed).collect();
    assert!(failed.is_empty(), "{failed:?}");
    assert!(report.checks().count() > 0);
}

#[test]
fn threads_give_torchs_values() {
    for golden in Golden::all() {
        let config = golden.config();
        let run = async |context| lessons::run(context, &config).await.0;
        let report = report(
            "threads",
            &config,
            threads::run(config.world_size(), threads::Options::default(), run),
        );
        golden.assert_agrees(&report);
        assert_passes(&report);
    }
}

#[test]
fn the_simulator_gives_torchs_values_in_every_order() {
    for golden in Golden::all() {
        let config = golden.config();
        for seed in 0..ORDERS {
            // Every other order with room for less than one message.
            let capacity = if seed % 2 == 0 { 64 * 1024 } else { 100 };
            let options = simulator::Options { settings: Settings::default(), capacity, seed };
            let run = async |context| lessons::run(context, &config).await.0;
            let report =
                report("one-thread", &config, simulator::run(config.world_size(), options, run));
            golden.assert_agrees(&report);
            assert_passes(&report);
        }
    }
}
