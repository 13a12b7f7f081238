//! `window.rankscope`: the page for programs.

use std::time::Duration;

use fabric::page::FabricError;
use js_sys::{JSON, Object, Promise, Reflect};
use leptos::prelude::{set_timeout, window};
use lessons::json;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use crate::js_config::{self, Refusal, js_error};
use crate::page::Page;
use crate::runner::Ended;
use crate::state::{Outcome, RunError, RunState, Settings};

/// Puts `window.rankscope` there: `version`, `run(config) → Promise<report>`, `cancel()` and `stats()`.
///
/// A run that a rank ends early gives a report with `error` filled. The promise is rejected, with an `Error` that has a
/// `code`, when no rank was started, or the run was cancelled.
pub fn install(page: Page) {
    let api = Object::new();
    let run = Closure::<dyn Fn(JsValue) -> Promise>::new(move |config| match run(page, &config) {
        Ok(run) => future_to_promise(run),
        Err(refusal) => Promise::reject(&refusal.into_js()),
    });
    let cancel = Closure::<dyn Fn()>::new(move || page.cancel());
    let stats = Closure::<dyn Fn() -> JsValue>::new(move || stats(page));
    put(&api, "version", &env!("CARGO_PKG_VERSION").into());
    // They live as long as the document.
    put(&api, "run", &run.into_js_value());
    put(&api, "cancel", &cancel.into_js_value());
    put(&api, "stats", &stats.into_js_value());
    put(&window(), "rankscope", &api);
}

fn put(target: &JsValue, key: &str, value: &JsValue) {
    // Fails for frozen objects and proxies; these are neither.
    let _ = Reflect::set(target, &key.into(), value);
}

/// Begins a run before it returns, so that a `cancel()` in the next line is about this run.
fn run(
    page: Page,
    config: &JsValue,
) -> Result<impl Future<Output = Result<JsValue, JsValue>> + use<>, Refusal> {
    let (config, transport) = js_config::read(config)?;
    let turn = page.runner().begin().ok_or(Refusal::Busy)?;
    page.replace(Settings::of(&config, transport));
    Ok(async move {
        let ended = turn.run(page.run, config, transport).await;
        page.runner().note(&ended);
        let answer = answer(&ended);
        // The caller first: drawing takes longer than a warm run. If it runs again at once, that run will be shown.
        let show = move || {
            if !page.runner().is_running() {
                page.show(ended.state);
            }
        };
        set_timeout(show, Duration::ZERO);
        answer
    })
}

fn answer(ended: &Ended) -> Result<JsValue, JsValue> {
    match (&ended.outcome, &ended.state) {
        (Some(outcome), _) => JSON::parse(&report(outcome)?),
        (None, RunState::Failed(RunError::NotBegun { code, message, .. })) => {
            Err(js_error(code, message))
        }
        _ => {
            let cancelled = FabricError::Cancelled;
            Err(js_error(cancelled.code(), &cancelled.to_string()))
        }
    }
}

/// The report as JSON.
pub fn report(outcome: &Outcome) -> Result<String, JsValue> {
    json::encode(&outcome.report).map_err(|error| js_error("unwritable_report", &error.to_string()))
}

/// What the pool of workers has and has done, and whether the first run is still being rehearsed (1) or not (0), on
/// workers that are not the pool's.
fn stats(page: Page) -> JsValue {
    let stats = page.runner().stats().unwrap_or_default();
    let object = Object::new();
    let numbers = [
        ("workers", stats.workers as f64),
        ("listeners", stats.listeners as f64),
        ("timers", stats.timers as f64),
        ("workers_started", stats.workers_started as f64),
        ("runs", stats.runs as f64),
        ("page_messages", stats.page_messages as f64),
        ("page_bytes", stats.page_bytes as f64),
        ("rehearsing", f64::from(u8::from(page.runner().is_rehearsing()))),
    ];
    for (key, number) in numbers {
        put(&object, key, &number.into());
    }
    object.into()
}
