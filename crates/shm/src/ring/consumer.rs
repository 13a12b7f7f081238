//! The reading end of a ring.

use super::{PREFIX_BYTES, RingSpan, max_record, record_bytes};
use crate::{ShmError, Words, words};

/// The reading end of a ring; there must be one only.
#[derive(Debug)]
pub struct Consumer<W> {
    words: W,
    span: RingSpan,
    head: u32,
    /// The writer's counter when last looked at: there is at least what it says.
    tail: u32,
}

impl<W: Words> Consumer<W> {
    /// Takes the reading end of the ring where its counters stand.
    ///
    /// # Errors
    /// [`ShmError::RegionTooSmall`] if the ring does not lie in the region,
    /// [`ShmError::CorruptCounter`] if what lies there is no ring.
    pub fn new(words: W, span: RingSpan) -> Result<Self, ShmError> {
        words::require(&words, span.end())?;
        let (tail, head) = (words.load(span.tail_word()), words.load(span.head_word()));
        span.used(tail, head)?;
        Ok(Self { words, span, head, tail })
    }

    /// The oldest record, left in the ring until it is [released](Record::release); `None` if the
    /// ring is empty.
    ///
    /// # Errors
    /// [`ShmError::CorruptCounter`] or [`ShmError::CorruptLength`] if what the writer left cannot
    /// be true. The ring stays as it is, and so does the error.
    pub fn peek(&mut self) -> Result<Option<Record<'_, W>>, ShmError> {
        if self.tail == self.head {
            let tail = self.words.load(self.span.tail_word());
            self.span.used(tail, self.head)?;
            self.tail = tail;
        }
        let available = self.span.used(self.tail, self.head)?;
        if available == 0 {
            return Ok(None);
        }
        let mut prefix = [0; PREFIX_BYTES];
        self.span.copy_out(&self.words, self.head, 0, &mut prefix);
        let [a, b, c, d, e, f, g, h] = prefix;
        let (length, check) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let len = length as usize;
        if check != !length || len > max_record(available as usize) {
            return Err(ShmError::CorruptLength { length, check, available });
        }
        Ok(Some(Record { consumer: self, len }))
    }

    /// Bytes written and not yet released, after a look at the writer's counter; only reading makes them fewer. (With
    /// it a reader can tell whether the writer may be waiting for room.)
    ///
    /// # Errors
    /// [`ShmError::CorruptCounter`] if the writer's counter cannot be true.
    pub fn backlog(&mut self) -> Result<usize, ShmError> {
        let tail = self.words.load(self.span.tail_word());
        let used = self.span.used(tail, self.head)?;
        self.tail = tail;
        Ok(used as usize)
    }

    /// Takes the oldest record out of the ring, into `into` (whose former contents go), and returns
    /// its length; `None` if the ring is empty, and then `into` stays as it is. Ring the writer's
    /// doorbell after the last record of a batch: there is room again.
    ///
    /// # Errors
    /// As [`peek`](Self::peek).
    pub fn try_read(&mut self, into: &mut Vec<u8>) -> Result<Option<usize>, ShmError> {
        let Some(record) = self.peek()? else {
            return Ok(None);
        };
        let len = record.len();
        into.resize(len, 0);
        record.copy_out(0, into)?;
        record.release();
        Ok(Some(len))
    }
}

/// The oldest record of a ring, still in it: its bytes can be copied straight to where they belong.
/// Dropping it without [`release`](Self::release) leaves it to be peeked at again.
#[derive(Debug)]
#[must_use = "a record stays in the ring until it is released"]
pub struct Record<'a, W> {
    consumer: &'a mut Consumer<W>,
    len: usize,
}

impl<W: Words> Record<'_, W> {
    /// Bytes in the record.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the record has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Fills `into` from the record's bytes, from byte `start` on.
    ///
    /// # Errors
    /// [`ShmError::OutsideRecord`] if the record ends before `into` is full.
    pub fn copy_out(&self, start: usize, into: &mut [u8]) -> Result<(), ShmError> {
        let end = start.saturating_add(into.len());
        if end > self.len {
            return Err(ShmError::OutsideRecord { start, end, len: self.len });
        }
        let Consumer { words, span, head, .. } = &*self.consumer;
        span.copy_out(words, *head, PREFIX_BYTES + start, into);
        Ok(())
    }

    /// Takes the record out of the ring and gives its room back to the writer.
    pub fn release(self) {
        let Consumer { words, span, head, .. } = self.consumer;
        *head = span.advance(*head, record_bytes(self.len) as u32);
        // Only now may the writer overwrite the record.
        words.store(span.head_word(), *head);
    }
}
