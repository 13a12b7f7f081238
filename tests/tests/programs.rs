//! The golden cases of collectives once more, as programs given as data.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use collective::{Context, simulator, threads};
use lessons::{Program, RankRecord, run_program};
use rankscope_tests::collectives::{FILES, program};
use serde_json::Value;

fn passed(ranks: Vec<Result<RankRecord, collective::PeerFailure>>) -> usize {
    let mut passed = 0;
    for record in ranks {
        let record = record.expect("no rank is lost");
        assert_eq!(record.failure, None);
        for check in &record.checks {
            assert!(check.passed, "line {}: {} is {}", check.line, check.name, check.actual);
            passed += 1;
        }
    }
    passed
}

#[test]
fn every_golden_case_is_a_program() {
    for (seed, text) in (0..).zip(FILES) {
        let file: Value = serde_json::from_str(text).expect("golden files are JSON");
        let (json, checks) = program(&file, Some("gloo"));
        assert!(checks > 400, "{checks}");
        let program = Program::read(json, None).expect("a program");
        program.check().expect("calls that can be");
        let run = async |context: Context| run_program(context, &program).await.0;
        let options = simulator::Options { seed, ..Default::default() };
        assert_eq!(passed(simulator::run(program.world_size(), options, run)), checks);
        let options = threads::Options::default();
        assert_eq!(passed(threads::run(program.world_size(), options, run)), checks);
    }
}
