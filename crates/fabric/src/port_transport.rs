use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use collective::{Breakage, Nonsense, PeerFailure, Transport, TransportError};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, MessagePort};

use crate::batch;
use crate::bytes::copied;
use crate::protocol::ToPage;
use crate::rank::page::say;
use crate::timer::now;

/// Ports take anything; parts of this size let several messages to one peer take turns.
const MAX_FRAME: usize = 1 << 20;

/// Frames through one MessagePort for each pair of ranks that talk. What is sent in one turn of the rank leaves at the
/// end of the turn ([`Lanes::flush`]), all frames for one peer in one buffer, which is handed over, not copied.
pub(crate) struct PortTransport {
    rank: usize,
    began: f64,
    lanes: Rc<RefCell<Lanes>>,
}

/// What transport, listeners and driver of one rank share.
pub(crate) struct Lanes {
    run: u32,
    lanes: Vec<Lane>,
    arrived: Vec<Arrived>,
    failure: Option<Box<TransportError>>,
    /// Payload bytes sent and received.
    pub(crate) bytes: [u64; 2],
}

#[derive(Default)]
struct Lane {
    port: Option<Port>,
    asked: bool,
    out: Vec<u8>,
}

struct Port {
    port: MessagePort,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
}

impl Drop for Port {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        self.port.close();
    }
}

/// A buffer, and how far it has been read.
struct Arrived {
    peer: usize,
    bytes: Vec<u8>,
    at: usize,
}

impl Lanes {
    pub(crate) fn new(run: u32, world_size: usize) -> Self {
        let mut lanes = Vec::new();
        lanes.resize_with(world_size, Lane::default);
        Self { run, lanes, arrived: Vec::new(), failure: None, bytes: [0; 2] }
    }

    /// Takes the port to `peer`; `heard` is called with every buffer that comes through it.
    pub(crate) fn connect(
        &mut self,
        peer: usize,
        port: MessagePort,
        mut heard: impl FnMut(Vec<u8>) + 'static,
    ) {
        let on_message = Closure::new(move |event: MessageEvent| {
            heard(copied(&Uint8Array::new(&event.data())));
        });
        if let Some(lane) = self.lanes.get_mut(peer) {
            port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
            lane.port = Some(Port { port, _on_message: on_message });
        }
    }

    pub(crate) fn arrive(&mut self, peer: usize, bytes: Vec<u8>) {
        self.arrived.push(Arrived { peer, bytes, at: 0 });
    }

    /// The run is over for this rank too.
    pub(crate) fn fail(&mut self, failure: PeerFailure) {
        self.failure.get_or_insert(failure.into());
    }

    /// Posts what waits for a port that is there, and asks the page for those that are not. Whether nothing waits any
    /// more, or nothing can be sent any more.
    pub(crate) fn flush(&mut self) -> bool {
        let mut ask = 0;
        let mut waiting = false;
        for (peer, lane) in
            self.lanes.iter_mut().enumerate().filter(|(_, lane)| !lane.out.is_empty())
        {
            match &lane.port {
                Some(port) => {
                    let buffer = Uint8Array::from(lane.out.as_slice()).buffer();
                    lane.out.clear();
                    let handed_over = Array::new();
                    handed_over.push(&buffer);
                    let posted = port.port.post_message_with_transferable(&buffer, &handed_over);
                    if posted.is_err() {
                        let what = Breakage::Refused;
                        self.failure.get_or_insert(Box::new(TransportError::Broken { peer, what }));
                    }
                }
                None => {
                    waiting = true;
                    if !std::mem::replace(&mut lane.asked, true) {
                        ask |= 1 << peer;
                    }
                }
            }
        }
        if ask != 0 {
            say(&ToPage::Connect { run: self.run, peers: ask }, &[]);
        }
        !waiting || self.failure.is_some()
    }

    fn check(&self) -> Result<(), Box<TransportError>> {
        self.failure.clone().map_or(Ok(()), Err)
    }
}

impl PortTransport {
    /// `began`: when the run began, in milliseconds since 1970.
    pub(crate) fn new(rank: usize, began: f64, lanes: Rc<RefCell<Lanes>>) -> Self {
        Self { rank, began, lanes }
    }

    fn lanes(&self) -> RefMut<'_, Lanes> {
        self.lanes.borrow_mut()
    }
}

impl Transport for PortTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn world_size(&self) -> usize {
        self.lanes().lanes.len()
    }

    fn now(&self) -> f64 {
        (now() - self.began) * 1000.0
    }

    fn max_frame(&self) -> usize {
        MAX_FRAME
    }

    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        let mut lanes = self.lanes();
        lanes.check()?;
        let Some(lane) = lanes.lanes.get_mut(peer) else {
            let what = Breakage::NoSuchRank;
            return Err(Box::new(TransportError::Broken { peer, what }));
        };
        batch::push(&mut lane.out, header, payload);
        lanes.bytes[0] += payload.len() as u64;
        Ok(true)
    }

    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        let mut lanes = self.lanes();
        lanes.check()?;
        while let Some(Arrived { peer, bytes, at }) = lanes.arrived.first_mut() {
            let peer = *peer;
            if *at == bytes.len() {
                lanes.arrived.remove(0);
                continue;
            }
            let corrupt = || TransportError::corrupt(peer, Nonsense::NoFrames);
            let (header, whole, next) = batch::split(bytes, *at).ok_or_else(corrupt)?;
            frame.clear();
            frame.extend_from_slice(whole);
            *at = next;
            lanes.bytes[1] += (frame.len() - header) as u64;
            return Ok(Some(peer));
        }
        Ok(None)
    }

    fn announce(&mut self, failure: &PeerFailure) {
        let run = self.lanes().run;
        say(&ToPage::Announce { run, failure: failure.clone() }, &[]);
    }
}
