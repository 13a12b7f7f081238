//! A byte ring from one rank to another: one writes, one reads.
//!
//! In memory: the writer's counter (*tail*) and the reader's (*head*), each on a 64-byte line of
//! its own, then the data. Each record is a prefix of [`PREFIX_BYTES`] (its length, then that
//! length with every bit flipped, so that an overwritten ring is noticed), its bytes, and padding
//! up to a multiple of 8. Records wrap round the end.
//!
//! Counters run from 0 to twice the capacity, not to 2³²: their difference still tells a full ring
//! from an empty one, any multiple of 8 will do as capacity, and the wrap that every long run meets
//! is the wrap that every test meets.

mod consumer;
mod producer;

pub use consumer::{Consumer, Record};
pub use producer::Producer;

use crate::{ShmError, Words, layout::MAX_REGION};

/// Bytes that stand before every record.
pub const PREFIX_BYTES: usize = 8;

/// The smallest ring, in bytes: room for one record of 8.
pub const MIN_RING_CAPACITY: usize = 16;

/// Twice the capacity must fit a counter.
pub(crate) const MAX_RING_CAPACITY: usize = 1 << 30;

const LINE: usize = 64;
const HEADER_BYTES: usize = 2 * LINE;

/// The bytes that a record of `len` takes in a ring, prefix and padding included.
pub const fn record_bytes(len: usize) -> usize {
    len.saturating_add(PREFIX_BYTES + 7) & !7
}

/// The bytes of the largest record that a ring of `capacity` bytes holds.
pub const fn max_record(capacity: usize) -> usize {
    (capacity & !7).saturating_sub(PREFIX_BYTES)
}

/// Where a ring lies in its region, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingSpan {
    start: usize,
    capacity: u32,
}

impl RingSpan {
    /// A ring of `capacity` bytes whose counters start at byte `start`.
    ///
    /// # Errors
    /// [`ShmError::RingCapacity`], [`ShmError::Misaligned`], or [`ShmError::RegionTooLarge`] if it
    /// would end beyond what a region can be.
    pub fn new(start: usize, capacity: usize) -> Result<Self, ShmError> {
        if !(MIN_RING_CAPACITY..=MAX_RING_CAPACITY).contains(&capacity)
            || !capacity.is_multiple_of(8)
        {
            return Err(ShmError::RingCapacity { given: capacity, max: MAX_RING_CAPACITY });
        }
        if !start.is_multiple_of(8) {
            return Err(ShmError::Misaligned { given: start });
        }
        let needed = (start as u64).saturating_add(Self::bytes(capacity) as u64);
        if needed > MAX_REGION {
            return Err(ShmError::RegionTooLarge { needed, max: MAX_REGION });
        }
        Ok(Self { start, capacity: capacity as u32 })
    }

    /// The bytes a ring takes in its region: counters and data, rounded up to whole lines so that
    /// the next one's counters share no line with this one's data.
    pub const fn bytes(capacity: usize) -> usize {
        (capacity.saturating_add(HEADER_BYTES + LINE - 1)) & !(LINE - 1)
    }

    /// Bytes of data in the ring.
    pub const fn capacity(&self) -> usize {
        self.capacity as usize
    }

    /// The word the writer counts in.
    pub const fn tail_word(&self) -> usize {
        self.start / 4
    }

    /// The word the reader counts in.
    pub const fn head_word(&self) -> usize {
        (self.start + LINE) / 4
    }

    /// The byte where the data start.
    pub const fn data_byte(&self) -> usize {
        self.start + HEADER_BYTES
    }

    /// One past the ring's last byte of data.
    const fn end(&self) -> usize {
        self.data_byte() + self.capacity()
    }

    /// Bytes written and not yet read, if that is what the counters can mean.
    fn used(&self, tail: u32, head: u32) -> Result<u32, ShmError> {
        let turn = 2 * self.capacity;
        let valid = |counter: u32| counter < turn && counter.is_multiple_of(8);
        if valid(tail) && valid(head) {
            let used = if tail >= head { tail - head } else { tail + turn - head };
            if used <= self.capacity {
                return Ok(used);
            }
        }
        Err(ShmError::CorruptCounter { tail, head, capacity: self.capacity })
    }

    /// A valid counter, moved on by `bytes`, which is at most the capacity.
    fn advance(&self, counter: u32, bytes: u32) -> u32 {
        // Below three capacities: no overflow.
        (counter + bytes) % (2 * self.capacity)
    }

    /// How `len` bytes that start `bytes` after a counter lie in the ring: the offset of the first
    /// piece, and its length; the rest starts at the beginning of the data.
    fn pieces(&self, counter: u32, bytes: usize, len: usize) -> (usize, usize) {
        let at = (counter as usize + bytes) % self.capacity();
        (self.data_byte() + at, len.min(self.capacity() - at))
    }

    fn copy_in(&self, words: &impl Words, counter: u32, bytes: usize, from: &[u8]) {
        let (offset, first) = self.pieces(counter, bytes, from.len());
        let (first, rest) = from.split_at(first);
        words.copy_in(offset, first);
        if !rest.is_empty() {
            words.copy_in(self.data_byte(), rest);
        }
    }

    fn copy_out(&self, words: &impl Words, counter: u32, bytes: usize, into: &mut [u8]) {
        let (offset, first) = self.pieces(counter, bytes, into.len());
        let (first, rest) = into.split_at_mut(first);
        words.copy_out(offset, first);
        if !rest.is_empty() {
            words.copy_out(self.data_byte(), rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_records() {
        assert_eq!([0, 1, 8, 9].map(record_bytes), [8, 16, 16, 24]);
        assert_eq!([16, 64, 4096].map(max_record), [8, 56, 4088]);
        assert_eq!(RingSpan::bytes(64), 192);
        assert_eq!(RingSpan::bytes(72), 256);
    }

    #[test]
    fn unfit_spans_are_refused() {
        for capacity in [0, 8, 12, 63, MAX_RING_CAPACITY + 8, usize::MAX] {
            let error = ShmError::RingCapacity { given: capacity, max: MAX_RING_CAPACITY };
            assert_eq!(RingSpan::new(0, capacity), Err(error));
        }
        assert_eq!(RingSpan::new(4, 64), Err(ShmError::Misaligned { given: 4 }));
        assert!(matches!(RingSpan::new(usize::MAX - 7, 64), Err(ShmError::RegionTooLarge { .. })));
    }

    #[test]
    fn counters_tell_full_from_empty_at_every_position() {
        let span = RingSpan::new(0, 24).unwrap();
        for head in (0..48).step_by(8) {
            for used in (0..=24).step_by(8) {
                assert_eq!(span.used(span.advance(head, used), head), Ok(used));
            }
            assert!(span.used(span.advance(span.advance(head, 24), 8), head).is_err());
        }
        for bad in [48, 4, u32::MAX] {
            assert!(span.used(bad, 0).is_err() && span.used(0, bad).is_err());
        }
    }
}
