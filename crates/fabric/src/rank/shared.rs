//! A rank on shared memory: it blocks the worker until its program is over.

use std::rc::Rc;

use collective::{Context, drive};
use shm::{Control, Layout, ShmError};
use wasm_bindgen::JsValue;

use super::{RankProgram, done, panic};
use crate::protocol::Start;
use crate::shared_words::SharedWords;
use crate::timer::now;
use crate::{RingDoorbell, RingTransport};

pub(super) fn run(start: Start, job: Vec<u8>, memory: &JsValue, program: RankProgram) {
    match prepare(&start, memory) {
        Ok((context, doorbell)) => done(start.run, drive(program(context, job), &doorbell), [0; 2]),
        // The page made the memory, so this is a fault in one of the two: as good as a panic.
        Err(error) => wasm_bindgen::throw_str(error_text(&error)),
    }
}

fn prepare(
    start: &Start,
    memory: &JsValue,
) -> Result<(Context, RingDoorbell<Rc<SharedWords>>), ShmError> {
    let words = Rc::new(SharedWords::new(memory));
    let layout = Layout::new(start.world_size, start.ring_capacity)?;
    panic::in_run(start.run, start.rank, Some(Control::attach(words.clone(), layout)?));
    let began = start.began;
    let clock = Box::new(move || (now() - began) * 1000.0);
    let transport = RingTransport::new(words.clone(), layout, start.rank, clock)?;
    let doorbell = RingDoorbell::new(words, layout, start.rank)?;
    Ok((Context::new(Box::new(transport), start.settings), doorbell))
}

/// Short: the long texts of these errors would be a good part of what a worker downloads.
fn error_text(error: &ShmError) -> &'static str {
    match error {
        ShmError::NotFormatted { .. } | ShmError::Mismatch { .. } => {
            "the shared memory is not laid out as this worker expects it"
        }
        _ => "the shared memory does not fit the run",
    }
}
