//! Whatever bytes arrive, reading them ends with a value or with none: never with a panic.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use collective::trace::Trace;
use collective::{Context, simulator, wire};
use lessons::{Config, Part, RankRecord};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What rank 1 of a run is given, and what it hands over.
fn handed() -> (Part, RankRecord, Trace) {
    let config = Config::default();
    let program = async |context: Context| lessons::run(context, &config).await;
    let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
    let (record, trace) = ranks.into_iter().nth(1).unwrap().unwrap();
    (config.part(1), record, trace)
}

/// Reads `value` written out, with some bytes replaced by others and cut where `keep` says.
fn read<T: Serialize + DeserializeOwned>(value: &T, flips: &[(usize, u8)], keep: f64) {
    let mut bytes = wire::encode(value);
    assert!(wire::decode::<T>(&bytes).is_some(), "as it was written it can be read");
    let len = bytes.len();
    for &(at, byte) in flips {
        bytes[at % len] = byte;
    }
    bytes.truncate((len as f64 * keep) as usize);
    let _ = wire::decode::<T>(&bytes);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_written_and_garbled(
        flips in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..40),
        keep in prop_oneof![Just(1.0), 0.0..1.0],
    ) {
        let (part, record, trace) = handed();
        read(&part, &flips, keep);
        read(&record, &flips, keep);
        read(&trace, &flips, keep);
    }

    #[test]
    fn what_nobody_wrote(bytes in proptest::collection::vec(any::<u8>(), 0..4000)) {
        let _ = wire::decode::<Part>(&bytes);
        let _ = wire::decode::<RankRecord>(&bytes);
        let _ = wire::decode::<Trace>(&bytes);
    }
}
