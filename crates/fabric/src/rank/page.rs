//! How a worker speaks to the page that started it.

use collective::wire;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::MessageEvent;

use crate::protocol::ToPage;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = self, js_name = addEventListener)]
    fn listen_to(kind: &str, hear: &JsValue);
    /// What it throws nobody catches, and the page hears of it as of any such error.
    #[wasm_bindgen(js_namespace = self, js_name = postMessage)]
    fn post(message: &Array, handed_over: &Array);
}

/// Calls `hear` with everything that the page says, for as long as the worker lives.
pub(super) fn listen(hear: impl FnMut(MessageEvent) + 'static) {
    let hear: Closure<dyn FnMut(MessageEvent)> = Closure::new(hear);
    listen_to("message", &hear.into_js_value());
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
    post(&list, &buffers);
}
