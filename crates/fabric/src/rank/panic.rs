//! A rank that panics ends the run for all, and says what it panicked about.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
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

/// What was said, and where. (By hand: the standard library's own way would be more for a browser to load.)
fn text_of(info: &PanicHookInfo<'_>) -> String {
    let mut text = info.payload_as_str().unwrap_or("no words").to_owned();
    if let Some(place) = info.location() {
        text.push_str(" at ");
        text.push_str(place.file());
        text.push(':');
        text.push_str(&place.line().to_string());
    }
    text
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
        say(&ToPage::Panicked { run, message: text_of(info) }, &[]);
    }));
}
