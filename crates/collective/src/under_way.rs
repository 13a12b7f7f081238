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
        self.sends.retain(|&(_, id)| match endpoint.send_done(id) {
            Ok(done) => !done,
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        });
        let arrived = &mut self.arrived;
        self.receives.retain(|&(index, _, id)| match endpoint.take_received(id) {
            Ok(None) => true,
            Ok(taken) => {
                arrived[index] = taken;
                false
            }
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(self.sends.is_empty() && self.receives.is_empty()),
        }
    }
}
