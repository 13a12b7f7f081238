//! A 64-bit count in 32-bit words: one rank adds, anyone reads at any time.

use crate::Words;

/// Words a count takes.
pub(crate) const TRAFFIC_WORDS: usize = 3;

/// A count kept as its low half between two copies of its high half (Lamport, "Concurrent Reading
/// and Writing of Clocks", 1990). The writer goes through the words upwards, the reader downwards;
/// if the reader finds the two high halves equal, its low half belongs to them, and if not, the
/// count was just passing the larger one times 2³².
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traffic {
    pub(crate) word: usize,
}

impl Traffic {
    /// Adds to the count, wrapping past 2⁶⁴. For the one writer only.
    pub(crate) fn add(self, words: &impl Words, bytes: u64) {
        let [high_first, low, high_last] = self.words();
        let before = join(words.load(high_first), words.load(low));
        let after = before.wrapping_add(bytes);
        let carry = before >> 32 != after >> 32;
        if carry {
            words.store(high_first, (after >> 32) as u32);
        }
        words.store(low, after as u32);
        if carry {
            words.store(high_last, (after >> 32) as u32);
        }
    }

    /// The count; never less than an earlier reading by the same rank.
    pub(crate) fn read(self, words: &impl Words) -> u64 {
        let [high_first, low, high_last] = self.words();
        let last = words.load(high_last);
        let low = words.load(low);
        let first = words.load(high_first);
        join(first, if first == last { low } else { 0 })
    }

    fn words(self) -> [usize; TRAFFIC_WORDS] {
        [self.word, self.word + 1, self.word + 2]
    }
}

fn join(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NativeWords;

    #[test]
    fn carries_into_the_high_half() {
        let words = NativeWords::new(12);
        let traffic = Traffic { word: 0 };
        let mut sum = 0;
        for bytes in [0, 1, u64::from(u32::MAX) - 1, 1, 5, 1 << 40, 7] {
            traffic.add(&words, bytes);
            sum += bytes;
            assert_eq!(traffic.read(&words), sum);
        }
    }

    #[test]
    fn a_writer_stopped_in_the_middle_leaves_a_sound_count() {
        let words = NativeWords::new(12);
        let traffic = Traffic { word: 0 };
        traffic.add(&words, u64::from(u32::MAX));
        words.store(0, 1);
        assert_eq!(traffic.read(&words), 1 << 32);
        words.store(1, 9);
        assert_eq!(traffic.read(&words), 1 << 32);
        words.store(2, 1);
        assert_eq!(traffic.read(&words), (1 << 32) + 9);
    }
}
