//! The worker that is one rank of any lessons, the further ones among them. It is a file of its own: whoever reads one of
//! the six should not have to download the others' programs, nor the algorithms that they choose by name.
#![forbid(unsafe_code)]
#![no_main]

mod lessons_job;
mod refusal;

use fabric::rank::serve;
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::wasm_bindgen;

/// As in the six lessons' worker.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// Is called when a worker instantiates the module.
#[wasm_bindgen(start)]
pub fn start() {
    serve(|context, job| lessons_job::run(context, job, lessons::every));
}
