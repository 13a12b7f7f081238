//! The worker that is one rank: runs lessons, whatever the transport.
#![forbid(unsafe_code)]
// The standard library's way to `main` would be half a kilobyte of what a reader downloads.
#![no_main]

mod refusal;

use collective::{Context, Program, wire};
use fabric::rank::{Finished, serve};
use lessons::Part;
use refusal::refuse;
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::wasm_bindgen;

/// Of what a reader downloads before the first run, the standard allocator would be a good part.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

const BAD_JOB: &str = "the job is not for this rank of this world: load the page again";

/// Is called when a worker instantiates the module.
#[wasm_bindgen(start)]
pub fn start() {
    serve(|context, job| run(context, job));
}

/// A job is the postcard form of a [`Part`]; a record that of a [`lessons::RankRecord`]; a trace that of a
/// [`collective::trace::Trace`].
fn run(context: Context, job: Vec<u8>) -> Program<'static, Finished> {
    Box::pin(async move {
        let (record, trace) = match wire::decode::<Part>(&job) {
            Some(part) if part.is_for(context.rank(), context.world_size()) => {
                lessons::run_part(context, &part).await
            }
            _ => (refuse(&context, "bad_job", BAD_JOB.to_owned()), context.take_trace()),
        };
        Finished {
            failed: record.failed(),
            record: wire::encode(&record),
            trace: wire::encode(&trace),
        }
    })
}
