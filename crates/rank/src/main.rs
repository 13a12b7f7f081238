//! The worker that is one rank of the six lessons, whatever the transport.
#![forbid(unsafe_code)]
// The standard library's way to `main` would be half a kilobyte of what a reader downloads.
#![no_main]

mod lessons_job;
mod refusal;

use fabric::rank::serve;
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::wasm_bindgen;

/// Of what a reader downloads before the first run, the standard allocator would be a good part.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// Is called when a worker instantiates the module.
#[wasm_bindgen(start)]
pub fn start() {
    serve(|context, job| lessons_job::run(context, job, lessons::six));
}
