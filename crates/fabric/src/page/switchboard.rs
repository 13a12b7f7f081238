//! Gives pairs of ranks that have something to say to each other the two ends of a channel.

use std::collections::BTreeSet;

use wasm_bindgen::JsValue;
use web_sys::MessageChannel;

use super::files::text_of;

/// The pairs of one run that are connected.
#[derive(Default)]
pub(super) struct Switchboard {
    pairs: BTreeSet<(usize, usize)>,
}

/// An end of a channel: whom it is for, whom it leads to, and the port.
pub(super) struct End {
    pub(super) owner: usize,
    pub(super) peer: usize,
    pub(super) port: JsValue,
}

impl Switchboard {
    /// Connects `rank` with those of `peers` (a bit each) that it is not connected with yet: a pair whose two ranks
    /// ask at once gets one channel. Gives both ends of each, in the peers' order.
    pub(super) fn connect(
        &mut self,
        rank: usize,
        peers: u64,
        world_size: usize,
    ) -> Result<Vec<[End; 2]>, String> {
        let asked = (0..world_size).filter(|&peer| peer != rank && peers >> peer & 1 == 1);
        let mut ends = Vec::new();
        for peer in asked {
            if self.pairs.insert((rank.min(peer), rank.max(peer))) {
                let channel = MessageChannel::new().map_err(|why| text_of(&why))?;
                let end = |owner, peer, port: web_sys::MessagePort| End {
                    owner,
                    peer,
                    port: port.into(),
                };
                ends.push([end(rank, peer, channel.port1()), end(peer, rank, channel.port2())]);
            }
        }
        Ok(ends)
    }

    /// Pairs connected.
    pub(super) fn channels(&self) -> u64 {
        self.pairs.len() as u64
    }
}
