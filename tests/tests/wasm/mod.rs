//! Real workers for tests in a browser. There is no server to load them from, so the tests carry their files.
#![allow(dead_code, reason = "no test needs all of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use fabric::TransportKind;
use fabric::page::{Job, Pool, PoolOptions, RunOutcome, WorkerFiles, isolation};
use js_sys::Array;
use lessons::{Config, RankRecord, Raw, Report};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, Url};

const RANK_JS: &str = include_str!(env!("RANK_JS"));
const RANK_WASM: &[u8] = include_bytes!(env!("RANK_WASM"));
const WORKER_JS: &str = include_str!("../../../web/worker.js");

/// The transports that this page can have.
pub fn kinds() -> Vec<TransportKind> {
    if isolation() {
        vec![TransportKind::Shared, TransportKind::Message]
    } else {
        vec![TransportKind::Message]
    }
}

/// The address of `text` as a script.
pub fn script(text: &str) -> String {
    let options = BlobPropertyBag::new();
    options.set_type("text/javascript");
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).unwrap();
    Url::create_object_url_with_blob(&blob).unwrap()
}

/// The worker's files as they are published.
pub async fn files() -> WorkerFiles {
    files_with(WORKER_JS).await
}

/// The worker's files with another bootstrap script.
pub async fn files_with(worker_js: &str) -> WorkerFiles {
    WorkerFiles::compile(&script(worker_js), &script(RANK_JS), RANK_WASM).await.unwrap()
}

/// The bootstrap script with `lines` in front of it.
pub fn worker_js_after(lines: &str) -> String {
    format!("{lines}\n{WORKER_JS}")
}

pub async fn pool() -> Pool {
    Pool::new(files().await, PoolOptions::default())
}

pub fn settings(settings: &[(&str, &str)]) -> Config {
    let raw: Vec<(&str, Raw)> =
        settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
    Config::from_settings(&raw).unwrap()
}

pub fn world(size: usize) -> Config {
    settings(&[("world_size", &size.to_string())])
}

pub fn job(config: &Config, kind: TransportKind) -> Job {
    Job::new(config.parts().map(|part| postcard::to_allocvec(&part).unwrap()).collect(), kind)
}

/// What every rank recorded; panics where one handed nothing over.
pub fn records(outcome: &RunOutcome) -> Vec<RankRecord> {
    let record = |(rank, outcome): (usize, &Result<fabric::page::RankOutcome, _>)| match outcome {
        Ok(outcome) => postcard::from_bytes(&outcome.record).unwrap(),
        Err(failure) => panic!("rank {rank}: {failure}"),
    };
    outcome.ranks.iter().enumerate().map(record).collect()
}

/// Runs `config` to its end and asserts that every check passed.
pub async fn pass(pool: &Pool, config: &Config, job: Job) -> (Report, RunOutcome) {
    let kind = job.kind;
    let outcome = pool.run(job, |_| ()).await.unwrap();
    let report = Report::new(kind.id(), config.clone(), records(&outcome));
    let what = format!("W = {} on {}", config.world_size(), kind.id());
    assert_eq!(report.failure, None, "{what}");
    assert_eq!(outcome.failure, None, "{what}");
    assert!(report.checks().count() > 0, "{what}: no check was made");
    if let Some(check) = report.checks().find(|check| !check.passed) {
        panic!("{what}: {check:?}");
    }
    (report, outcome)
}

/// Lets the event loop go on for so many milliseconds.
pub async fn pause(milliseconds: u32) {
    let wait =
        js_sys::Function::new_with_args("ms", "return new Promise((go) => setTimeout(go, ms))");
    let promise = wait.call1(&JsValue::UNDEFINED, &milliseconds.into()).unwrap();
    JsFuture::from(js_sys::Promise::from(promise)).await.unwrap();
}

pub fn now() -> f64 {
    let now = js_sys::Function::new_no_args("return performance.now()");
    now.call0(&JsValue::UNDEFINED).unwrap().as_f64().unwrap()
}

/// Asserts that nothing was left behind, and that the next run finds new workers.
pub async fn assert_empty_and_usable(pool: &Pool, kind: TransportKind) {
    assert_eq!(pool.stats().workers, 0, "{}", kind.id());
    let config = world(2);
    pass(pool, &config, job(&config, kind)).await;
    assert_eq!(pool.stats().workers, 2, "{}", kind.id());
}
