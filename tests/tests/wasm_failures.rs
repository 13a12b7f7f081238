//! Workers that break, hang, vanish or are cancelled: a named error each time, and nothing left behind.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod wasm;

use collective::{FailureReason, PeerFailure};
use fabric::TransportKind;
use fabric::page::{FabricError, Job, Pool, PoolOptions, Progress, RunOutcome};
use js_sys::{Array, Function};
use serde::Serialize;
use wasm::{
    assert_empty_and_usable, files_with, job, kinds, now, pass, pause, pool, records, settings,
    worker_js_after, world,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// Keeps every worker that is started from now on where [`terminate`] finds it.
fn watch_workers() {
    let script = "if (!globalThis.started) { globalThis.started = []; const Plain = Worker; \
        globalThis.Worker = class extends Plain { \
            constructor(...args) { super(...args); started.push(this); } } } \
        started.length = 0;";
    Function::new_no_args(script).call0(&JsValue::UNDEFINED).unwrap();
}

/// Ends the worker that was started `index`-th, as a browser that runs out of memory might.
fn terminate(index: u32) {
    let started = js_sys::Reflect::get(&js_sys::global(), &"started".into()).unwrap();
    let worker: web_sys::Worker = started.unchecked_into::<Array>().get(index).unchecked_into();
    worker.terminate();
}

/// A bootstrap script whose worker of that name gets ready and then does `what`, whatever the page says to it.
fn instead_of_hearing(worker: &str, what: &str) -> String {
    let ready = "initSync({ module });";
    let other = format!(
        "const other = self.name === '{worker}'; \
         if (other) self.addEventListener = () => {{}}; {ready} \
         if (other) self.onmessage = () => {{ {what} }};"
    );
    worker_js_after("").replace(ready, &other)
}

/// A bootstrap script whose worker of that name gets ready and then hears nothing.
fn deaf(worker: &str) -> String {
    instead_of_hearing(worker, "")
}

fn failure_of(outcome: &RunOutcome, rank: usize) -> &PeerFailure {
    outcome.ranks[rank].as_ref().unwrap_err()
}

#[wasm_bindgen_test]
async fn a_terminated_worker_ends_the_run_with_its_name() {
    for kind in kinds() {
        watch_workers();
        // It is ready but never begins, so that the others cannot be done before it is ended.
        let pool = Pool::new(files_with(&deaf("rank 3")).await, PoolOptions::default());
        let begun = now();
        let outcome = pool
            .run(job(&world(8), kind), |progress| {
                if let Progress::Running { done: 0, .. } = progress {
                    terminate(3);
                }
            })
            .await
            .unwrap();
        assert!(now() - begun < 10_000.0, "{}", kind.id());
        assert_eq!(failure_of(&outcome, 3).reason, FailureReason::Terminated);
        assert_eq!(outcome.failure.as_ref(), Some(failure_of(&outcome, 3)));
        // The others ended because of it, and say so.
        for rank in (0..8).filter(|&rank| rank != 3) {
            let Ok(handed_over) = &outcome.ranks[rank] else { panic!("rank {rank} gave nothing") };
            assert!(handed_over.failed, "rank {rank} on {}", kind.id());
            let record: lessons::RankRecord = postcard::from_bytes(&handed_over.record).unwrap();
            let failure = record.failure.unwrap();
            assert_eq!((failure.code.as_str(), failure.ranks), ("peer_failed", vec![3]));
        }
        assert_empty_and_usable(&pool, kind).await;
        pool.close();
    }
}

#[wasm_bindgen_test]
async fn a_worker_that_vanishes_between_runs_is_replaced() {
    watch_workers();
    let pool = pool().await;
    for kind in kinds() {
        watch_workers();
        let config = world(4);
        pass(&pool, &config, job(&config, kind)).await;
        terminate(2);
        pause(200).await;
        assert_eq!(pool.stats().workers, 3);
        pass(&pool, &config, job(&config, kind)).await;
        assert_eq!(pool.stats().workers, 4);
        pool.cancel();
    }
    pool.close();
}

/// What a rank is given. No front lets this through, and a rank trusts its page: tp = 0 divides by zero.
#[derive(Serialize)]
struct RawPart {
    rank: usize,
    world_size: usize,
    lessons: Vec<u32>,
    tp: usize,
    router_seed: u64,
    data_seed: u64,
    init_seed: u64,
    n_tok: usize,
    most_tokens: usize,
    d: usize,
    router: Option<Vec<i64>>,
}

#[wasm_bindgen_test]
async fn a_panic_ends_the_run_with_the_ranks_name_and_its_words() {
    let pool = pool().await;
    for kind in kinds() {
        let part = |rank| RawPart {
            rank,
            world_size: 4,
            lessons: vec![4],
            tp: 0,
            router_seed: 100,
            data_seed: 1000,
            init_seed: 0,
            n_tok: 2,
            most_tokens: 2,
            d: 2,
            router: None,
        };
        let bytes = (0..4).map(|rank| postcard::to_allocvec(&part(rank)).unwrap()).collect();
        let outcome = pool.run(Job::new(bytes, kind), |_| ()).await.unwrap();
        let failure = outcome.failure.clone().unwrap();
        assert_eq!(failure.reason, FailureReason::Panicked);
        assert!(failure.message.contains("divi"), "{failure}");
        assert_eq!(failure_of(&outcome, failure.rank), &failure);
        assert_empty_and_usable(&pool, kind).await;
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn a_job_that_is_none_is_every_ranks_error() {
    let pool = pool().await;
    for kind in kinds() {
        let other_world = job(&world(5), kind);
        // The worker of the six has no other lesson.
        let further = job(&settings(&[("lesson", "pipeline"), ("world_size", "3")]), kind);
        let none = Job::new(vec![vec![0xff; 7]; 3], kind);
        for job in [none, Job { world_size: 3, ..other_world }, further] {
            let outcome = pool.run(job, |_| ()).await.unwrap();
            let first = outcome.failure.clone().unwrap();
            assert_eq!(first.reason, FailureReason::Failed);
            for record in records(&outcome) {
                assert_eq!(record.failure.unwrap().code, "bad_job");
            }
            assert_empty_and_usable(&pool, kind).await;
        }
    }
    pool.close();
}

async fn start_with(worker_js: &str) -> (Pool, Result<RunOutcome, FabricError>) {
    let options = PoolOptions { ready_seconds: 1.0, ..PoolOptions::default() };
    let pool = Pool::new(files_with(worker_js).await, options);
    let begun = now();
    let outcome = pool.run(job(&world(3), TransportKind::Message), |_| ()).await;
    assert!(now() - begun < 5_000.0);
    (pool, outcome)
}

#[wasm_bindgen_test]
async fn a_worker_that_does_not_get_ready_is_named() {
    let only_rank_1 = |what: &str| format!("if (self.name === 'rank 1') {what}");
    for (worker_js, says) in [
        // Never answers.
        (
            worker_js_after(&only_rank_1("self.stop = true;")).replace(
                "self.onmessage = async",
                "if (self.stop) { self.onmessage = () => {}; } else self.onmessage = async",
            ),
            "was not ready after 1 s",
        ),
        // Throws while it loads.
        (worker_js_after(&only_rank_1("throw new Error('no luck');")), "no luck"),
        // Is no JavaScript.
        (worker_js_after("this is no script").clone(), ""),
        // Cannot import its glue.
        (
            worker_js_after("").replace(
                "import(glue)",
                &format!(
                    "import({})",
                    "self.name === 'rank 1' ? 'data:text/javascript,nonsense(' : glue"
                ),
            ),
            "",
        ),
        // Is gone at once.
        (worker_js_after(&only_rank_1("self.close();")), ""),
    ] {
        let (pool, outcome) = start_with(&worker_js).await;
        let Err(FabricError::NotStarted { rank, why }) = outcome else { panic!("{outcome:?}") };
        console_log!("rank {rank} did not start: {why}");
        assert!(why.contains(says) && !why.is_empty(), "{why}");
        if !says.is_empty() {
            assert_eq!(rank, 1);
        }
        assert_eq!(pool.stats().workers, 0);
        pool.close();
    }
}

#[wasm_bindgen_test]
async fn a_rank_that_closes_or_throws_in_mid_run_is_named() {
    for kind in kinds() {
        for (what, reason) in [
            ("self.close()", FailureReason::Terminated),
            ("(() => { throw new Error('out of luck') })()", FailureReason::Panicked),
        ] {
            // Its first run never begins: it breaks when it is told to.
            let worker_js = instead_of_hearing("rank 2", what);
            let pool = Pool::new(files_with(&worker_js).await, PoolOptions::default());
            let begun = now();
            let outcome = pool.run(job(&world(4), kind), |_| ()).await.unwrap();
            assert!(now() - begun < 10_000.0);
            assert_eq!(failure_of(&outcome, 2).reason, reason, "{what} on {}", kind.id());
            if reason == FailureReason::Panicked {
                assert!(failure_of(&outcome, 2).message.contains("out of luck"));
            }
            assert_eq!(outcome.failure.as_ref(), Some(failure_of(&outcome, 2)));
            assert_eq!(pool.stats().workers, 0);
            pool.close();
        }
    }
}

#[wasm_bindgen_test]
async fn a_rank_that_is_never_done_is_given_up() {
    for kind in kinds() {
        let options = PoolOptions { run_seconds: 1.0, ..PoolOptions::default() };
        let pool = Pool::new(files_with(&deaf("rank 0")).await, options);
        let outcome = pool.run(job(&world(2), kind), |_| ()).await.unwrap();
        assert_eq!(failure_of(&outcome, 0).reason, FailureReason::Terminated);
        assert!(failure_of(&outcome, 0).message.contains("1 s"));
        assert_eq!(pool.stats().workers, 0);
        pool.close();
    }
}

#[wasm_bindgen_test]
async fn without_locks_a_silent_rank_is_missed() {
    for kind in kinds() {
        // No lock, no beat.
        let worker_js = deaf("rank 1").replace("if (lock)", "if (false)");
        let pool = Pool::new(files_with(&worker_js).await, PoolOptions::default());
        let begun = now();
        let outcome = pool.run(job(&world(3), kind), |_| ()).await.unwrap();
        assert!((9_000.0..20_000.0).contains(&(now() - begun)), "{}", now() - begun);
        assert_eq!(failure_of(&outcome, 1).reason, FailureReason::Terminated);
        // The other two waited for longer than that, and were heard of.
        for rank in [0, 2] {
            assert!(outcome.ranks[rank].as_ref().unwrap().failed, "rank {rank}");
        }
        pool.close();
    }
}
