//! The messages of one step.

use crate::endpoint::{Endpoint, RecvId, SendId};
use crate::error::{CollectiveError, Result};
use crate::trace::Message;

/// Those still under way, and the payloads that have arrived, by action.
pub(crate) struct UnderWay {
    pub sends: Vec<(usize, SendId)>,
    /// Action, peer (none: any) and number of each.
    pub receives: Vec<(usize, Option<usize>, RecvId)>,
    pub arrived: Vec<Option<(Message, Vec<u8>)>>,
}

impl UnderWay {
    /// Takes what has arrived; `true` when nothing is under way any more.
    pub(crate) fn collect(&mut self, endpoint: &mut Endpoint) -> Result<bool> {
        let mut failed: Option<Box<CollectiveError>> = None;
        let mut at = 0;
        while let Some(&(_, id)) = self.sends.get(at) {
            match endpoint.send_done(id) {
                Ok(false) => {
                    at += 1;
                    continue;
                }
                over => failed = failed.or(over.err()),
            }
            self.sends.remove(at);
        }
        at = 0;
        while let Some(&(index, _, id)) = self.receives.get(at) {
            match endpoint.take_received(id) {
                Ok(None) => {
                    at += 1;
                    continue;
                }
                Ok(taken) => self.arrived[index] = taken,
                Err(error) => failed = failed.or(Some(error)),
            }
            self.receives.remove(at);
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(self.sends.is_empty() && self.receives.is_empty()),
        }
    }

    /// Gives up what is still under way.
    pub(crate) fn cancel(&self, endpoint: &mut Endpoint) {
        for &(_, id) in &self.sends {
            endpoint.cancel_send(id);
        }
        for &(_, _, id) in &self.receives {
            endpoint.cancel_recv(id);
        }
    }
}
