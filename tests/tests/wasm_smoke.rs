//! The ground the browser tests stand on: the kind of page they run in, and the worker they carry.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const RANK_JS: &str = include_str!(env!("RANK_JS"));
const RANK_WASM: &[u8] = include_bytes!(env!("RANK_WASM"));

#[wasm_bindgen_test]
fn the_page_is_isolated_exactly_when_it_was_asked_to_be() {
    // The runner reads the same variable when it starts; it is compiled in here because a page has no environment.
    let asked = option_env!("WASM_BINDGEN_TEST_NO_ORIGIN_ISOLATION").is_none();
    assert_eq!(isolated(), asked);
}

#[wasm_bindgen_test]
fn the_worker_is_carried() {
    assert!(RANK_WASM.starts_with(b"\0asm"), "{:?}", &RANK_WASM[..8]);
    assert!(RANK_JS.contains("initSync"), "{RANK_JS}");
}

#[wasm_bindgen_test]
fn an_index_beyond_32_bits_is_malformed_and_not_a_panic() {
    let bytes = collective::wire::encode(&[1_u64 << 40]);
    assert_eq!(collective::wire::decode::<[u64; 1]>(&bytes), Some([1 << 40]));
    assert_eq!(collective::wire::decode::<[usize; 1]>(&bytes), None);
}

/// `crossOriginIsolated` of the global scope.
fn isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &"crossOriginIsolated".into())
        .is_ok_and(|value| value.is_truthy())
}
