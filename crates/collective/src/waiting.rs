//! What a rank waits for, told when it waits in vain.

use crate::error::{CollectiveError, TransportError};
use crate::trace::BlockedOn;

pub(crate) struct Waiting {
    pub rank: usize,
    pub call: &'static str,
    pub on: BlockedOn,
}

// Not inlined: calls and flushes end in the same ways.
impl Waiting {
    #[inline(never)]
    pub(crate) fn failed(self, error: Box<TransportError>) -> Box<CollectiveError> {
        let Waiting { rank, call, on: waiting_for } = self;
        match *error {
            TransportError::Deadlock { finished } => {
                CollectiveError::Deadlock { rank, call, waiting_for, finished }.into()
            }
            _ => error.into(),
        }
    }

    #[inline(never)]
    pub(crate) fn timed_out(self, limit: f64) -> Box<CollectiveError> {
        let Waiting { rank, call, on: waiting_for } = self;
        let waited_ms = (limit / 1000.0) as u64;
        CollectiveError::Timeout { rank, call, waited_ms, waiting_for }.into()
    }
}
