//! Whatever bytes arrive, reading them ends with a value or with none, and replaying what was read with some world:
//! never with a panic.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use collective::replay::Replay;
use collective::trace::{EventKind, Trace};
use collective::{Context, simulator, wire};
use lessons::{Config, Part, RankRecord};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What rank 1 of a run is given, and what it hands over, the trace with that of rank 0 before it.
fn handed() -> (Part, RankRecord, [Trace; 2]) {
    let config = Config::default();
    let program = async |context: Context| lessons::run(context, &config).await;
    let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
    let mut ranks = ranks.into_iter().map(Result::unwrap);
    let (_, before) = ranks.next().unwrap();
    let (record, trace) = ranks.next().unwrap();
    (config.part(1), record, [before, trace])
}

/// Reads `value` written out, with some bytes replaced by others and cut where `keep` says.
fn read<T: Serialize + DeserializeOwned>(value: &T, flips: &[(usize, u8)], keep: f64) -> Option<T> {
    let mut bytes = wire::encode(value);
    assert!(wire::decode::<T>(&bytes).is_some(), "as it was written it can be read");
    let len = bytes.len();
    for &(at, byte) in flips {
        bytes[at % len] = byte;
    }
    bytes.truncate((len as f64 * keep) as usize);
    wire::decode::<T>(&bytes)
}

/// Replays what `ranks` handed over, each element of a span asked where it comes from.
fn replay(traces: Vec<Trace>) {
    let sound: Vec<Trace> = traces.into_iter().filter(Trace::is_sound).collect();
    let mut replay = Replay::new(sound);
    for cursor in (0..=replay.len()).step_by(16) {
        let world = replay.at(cursor).clone();
        for (rank, state) in world.ranks().iter().enumerate() {
            let Some((_, event)) = cursor.checked_sub(1).and_then(|place| replay.event(place))
            else {
                continue;
            };
            if let EventKind::Written { span, .. } = &event.kind {
                state.provenance(span);
                replay.origin(rank, span.tensor, span.start as usize, cursor);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_written_and_garbled(
        flips in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..40),
        keep in prop_oneof![Just(1.0), 0.0..1.0],
    ) {
        let (part, record, [before, trace]) = handed();
        read(&part, &flips, keep);
        read(&record, &flips, keep);
        let garbled = read(&trace, &flips, keep);
        replay([before].into_iter().chain(garbled).collect());
    }

    #[test]
    fn what_nobody_wrote(bytes in proptest::collection::vec(any::<u8>(), 0..4000)) {
        let _ = wire::decode::<Part>(&bytes);
        let _ = wire::decode::<RankRecord>(&bytes);
        let _ = wire::decode::<Trace>(&bytes);
    }
}
