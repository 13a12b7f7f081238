//! Shared words for threads of one process.

use std::{
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{
            AtomicU32,
            Ordering::{Relaxed, SeqCst},
        },
    },
    time::Duration,
};

use crate::{Wake, Words};

/// Sleepers share this many condition variables; words on different 64-byte lines mostly get
/// different ones, and the doorbells of one layout always do.
const BEDS: usize = 64;
const WORDS_PER_LINE: usize = 16;

/// [`Words`] for threads; a clone is the same region.
#[derive(Clone, Debug)]
pub struct NativeWords(Arc<Region>);

#[derive(Debug)]
struct Region {
    words: Vec<AtomicU32>,
    beds: Vec<Bed>,
}

#[derive(Debug, Default)]
struct Bed {
    lock: Mutex<()>,
    wake: Condvar,
}

impl NativeWords {
    /// A region of zeros, `len_bytes` long, rounded up to whole words.
    pub fn new(len_bytes: usize) -> Self {
        let words = (0..len_bytes.div_ceil(4)).map(|_| AtomicU32::new(0)).collect();
        let beds = (0..BEDS).map(|_| Bed::default()).collect();
        Self(Arc::new(Region { words, beds }))
    }

    fn word(&self, word: usize) -> &AtomicU32 {
        &self.0.words[word]
    }

    fn bed(&self, word: usize) -> &Bed {
        &self.0.beds[word / WORDS_PER_LINE % BEDS]
    }
}

/// Splits `len` bytes from `offset` on into those before the first whole word, and the rest.
fn unaligned_start(offset: usize, len: usize) -> usize {
    (offset.next_multiple_of(4) - offset).min(len)
}

impl Words for NativeWords {
    fn len_bytes(&self) -> usize {
        self.0.words.len() * 4
    }

    fn load(&self, word: usize) -> u32 {
        self.word(word).load(SeqCst)
    }

    fn store(&self, word: usize, value: u32) {
        self.word(word).store(value, SeqCst);
    }

    fn add(&self, word: usize, value: u32) -> u32 {
        self.word(word).fetch_add(value, SeqCst)
    }

    fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32 {
        match self.word(word).compare_exchange(current, new, SeqCst, SeqCst) {
            Ok(before) | Err(before) => before,
        }
    }

    fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake {
        let bed = self.bed(word);
        // The lock guards no data, so a thread that panicked with it left nothing half done.
        let guard = bed.lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.load(word) != expected {
            return Wake::NotEqual;
        }
        match timeout {
            None => {
                drop(bed.wake.wait(guard).unwrap_or_else(PoisonError::into_inner));
                Wake::Notified
            }
            Some(timeout) => {
                let (_guard, result) =
                    bed.wake.wait_timeout(guard, timeout).unwrap_or_else(PoisonError::into_inner);
                if result.timed_out() { Wake::TimedOut } else { Wake::Notified }
            }
        }
    }

    fn notify(&self, word: usize) {
        let bed = self.bed(word);
        // A sleeper compares and falls asleep under the lock: having held it, we are before the one
        // or after the other.
        drop(bed.lock.lock().unwrap_or_else(PoisonError::into_inner));
        bed.wake.notify_all();
    }

    // Copies are relaxed: the counters around them order them. Relaxed rather than plain, because a
    // misuse then gives wrong bytes instead of undefined behaviour, and needs no unsafe code.
    fn copy_in(&self, offset: usize, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(unaligned_start(offset, bytes.len()));
        let (middle, last) = rest.as_chunks::<4>();
        self.merge(offset, first);
        let mut word = (offset + first.len()) / 4;
        for chunk in middle {
            self.word(word).store(u32::from_le_bytes(*chunk), Relaxed);
            word += 1;
        }
        self.merge(word * 4, last);
    }

    fn copy_out(&self, offset: usize, bytes: &mut [u8]) {
        let (first, rest) = bytes.split_at_mut(unaligned_start(offset, bytes.len()));
        let start = (offset + first.len()) / 4;
        let (middle, last) = rest.as_chunks_mut::<4>();
        self.pick(offset, first);
        let mut word = start;
        for chunk in middle {
            *chunk = self.word(word).load(Relaxed).to_le_bytes();
            word += 1;
        }
        self.pick(word * 4, last);
    }
}

impl NativeWords {
    /// Writes at most three bytes of one word, and leaves its other bytes as they are, even while
    /// they change.
    fn merge(&self, offset: usize, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let (mut mask, mut value) = ([0; 4], [0; 4]);
        let at = offset % 4..offset % 4 + bytes.len();
        mask[at.clone()].fill(0xff);
        value[at].copy_from_slice(bytes);
        let (mask, value) = (u32::from_le_bytes(mask), u32::from_le_bytes(value));
        let word = self.word(offset / 4);
        let mut before = word.load(Relaxed);
        while let Err(now) =
            word.compare_exchange_weak(before, before & !mask | value, Relaxed, Relaxed)
        {
            before = now;
        }
    }

    /// Reads at most three bytes of one word.
    fn pick(&self, offset: usize, bytes: &mut [u8]) {
        if bytes.is_empty() {
            return;
        }
        let word = self.word(offset / 4).load(Relaxed).to_le_bytes();
        bytes.copy_from_slice(&word[offset % 4..offset % 4 + bytes.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_touch_exactly_their_bytes_at_every_alignment() {
        for offset in 0..12 {
            for len in 0..12 {
                let words = NativeWords::new(24);
                words.copy_in(0, &[0xee; 24]);
                let bytes: Vec<u8> = (1..=len).collect();
                words.copy_in(offset, &bytes);
                let mut expected = vec![0xee; 24];
                expected[offset..offset + bytes.len()].copy_from_slice(&bytes);
                let mut all = vec![0; 24];
                words.copy_out(0, &mut all);
                assert_eq!(all, expected, "offset {offset}, length {len}");
                let mut some = vec![0; bytes.len()];
                words.copy_out(offset, &mut some);
                assert_eq!(some, bytes, "offset {offset}, length {len}");
            }
        }
    }

    #[test]
    fn words_are_little_endian_bytes() {
        let words = NativeWords::new(8);
        words.store(1, 0x0403_0201);
        let mut bytes = [0; 4];
        words.copy_out(4, &mut bytes);
        assert_eq!(bytes, [1, 2, 3, 4]);
    }

    #[test]
    fn wait_says_why_it_came_back() {
        let words = NativeWords::new(8);
        assert_eq!(words.wait(0, 1, None), Wake::NotEqual);
        assert_eq!(words.wait(0, 0, Some(Duration::from_millis(1))), Wake::TimedOut);
        assert_eq!(words.wait(0, 0, Some(Duration::ZERO)), Wake::TimedOut);
    }

    #[test]
    fn compare_exchange_returns_the_value_before() {
        let words = NativeWords::new(4);
        assert_eq!(words.compare_exchange(0, 0, 7), 0);
        assert_eq!(words.compare_exchange(0, 0, 8), 7);
        assert_eq!(words.load(0), 7);
        assert_eq!(words.add(0, u32::MAX), 7);
        assert_eq!(words.load(0), 6);
    }
}
