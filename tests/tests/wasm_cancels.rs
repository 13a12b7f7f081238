//! Runs that are cancelled, dropped, or follow each other two hundred times: nothing is left behind.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod wasm;

use std::cell::Cell;
use std::rc::Rc;

use fabric::TransportKind;
use fabric::page::{FabricError, Job, Pool, PoolOptions, Progress, Stats};
use js_sys::Function;
use wasm::{assert_empty_and_usable, job, kinds, pass, pause, pool, settings, world};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A run that takes long enough to be disturbed: many ranks, much data.
fn long_job(kind: TransportKind) -> Job {
    job(&settings(&[("world_size", "8"), ("n_tok", "1024"), ("d", "64")]), kind)
}

#[wasm_bindgen_test]
async fn a_run_is_cancelled_at_any_moment() {
    let pool = pool().await;
    for kind in kinds() {
        for moment in 0..4 {
            let again = pool.clone();
            let cancelled = pool
                .run(long_job(kind), move |progress| {
                    let now = match progress {
                        Progress::Starting { ready: 0, .. } => 0,
                        Progress::Starting { ready: 8, .. } => 1,
                        Progress::Running { done: 0, .. } => 2,
                        Progress::Running { done: 1, .. } => 3,
                        _ => return,
                    };
                    if now == moment {
                        again.cancel();
                    }
                })
                .await;
            assert_eq!(cancelled, Err(FabricError::Cancelled), "moment {moment}");
            assert_empty_and_usable(&pool, kind).await;
            pool.cancel();
        }
    }
    // From outside, while the ranks are at work.
    for kind in kinds() {
        let (again, over) = (pool.clone(), Rc::new(Cell::new(false)));
        let ended = over.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let cancelled = again.run(long_job(kind), |_| ()).await;
            assert_eq!(cancelled, Err(FabricError::Cancelled));
            ended.set(true);
        });
        pause(1).await;
        assert_eq!(pool.run(long_job(kind), |_| ()).await, Err(FabricError::Busy));
        pool.cancel();
        assert_eq!(pool.stats().workers, 0);
        pause(1).await;
        assert!(over.get());
        assert_empty_and_usable(&pool, kind).await;
        pool.cancel();
    }
    pool.close();
}

#[wasm_bindgen_test]
async fn a_dropped_run_leaves_nothing() {
    let pool = pool().await;
    for kind in kinds() {
        let run = Box::pin(pool.run(long_job(kind), |_| ()));
        drop(futures_first(run).await);
        assert_eq!(pool.stats(), Stats { workers: 0, listeners: 0, timers: 0, ..pool.stats() });
        assert_empty_and_usable(&pool, kind).await;
        pool.cancel();
    }
    pool.close();
}

/// Polls once, which starts the workers, and hands the future back.
async fn futures_first<F: Future + Unpin>(mut future: F) -> F {
    std::future::poll_fn(|context| {
        assert!(std::pin::Pin::new(&mut future).poll(context).is_pending());
        std::task::Poll::Ready(())
    })
    .await;
    future
}

#[wasm_bindgen_test]
async fn a_rehearsal_leaves_nothing_and_keeps_nobody_waiting() {
    let pool = pool().await;
    for kind in kinds() {
        let (again, over) = (pool.clone(), Rc::new(Cell::new(false)));
        let ended = over.clone();
        wasm_bindgen_futures::spawn_local(async move {
            again.rehearse(job(&world(2), kind)).await;
            ended.set(true);
        });
        pause(1).await;
        let config = world(3);
        pass(&pool, &config, job(&config, kind)).await;
        while !over.get() {
            pause(1).await;
        }
        // Those of the run, and none of the rehearsal.
        assert_eq!(pool.stats().workers, 3);
        pool.cancel();
    }
    assert_eq!(pool.stats().runs, kinds().len() as u64);
    pool.close();
}

#[wasm_bindgen_test]
async fn idle_workers_end_after_a_while() {
    let options = PoolOptions { idle_seconds: 0.5, ..PoolOptions::default() };
    let pool = Pool::new(wasm::files().await, options);
    let config = world(3);
    pass(&pool, &config, job(&config, TransportKind::Message)).await;
    assert_eq!((pool.stats().workers, pool.stats().timers), (3, 1));
    pause(300).await;
    assert_eq!(pool.stats().workers, 3);
    // A run starts the time anew.
    pass(&pool, &config, job(&config, TransportKind::Message)).await;
    pause(300).await;
    assert_eq!(pool.stats().workers, 3);
    pause(400).await;
    assert_eq!(pool.stats(), Stats { workers: 0, listeners: 0, timers: 0, ..pool.stats() });
    assert_eq!(pool.stats().workers_started, 3);
}

/// Bytes of the page's heap, where the browser tells.
fn heap() -> f64 {
    let script = "return performance.memory ? performance.memory.usedJSHeapSize : 0";
    Function::new_no_args(script).call0(&JsValue::UNDEFINED).unwrap().as_f64().unwrap()
}

/// Bytes of this page's wasm memory, which never shrinks.
fn wasm_bytes() -> u32 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    js_sys::ArrayBuffer::from(memory.buffer()).byte_length()
}

/// Where the run of that number is cancelled, if it is: with warm workers while it runs, or with new ones while they
/// start.
fn cancel_at(number: usize) -> Option<Progress> {
    match (number % 10, number % 20) {
        (7, _) => Some(Progress::Running { done: 0, of: 4 }),
        (_, 8) => Some(Progress::Starting { ready: 2, of: 4 }),
        _ => None,
    }
}

#[wasm_bindgen_test]
async fn two_hundred_runs_with_cancels_among_them_leave_nothing_behind() {
    let pool = pool().await;
    let config = world(4);
    let mut wasm = Vec::new();
    // The least heap seen in each quarter: what the browser has not collected yet comes and goes.
    let mut heaps = [f64::INFINITY; 4];
    for number in 0..200 {
        let kind = kinds()[number % kinds().len()];
        if let Some(at) = cancel_at(number) {
            let again = pool.clone();
            let cancel = move |progress| {
                if progress == at {
                    again.cancel();
                }
            };
            let cancelled = pool.run(job(&config, kind), cancel).await;
            assert_eq!(cancelled, Err(FabricError::Cancelled), "run {number}");
            assert_eq!(pool.stats(), Stats { workers: 0, listeners: 0, timers: 0, ..pool.stats() });
        } else {
            pass(&pool, &config, job(&config, kind)).await;
            let at_rest = Stats { workers: 4, listeners: 12, timers: 1, ..pool.stats() };
            assert_eq!(pool.stats(), at_rest, "after run {number}");
        }
        let quarter = number / 50;
        heaps[quarter] = heaps[quarter].min(heap());
        if number % 50 == 49 {
            wasm.push(wasm_bytes());
        }
    }
    console_log!("bytes by quarter, wasm {wasm:?}, heap {heaps:?}");
    assert_eq!(wasm[1], wasm[3], "the page's own memory stands still once it is warm");
    // The shared memory of a hundred runs alone would be 79 MB.
    assert!(heaps[3] < heaps[1] + 16e6, "{heaps:?}");
    assert_eq!(pool.stats().runs, 200);
    // Four at first, and again after each of the thirty cancels.
    assert_eq!(pool.stats().workers_started, 4 * 31);
    pool.close();
    assert_eq!(pool.stats(), Stats { workers: 0, listeners: 0, timers: 0, ..pool.stats() });
}
