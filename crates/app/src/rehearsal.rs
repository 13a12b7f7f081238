//! What a browser does once is done before the reader's first run: two ranks run the lessons and are forgotten.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use std::time::Duration;

use collective::wire;
use fabric::page::{FabricError, Job, Pool, isolation};
use futures_util::future::{AbortHandle, abortable};
use js_sys::Promise;
use leptos::prelude::set_timeout;
use lessons::{Config, Raw};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::state::TransportChoice;

/// So long the page is left alone once the workers' files are there: it has just begun to draw.
const PAUSE: Duration = Duration::from_millis(50);

/// A rehearsal, from the moment in which the page is there.
pub struct Rehearsal {
    handle: AbortHandle,
    over: Rc<Cell<bool>>,
}

impl Rehearsal {
    /// Begins one as soon as the pool is `loaded`. It has two workers of its own for about a fifth of a second, takes
    /// no part in the pool's counts, and leaves nothing but what the browser has learnt.
    pub fn begin(loaded: impl Future<Output = Result<Pool, FabricError>> + 'static) -> Self {
        let (rehearsal, handle) = abortable(async move {
            // What goes wrong here goes wrong in the first run too, and is told there.
            let Ok(pool) = loaded.await else { return };
            pause().await;
            let Some(job) = job() else { return };
            pool.rehearse(job).await;
        });
        let over = Rc::new(Cell::new(false));
        let ended = over.clone();
        leptos::task::spawn_local(async move {
            // Given up or not, it is over.
            let _ = rehearsal.await;
            ended.set(true);
        });
        Self { handle, over }
    }

    /// Ends it, and its workers, if it is not over: a run that begins has better use for the processor.
    pub fn give_up(&self) {
        self.handle.abort();
    }

    /// Whether it has come to its end, or to nothing.
    pub fn is_over(&self) -> bool {
        self.over.get()
    }
}

/// All lessons, on the transport that the page would choose.
fn job() -> Option<Job> {
    let config = Config::from_settings(&[("world_size", Raw::text("2"))]).ok()?;
    let kind = TransportChoice::Auto.resolve(isolation())?;
    Some(Job::new(config.parts().map(|part| wire::encode(&part)).collect(), kind))
}

async fn pause() {
    let promise = Promise::new(&mut |resolve, _| {
        // It takes no arguments, and cannot throw.
        set_timeout(move || drop(resolve.call0(&JsValue::NULL)), PAUSE);
    });
    // It is never rejected.
    let _ = JsFuture::from(promise).await;
}
