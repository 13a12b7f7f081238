//! Programs given as data, run or refused.

use collective::{Context, simulator, threads};
use lessons::{Program, RankRecord, run_program};
use serde_json::Value as Json;

fn program(json: Json) -> Program {
    Program::read(json, None).expect("a program")
}

/// Every rank's record, on the simulator and on threads: two runs that should not differ in what they find.
pub fn run(json: Json) -> Vec<RankRecord> {
    let program = program(json);
    program.check().expect("calls that can be");
    let on_rank = async |context: Context| run_program(context, &program).await.0;
    let settings = program.settings();
    let options = simulator::Options { settings, ..Default::default() };
    let simulated = simulator::run(program.world_size(), options, on_rank);
    let options = threads::Options { settings, ..Default::default() };
    let threaded = threads::run(program.world_size(), options, on_rank);
    let record = |rank: Result<RankRecord, _>| rank.expect("no rank is lost");
    let (simulated, threaded): (Vec<_>, Vec<_>) =
        (simulated.into_iter().map(record).collect(), threaded.into_iter().map(record).collect());
    for (one, other) in simulated.iter().zip(&threaded) {
        assert_eq!(one.checks, other.checks);
        assert_eq!(one.sections, other.sections);
    }
    simulated
}

/// As [`run`], where all goes well and every rank checks something.
pub fn passes(json: Json) -> Vec<RankRecord> {
    let ranks = run(json);
    for record in &ranks {
        assert_eq!(record.failure, None);
        assert!(!record.checks.is_empty(), "rank {} checks something", record.rank);
        for check in &record.checks {
            assert!(check.passed, "rank {}: {} is {}", record.rank, check.name, check.actual);
        }
    }
    ranks
}

/// Why it is no program.
pub fn refusal(json: Json) -> String {
    let read = Program::read(json, None).and_then(|program| program.check());
    read.expect_err("no program").to_string()
}
