//! The browser's clock and timers, on the page and in workers alike.

use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    // The number itself, by a call: a static would be kept in a lazy cell, which is a good part of a kilobyte.
    #[wasm_bindgen(js_namespace = ["performance", "timeOrigin"], js_name = valueOf)]
    fn time_origin() -> f64;
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(call: &Function, milliseconds: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
    #[wasm_bindgen(js_name = setInterval)]
    fn set_interval(call: &Function, milliseconds: f64) -> JsValue;
    #[wasm_bindgen(js_name = clearInterval)]
    fn clear_interval(timer: &JsValue);
}

/// Milliseconds since 1970, as finely as the browser tells, and the same for the page and its workers.
pub(crate) fn now() -> f64 {
    time_origin() + performance_now()
}

/// Something to be called later; dropping it takes it back.
pub(crate) struct Timer {
    id: JsValue,
    cancel: fn(&JsValue),
    _call: Closure<dyn FnMut()>,
}

impl Timer {
    /// Calls once, `milliseconds` from now.
    pub(crate) fn after(milliseconds: f64, call: impl FnMut() + 'static) -> Self {
        Self::new(milliseconds, Box::new(call), set_timeout, clear_timeout)
    }

    /// Calls again and again, `milliseconds` apart.
    pub(crate) fn every(milliseconds: f64, call: impl FnMut() + 'static) -> Self {
        Self::new(milliseconds, Box::new(call), set_interval, clear_interval)
    }

    fn new(
        milliseconds: f64,
        call: Box<dyn FnMut()>,
        set: fn(&Function, f64) -> JsValue,
        cancel: fn(&JsValue),
    ) -> Self {
        let call = Closure::wrap(call);
        let id = set(call.as_ref().unchecked_ref(), milliseconds);
        Self { id, cancel, _call: call }
    }
}

/// A span of time in words. (Whole numbers are much smaller code than floats.)
pub(crate) fn told(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} s"),
        (whole, tenth) => format!("{whole}.{tenth} s"),
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        (self.cancel)(&self.id);
    }
}
