use std::time::Duration;

use collective::{
    Breakage, Doorbell, MAX_HEADER, Nonsense, PeerFailure, Transport, TransportError,
};
use shm::{
    Consumer, Control, Layout, Producer, RankLine, ShmError, Words, max_record, record_bytes,
};

use crate::death;

/// The smallest ring that this transport runs on, in bytes: room for one frame that is all header.
pub const MIN_CAPACITY: usize = record_bytes(1 + MAX_HEADER);

/// Frames through rings in shared memory: one ring for each ordered pair of ranks, one doorbell for each rank.
///
/// A frame is one record. Its first byte tells how long the header is, so that both ends count the same payload.
pub struct RingTransport<W: Words + Clone> {
    rank: usize,
    control: Control<W>,
    line: RankLine<W>,
    lanes: Vec<Option<Lane<W>>>,
    /// Where the next poll begins.
    next: usize,
    /// Peers to be rung for, a bit each. They are rung for once for all the frames of a turn.
    due: u64,
    max_frame: usize,
    clock: Box<dyn Fn() -> f64>,
}

/// The two rings between this rank and one peer, and the peer's doorbell.
struct Lane<W> {
    out: Producer<W>,
    back: Consumer<W>,
    bell: shm::Doorbell<W>,
}

impl<W: Words + Clone> RingTransport<W> {
    /// `rank`'s end of all its rings in a region that was formatted for `layout`. `clock` gives microseconds since
    /// the run began.
    ///
    /// # Errors
    /// If the region is not formatted for that layout, the world has no such rank, or rings are smaller than
    /// [`MIN_CAPACITY`] ([`ShmError::RecordTooLarge`]).
    pub fn new(
        words: W,
        layout: Layout,
        rank: usize,
        clock: Box<dyn Fn() -> f64>,
    ) -> Result<Self, ShmError> {
        let capacity = layout.ring_capacity();
        let (given, max) = (1 + MAX_HEADER, max_record(capacity));
        if given > max {
            return Err(ShmError::RecordTooLarge { given, max });
        }
        let control = Control::attach(words.clone(), layout)?;
        let line = control.rank(rank)?;
        let mut lanes = Vec::with_capacity(layout.world_size());
        for peer in 0..layout.world_size() {
            if peer == rank {
                lanes.push(None);
                continue;
            }
            lanes.push(Some(Lane {
                out: Producer::new(words.clone(), layout.ring(rank, peer)?)?,
                back: Consumer::new(words.clone(), layout.ring(peer, rank)?)?,
                bell: shm::Doorbell::new(words.clone(), layout.doorbell(peer)?)?,
            }));
        }
        Ok(Self {
            rank,
            control,
            line,
            lanes,
            next: 0,
            due: 0,
            // Several fit a ring, so that writer and reader work at the same time.
            max_frame: (capacity / 4).clamp(MAX_HEADER, max - 1),
            clock,
        })
    }

    fn check(&self) -> Result<(), Box<TransportError>> {
        match self.control.death() {
            Ok(None) => Ok(()),
            Ok(Some(death)) => Err(death::to_failure(death, self.rank).into()),
            Err(_) => Err(overwritten(self.rank)),
        }
    }

    /// Rings for all who have something new to see.
    fn ring(&mut self) {
        let mut due = std::mem::take(&mut self.due);
        while due != 0 {
            let peer = due.trailing_zeros() as usize;
            due &= due - 1;
            if let Some(Some(lane)) = self.lanes.get(peer) {
                lane.bell.ring();
            }
        }
    }

    fn take(&mut self, peer: usize, frame: &mut Vec<u8>) -> Result<bool, Box<TransportError>> {
        let corrupt = |_| overwritten(peer);
        let Some(Some(lane)) = self.lanes.get_mut(peer) else { return Ok(false) };
        let Some(record) = lane.back.peek().map_err(corrupt)? else { return Ok(false) };
        let len = record.len();
        let mut header = [0];
        record.copy_out(0, &mut header).map_err(corrupt)?;
        let payload =
            (len - 1).checked_sub(usize::from(header[0])).ok_or_else(|| overwritten(peer))?;
        frame.resize(len - 1, 0);
        record.copy_out(1, frame).map_err(corrupt)?;
        record.release();
        self.line.add_received(payload as u64);
        // Before it was released, could a frame have found no room? Only then may its writer be waiting.
        let used = lane.back.backlog().map_err(corrupt)? + record_bytes(len);
        if used + record_bytes(1 + self.max_frame) > self.control.layout().ring_capacity() {
            self.due |= 1 << peer;
        }
        Ok(true)
    }
}

fn overwritten(peer: usize) -> Box<TransportError> {
    TransportError::corrupt(peer, Nonsense::Overwritten)
}

impl<W: Words + Clone> Transport for RingTransport<W> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn world_size(&self) -> usize {
        self.lanes.len()
    }

    fn now(&self) -> f64 {
        (self.clock)()
    }

    fn max_frame(&self) -> usize {
        self.max_frame
    }

    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        self.check()?;
        let broken = |what| Box::new(TransportError::Broken { peer, what });
        let Some(Some(lane)) = self.lanes.get_mut(peer) else {
            return Err(broken(Breakage::NoRing));
        };
        if header.len() > MAX_HEADER || header.len() + payload.len() > self.max_frame {
            return Err(broken(Breakage::FrameTooLarge));
        }
        let sent = lane.out.try_write(&[&[header.len() as u8], header, payload]);
        if sent.map_err(|_| overwritten(peer))? {
            self.line.add_sent(payload.len() as u64);
            self.due |= 1 << peer;
            return Ok(true);
        }
        Ok(false)
    }

    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        self.check()?;
        let world_size = self.lanes.len();
        for distance in 0..world_size {
            let peer = (self.next + distance) % world_size;
            if self.take(peer, frame)? {
                self.next = (peer + 1) % world_size;
                return Ok(Some(peer));
            }
        }
        self.ring();
        Ok(None)
    }

    fn announce(&mut self, failure: &PeerFailure) {
        // Refused only for a rank that the world does not have; a flag that is nonsense ends the run just as well.
        let _ = self.control.declare_dead(death::of(failure));
    }
}

impl<W: Words + Clone> Drop for RingTransport<W> {
    fn drop(&mut self) {
        self.ring();
    }
}

/// A rank's own doorbell in shared memory. While the rank waits, it also shows that it is alive.
pub struct RingDoorbell<W> {
    words: W,
    word: usize,
    line: RankLine<W>,
}

impl<W: Words + Clone> RingDoorbell<W> {
    /// `rank`'s doorbell in a region that was formatted for `layout`.
    ///
    /// # Errors
    /// As [`RingTransport::new`].
    pub fn new(words: W, layout: Layout, rank: usize) -> Result<Self, ShmError> {
        let line = Control::attach(words.clone(), layout)?.rank(rank)?;
        Ok(Self { words, word: layout.doorbell(rank)?, line })
    }
}

impl<W: Words> Doorbell for RingDoorbell<W> {
    fn read(&self) -> u32 {
        self.words.load(self.word)
    }

    fn wait(&self, seen: u32, at_most: Duration) {
        self.line.beat();
        // Whether it was rung or time passed: the caller polls either way.
        self.words.wait(self.word, seen, Some(at_most));
    }
}
