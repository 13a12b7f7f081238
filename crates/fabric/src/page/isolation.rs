use js_sys::Reflect;

/// Whether the page is cross-origin isolated and so may share memory with its workers.
pub fn isolation() -> bool {
    let global = js_sys::global();
    let truthy = |name: &str| {
        Reflect::get(&global, &name.into())
            .is_ok_and(|value: wasm_bindgen::JsValue| value.is_truthy())
    };
    truthy("crossOriginIsolated") && truthy("SharedArrayBuffer")
}
