//! Torch's draws, in WebAssembly.
#![cfg(target_arch = "wasm32")]

#[path = "../../crates/tensor/tests/rng_cases/mod.rs"]
mod rng_cases;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn all_128_cases_hold() {
    assert_eq!(rng_cases::check_all(), 128);
}
