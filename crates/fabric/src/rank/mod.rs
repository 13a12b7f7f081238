//! The worker's side: waits for runs, and is a rank in each of them.

pub(crate) mod page;
mod panic;
mod ports;
mod shared;

use std::cell::RefCell;
use std::rc::Rc;

use collective::{Context, Program, wire};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, MessagePort};

use crate::bytes::copied;
use crate::protocol::{Done, ToPage, ToRank};
use ports::Session;

/// What a program leaves behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// What the page is to be given.
    pub record: Vec<u8>,
    /// The trace, as bytes.
    pub trace: Vec<u8>,
    /// Whether it ended with an error. Then no worker of the run is used again.
    pub failed: bool,
}

/// What a rank runs: given its place in the world and the job's bytes.
pub type RankProgram = fn(Context, Vec<u8>) -> Program<'static, Finished>;

thread_local! {
    /// The run over ports that this rank is in.
    static SESSION: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
}

/// Makes this worker a rank that runs `program` whenever the page says so, until it is ended. Returns at once; what
/// follows is the event loop's.
pub fn serve(program: RankProgram) {
    panic::tell_others();
    page::listen(move |event| hear(&event, program));
}

fn hear(event: &MessageEvent, program: RankProgram) {
    let list: Array = event.data().unchecked_into();
    let bytes = |index| copied(&list.get(index).unchecked_into());
    let Some(message) = wire::decode::<ToRank>(&bytes(0)) else {
        // Page and worker are not of one build. The page hears of it as of any error that nobody catches.
        wasm_bindgen::throw_str("the page said something that makes no sense to this worker");
    };
    match message {
        ToRank::Start(start) => {
            let (job, memory) = (bytes(1), list.get(2));
            if memory.is_undefined() {
                let session = Session::start(start, job, program);
                SESSION.set(Some(session.clone()));
                session.turn();
            } else {
                shared::run(start, job, &memory, program);
            }
        }
        ToRank::Ports { run, peers } => {
            let Some(session) = session(run) else { return };
            let peers = (0..u64::BITS as usize).filter(|peer| peers >> peer & 1 == 1);
            let port = |index| list.get(index).unchecked_into::<MessagePort>();
            session.connect(peers.zip((1..).map(port)));
        }
        ToRank::Failed { run, failure } => {
            if let Some(session) = session(run) {
                session.fail(failure);
            }
        }
        ToRank::Over { run } => {
            if session(run).is_some() {
                SESSION.set(None);
            }
        }
    }
}

/// The session of that run; what belongs to another came too late.
fn session(run: u32) -> Option<Rc<Session>> {
    SESSION.with_borrow(|session| session.clone()).filter(|session| session.run() == run)
}

fn done(run: u32, finished: Finished, port_bytes: [u64; 2]) {
    panic::not_in_a_run();
    let Finished { record, trace, failed } = finished;
    page::say(&ToPage::Done(Done { run, failed, port_bytes }), &[&record, &trace]);
}
