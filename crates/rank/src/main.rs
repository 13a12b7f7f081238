//! The worker that is one rank: runs lessons, whatever the transport.
#![forbid(unsafe_code)]
// The standard library's way to `main` would be half a kilobyte of what a reader downloads.
#![no_main]

use collective::{Context, FailureReason, PeerFailure, Program, wire};
use fabric::rank::{Finished, serve};
use lessons::{Failure, Part, RankRecord};
use talc::wasm::{WasmDynamicTalc, new_wasm_dynamic_allocator};
use wasm_bindgen::prelude::wasm_bindgen;

/// Of what a reader downloads before the first run, the standard allocator would be a good part.
#[global_allocator]
static ALLOCATOR: WasmDynamicTalc = new_wasm_dynamic_allocator();

/// Is called when a worker instantiates the module.
#[wasm_bindgen(start)]
pub fn start() {
    serve(|context, job| run(context, job));
}

/// A job is the postcard form of a [`Part`]; a record that of a [`RankRecord`]; a trace that of a
/// [`collective::trace::Trace`].
fn run(context: Context, job: Vec<u8>) -> Program<'static, Finished> {
    Box::pin(async move {
        let (record, trace) = match wire::decode::<Part>(&job) {
            Some(part) if part.is_for(context.rank(), context.world_size()) => {
                lessons::run_part(context, &part).await
            }
            _ => (refuse(&context), context.take_trace()),
        };
        Finished {
            failed: record.failed(),
            record: wire::encode(&record),
            trace: wire::encode(&trace),
        }
    })
}

/// Ends a run whose job is none for this rank of its world.
fn refuse(context: &Context) -> RankRecord {
    let (rank, reason) = (context.rank(), FailureReason::Failed);
    let message = "the job is not for this rank of this world: load the page again".to_owned();
    context.announce(&PeerFailure { rank, reason, message: message.clone() });
    let (code, ranks) = ("bad_job".to_owned(), Vec::new());
    RankRecord {
        rank,
        failure: Some(Failure { rank, code, message, ranks }),
        ..RankRecord::default()
    }
}
