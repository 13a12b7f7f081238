//! The worker that is one rank of a program given as data. It is a file of its own: reading programs, and all that they may
//! call, is more than a lesson's reader should have to download.
#![forbid(unsafe_code)]
#![no_main]

mod refusal;

use collective::{Context, wire};
use fabric::rank::{Finished, serve};
use lessons::Program;
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::wasm_bindgen;

/// As in the lessons' worker.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// Is called when a worker instantiates the module.
#[wasm_bindgen(start)]
pub fn start() {
    serve(|context, job| run(context, job));
}

/// A job is the program's text; record and trace are as the lessons' worker has them.
fn run(context: Context, job: Vec<u8>) -> collective::Program<'static, Finished> {
    Box::pin(async move {
        let text = String::from_utf8_lossy(&job);
        let (record, trace) = match Program::parse(&text, Some(context.world_size())) {
            Ok(program) => lessons::run_program(context, &program).await,
            Err(error) => {
                let (code, message) = (lessons::ProgramError::CODE, error.to_string());
                (refusal::refuse(&context, code, message), context.take_trace())
            }
        };
        Finished {
            failed: record.failed(),
            record: wire::encode(&record),
            trace: wire::encode(&trace),
        }
    })
}
