//! Draws against torch's own.
#![allow(missing_docs)]

mod rng_cases;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn golden_draws() {
    assert_eq!(rng_cases::check_all(), 128);
}
