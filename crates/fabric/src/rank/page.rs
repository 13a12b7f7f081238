//! How a worker speaks to the page that started it.

use collective::wire;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::protocol::ToPage;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = self)]
    static SCOPE: DedicatedWorkerGlobalScope;
}

fn scope() -> DedicatedWorkerGlobalScope {
    SCOPE.with(Clone::clone)
}

/// Calls `hear` with everything that the page says, for as long as the worker lives.
pub(super) fn listen(hear: impl FnMut(MessageEvent) + 'static) {
    let hear: Closure<dyn FnMut(MessageEvent)> = Closure::new(hear);
    scope().set_onmessage(Some(hear.into_js_value().unchecked_ref()));
}

/// Says `message`; the bytes behind it are handed over.
pub(crate) fn say(message: &ToPage, behind: &[&[u8]]) {
    let head = wire::encode(message);
    let list = Array::new();
    let buffers = Array::new();
    for bytes in [head.as_slice()].iter().chain(behind) {
        let bytes = Uint8Array::from(*bytes);
        buffers.push(&bytes.buffer());
        list.push(&bytes);
    }
    let posted = scope().post_message_with_transfer(&list, &buffers);
    if let Err(thrown) = posted {
        // The page hears of it as of any error that nobody catches.
        wasm_bindgen::throw_val(thrown);
    }
}
