//! Programs that misuse torch.distributed, on the simulator and on threads: each rank ends as it should, and none hangs.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use collective::{Context, PeerFailure, simulator, threads};
use lessons::{Program, ProgramError, RankRecord, run_program};
use rankscope_tests::misuse::{Ending, Entry, NAMES, entries};

const SEEDS: u64 = 5;

fn program(entry: &Entry) -> Result<Program, ProgramError> {
    let program = Program::read(entry.program.clone(), None)?;
    program.check().map(|()| program)
}

fn judge(entry: &Entry, ranks: Vec<Result<RankRecord, PeerFailure>>) -> Result<(), String> {
    let records = ranks.into_iter().map(|rank| rank.expect("no rank panics")).collect();
    entry.judge(&Ending::of_ranks(records))
}

/// Runs a program everywhere, or tells why it is refused.
fn run_everywhere(entry: &Entry) -> Result<(), String> {
    let program = match program(entry) {
        Ok(program) => program,
        Err(error) => return entry.judge(&Ending::refused(&error)),
    };
    let (world_size, settings) = (program.world_size(), program.settings());
    let run = async |context: Context| run_program(context, &program).await.0;
    for seed in 0..SEEDS {
        let options = simulator::Options { seed, settings, ..Default::default() };
        judge(entry, simulator::run(world_size, options, run))?;
    }
    let options = threads::Options { settings, ..Default::default() };
    judge(entry, threads::run(world_size, options, run))
}

#[test]
fn every_probe_has_its_program() {
    let entries = entries();
    let names: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names.len(), NAMES);
    // The first program of a name is the probe itself.
    let mut kinds = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for entry in &entries {
        if seen.insert(&entry.name) {
            *kinds.entry(entry.kind()).or_insert(0) += 1;
        }
    }
    let expected = [
        ("argument_error", 39),
        ("deadlock", 9),
        ("mismatch", 25),
        ("ok", 29),
        ("out_of_scope", 6),
        ("peer_failed", 1),
        ("timeout", 2),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
}

#[test]
fn every_rank_ends_as_it_should() {
    let entries = entries();
    let in_scope = entries.iter().filter(|entry| entry.is_in_scope());
    let wrong: Vec<String> = in_scope.filter_map(|entry| run_everywhere(entry).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
