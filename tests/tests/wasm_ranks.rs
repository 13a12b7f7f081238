//! The six lessons on real workers in a browser, over every transport that the page can have.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod wasm;

use fabric::page::{FabricError, Job, Progress};
use fabric::{MIN_CAPACITY, TransportKind};
use lessons::Report;
use rankscope_tests::golden::Golden;
use wasm::{job, kinds, now, pass, pool, settings, world};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn sent_bytes(report: &Report) -> u64 {
    report.ranks.iter().map(|rank| rank.traffic.sent_bytes()).sum()
}

#[wasm_bindgen_test]
async fn six_lessons_pass_on_four_ranks() {
    let pool = pool().await;
    for kind in kinds() {
        let config = world(4);
        let (report, outcome) = pass(&pool, &config, job(&config, kind)).await;
        for (rank, record) in report.ranks.iter().enumerate() {
            assert_eq!(record.rank, rank);
            let lessons = record.sections.iter().map(|section| section.lesson.id());
            let all = ["send_recv", "root", "all_members", "moe", "groups", "ddp_zero2"];
            assert!(lessons.eq(all), "rank {rank}");
        }
        for (rank, outcome) in outcome.ranks.iter().enumerate() {
            let trace = &outcome.as_ref().unwrap().trace;
            let trace: collective::trace::Trace = postcard::from_bytes(trace).unwrap();
            assert_eq!((trace.rank as usize, trace.dropped), (rank, 0));
            assert!(!trace.events.is_empty());
            // Every worker's clock starts with the run, not with the worker.
            assert!(trace.events.iter().all(|event| (0.0..60e6).contains(&event.at)));
        }
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn torchs_values_come_out() {
    let pool = pool().await;
    for golden in Golden::all() {
        let config = golden.config();
        for kind in kinds() {
            let (report, _) = pass(&pool, &config, job(&config, kind)).await;
            golden.assert_agrees(&report);
        }
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn every_world_size_runs_and_the_pool_keeps_the_last_ones_ranks() {
    let pool = pool().await;
    for size in [1, 2, 3, 4, 5, 7, 8, 16, 64, 2] {
        let config = world(size);
        for kind in kinds() {
            let begun = now();
            let mut seen = Vec::new();
            let outcome =
                pool.run(job(&config, kind), |progress| seen.push(progress)).await.unwrap();
            console_log!("W = {size} on {}: {:.0} ms", kind.id(), now() - begun);
            let report = Report::new(kind.id(), config.clone(), wasm::records(&outcome));
            assert!(report.passed(), "W = {size} on {}", kind.id());
            assert_eq!(seen.last(), Some(&Progress::Running { done: size, of: size }));
            assert!(seen.contains(&Progress::Starting { ready: size, of: size }));
            assert_eq!(pool.stats().workers, size);
        }
    }
    pool.close();
    assert_eq!(pool.stats().workers, 0);
    let config = world(2);
    let refused = pool.run(job(&config, TransportKind::Message), |_| ()).await;
    assert_eq!(refused, Err(FabricError::Closed));
}

#[wasm_bindgen_test]
async fn counts_seeds_and_presets_run() {
    let pool = pool().await;
    let cases: [&[(&str, &str)]; 7] = [
        &[("world_size", "4"), ("n_tok", "0")],
        &[("world_size", "4"), ("n_tok", "1000"), ("d", "4")],
        &[("world_size", "5"), ("n_tok", "4,5,6,0,1")],
        &[("world_size", "3"), ("router_seeds", "-9223372036854775808,18446744073709551615,7")],
        &[("world_size", "6"), ("tp", "3"), ("preset", "all_to_one")],
        &[("world_size", "7"), ("preset", "balanced"), ("n_tok", "9")],
        &[("world_size", "4"), ("router", "3,3;0;;1,2,1")],
    ];
    for case in cases {
        let config = settings(case);
        for kind in kinds() {
            pass(&pool, &config, job(&config, kind)).await;
        }
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn rings_smaller_than_a_message_do() {
    if !kinds().contains(&TransportKind::Shared) {
        return;
    }
    let pool = pool().await;
    // At 40 tokens of 8 features a message has up to 1280 bytes.
    for (size, capacity) in [(2, MIN_CAPACITY), (4, MIN_CAPACITY), (4, 104), (5, 256), (16, 128)] {
        let size = size.to_string();
        let config = settings(&[("world_size", &size), ("n_tok", "40"), ("d", "8")]);
        let job = Job { ring_capacity: Some(capacity), ..job(&config, TransportKind::Shared) };
        pass(&pool, &config, job).await;
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn no_payload_passes_through_the_page() {
    let pool = pool().await;
    for size in [1, 2, 4, 8] {
        for kind in kinds() {
            let mut control_bytes = Vec::new();
            for features in ["1", "512"] {
                let config = settings(&[("world_size", &size.to_string()), ("d", features)]);
                let (report, outcome) = pass(&pool, &config, job(&config, kind)).await;
                let (counters, payload) = (outcome.counters, sent_bytes(&report));
                assert!(payload > 0 || size == 1);
                let what = format!("W = {size}, d = {features} on {}: {counters:?}", kind.id());
                // All of what the ranks sent each other was seen on the way that it should take, and on no other.
                let on_the_way = [counters.shared_sent_bytes, counters.port_sent_bytes];
                let arrived = [counters.shared_received_bytes, counters.port_received_bytes];
                let size = size as u64;
                match kind {
                    TransportKind::Shared => {
                        assert_eq!((on_the_way, arrived), ([payload, 0], [payload, 0]), "{what}");
                        // One word from each rank, that it is done: nothing else was posted, and no channel made.
                        assert_eq!(
                            (counters.page_messages, counters.channels),
                            (size, 0),
                            "{what}"
                        );
                    }
                    TransportKind::Message => {
                        assert_eq!((on_the_way, arrived), ([0, payload], [0, payload]), "{what}");
                        assert!(counters.channels <= size * (size - 1) / 2, "{what}");
                        // Asking for ports (at most once for each end), getting them, and each rank's end.
                        let most = size + 4 * counters.channels + size;
                        assert!(counters.page_messages <= most, "{what}");
                    }
                }
                assert!(counters.page_bytes <= 24 * counters.page_messages, "{what}");
                control_bytes.push(counters.page_bytes / counters.page_messages);
            }
            // 512 times the payload, and not a byte more of anything else.
            assert!(control_bytes[1] <= control_bytes[0] + 8, "{control_bytes:?}");
        }
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn what_cannot_be_is_refused_in_words() {
    let pool = pool().await;
    let base = job(&world(2), TransportKind::Message);
    let refused = |job: Job| pool.run(job, |_| ());
    for size in [0, 65] {
        let error = refused(Job { world_size: size, ..base.clone() }).await.unwrap_err();
        assert_eq!(error.code(), "layout");
        assert!(error.to_string().contains(&format!("world size {size} ")), "{error}");
    }
    let error = refused(Job { ring_capacity: Some(72), ..base.clone() }).await.unwrap_err();
    assert_eq!(error, FabricError::RingTooSmall { given: 72 });
    let error = refused(Job { ring_capacity: Some(1001), ..base.clone() }).await.unwrap_err();
    assert_eq!(error.code(), "layout");
    if !kinds().contains(&TransportKind::Shared) {
        let job = Job { kind: TransportKind::Shared, ..base };
        assert_eq!(refused(job).await, Err(FabricError::NotIsolated));
    }
    assert_eq!(pool.stats().workers_started, 0);
    pool.close();
}
