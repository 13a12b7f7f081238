//! A rank that panics ends the run for all, and says what it panicked about.

use std::cell::RefCell;
use std::panic;
use std::rc::Rc;

use collective::{FailureReason, PeerFailure};
use shm::Control;

use super::page::say;
use crate::death;
use crate::protocol::ToPage;
use crate::shared_words::SharedWords;

/// The run that this rank is in, as far as a panic needs to know it.
struct Current {
    run: u32,
    rank: usize,
    control: Option<Control<Rc<SharedWords>>>,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

pub(super) fn in_run(run: u32, rank: usize, control: Option<Control<Rc<SharedWords>>>) {
    CURRENT.set(Some(Current { run, rank, control }));
}

pub(super) fn not_in_a_run() {
    CURRENT.set(None);
}

/// Sets the panic hook. Nothing else of the rank works any more when it is called.
pub(super) fn tell_others() {
    panic::set_hook(Box::new(|info| {
        let Some(Current { run, rank, control }) = CURRENT.take() else { return };
        // The flag first: ranks that are asleep look at nothing else.
        if let Some(control) = control {
            let (reason, message) = (FailureReason::Panicked, String::new());
            // The flag may have been set before, and then says as much.
            let _ = control.declare_dead(death::of(&PeerFailure { rank, reason, message }));
        }
        say(&ToPage::Panicked { run, message: info.to_string() }, &[]);
    }));
}
