//! The writing end of a ring.

use super::{PREFIX_BYTES, RingSpan, max_record, record_bytes};
use crate::{ShmError, Words, words};

/// The writing end of a ring; there must be one only.
#[derive(Debug)]
pub struct Producer<W> {
    words: W,
    span: RingSpan,
    tail: u32,
    /// The reader's counter when last looked at: there is at least the room that it says.
    head: u32,
}

impl<W: Words> Producer<W> {
    /// Takes the writing end of the ring where its counters stand.
    ///
    /// # Errors
    /// [`ShmError::RegionTooSmall`] if the ring does not lie in the region,
    /// [`ShmError::CorruptCounter`] if what lies there is no ring.
    pub fn new(words: W, span: RingSpan) -> Result<Self, ShmError> {
        words::require(&words, span.end())?;
        let (tail, head) = (words.load(span.tail_word()), words.load(span.head_word()));
        span.used(tail, head)?;
        Ok(Self { words, span, tail, head })
    }

    /// Bytes of the largest record this ring ever takes.
    pub fn max_record(&self) -> usize {
        max_record(self.span.capacity())
    }

    /// Bytes of the largest record that can be written now; 0 may also mean that not even an empty
    /// one can. Only writing makes it smaller.
    ///
    /// # Errors
    /// [`ShmError::CorruptCounter`] if the reader's counter cannot be true.
    pub fn free(&mut self) -> Result<usize, ShmError> {
        Ok(self.look()?.saturating_sub(PREFIX_BYTES))
    }

    /// Writes one record, the parts one after the other, and returns true; or writes nothing and
    /// returns false because there is no room yet. Ring the reader's doorbell after the last record
    /// of a batch. Copies are fastest when each part but the last has a multiple of 8 bytes.
    ///
    /// # Errors
    /// [`ShmError::RecordTooLarge`] if there never will be room, [`ShmError::CorruptCounter`] if
    /// the reader's counter cannot be true. Nothing is written in either case.
    pub fn try_write(&mut self, parts: &[&[u8]]) -> Result<bool, ShmError> {
        let len = parts.iter().fold(0_usize, |sum, part| sum.saturating_add(part.len()));
        if len > self.max_record() {
            return Err(ShmError::RecordTooLarge { given: len, max: self.max_record() });
        }
        let needed = record_bytes(len);
        let seen = self.span.used(self.tail, self.head)? as usize;
        if needed > self.span.capacity() - seen && needed > self.look()? {
            return Ok(false);
        }

        let length = len as u32;
        let mut prefix = [0; PREFIX_BYTES];
        prefix[..4].copy_from_slice(&length.to_le_bytes());
        prefix[4..].copy_from_slice(&(!length).to_le_bytes());
        self.span.copy_in(&self.words, self.tail, 0, &prefix);
        let mut at = PREFIX_BYTES;
        for part in parts {
            self.span.copy_in(&self.words, self.tail, at, part);
            at += part.len();
        }
        // Only now may the reader see the record.
        self.tail = self.span.advance(self.tail, needed as u32);
        self.words.store(self.span.tail_word(), self.tail);
        Ok(true)
    }

    /// Bytes free after a look at the reader's counter.
    fn look(&mut self) -> Result<usize, ShmError> {
        let head = self.words.load(self.span.head_word());
        let used = self.span.used(self.tail, head)?;
        self.head = head;
        Ok((self.span.capacity - used) as usize)
    }
}
