//! What this crate asks of shared memory.

use std::{rc::Rc, sync::Arc, time::Duration};

use crate::ShmError;

/// Why [`Words::wait`] came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// Somebody notified the word, or the platform woke the sleeper for no reason at all: look
    /// again.
    Notified,
    /// The word no longer held the expected value, so there was no sleep.
    NotEqual,
    /// The time was up first.
    TimedOut,
}

/// A region of memory that several ranks share, seen as 32-bit words and as bytes; word `i` is the
/// bytes `4i..4i + 4`, lowest byte first.
///
/// Operations on words are atomic and sequentially consistent. Copies are plain: they are ordered
/// by the word operations around them, and the types of this crate see to it that no byte is copied
/// in while another rank copies it in or out. A new region is all zeros.
///
/// Every type here checks once, when it is made, that what it will touch lies inside `len_bytes`;
/// an implementation may therefore treat an access beyond it as a bug of this crate and panic, but
/// must not touch other memory.
pub trait Words {
    /// Length of the region in bytes; it does not change.
    fn len_bytes(&self) -> usize;

    /// The value of a word.
    fn load(&self, word: usize) -> u32;

    /// Gives a word a new value.
    fn store(&self, word: usize, value: u32);

    /// Adds to a word, wrapping past 2³², and returns the value before.
    fn add(&self, word: usize, value: u32) -> u32;

    /// Gives a word the value `new` if it holds `current`, and returns the value before: equal to
    /// `current` exactly if the exchange took place.
    fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32;

    /// Sleeps until the word is notified or `timeout` has passed (`None`: for ever), unless it does
    /// not hold `expected`. Comparing and falling asleep are one step as seen by
    /// [`notify`](Self::notify).
    fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake;

    /// Wakes everyone who waits on the word.
    fn notify(&self, word: usize);

    /// Copies `bytes` into the region, from `offset` (in bytes) on.
    fn copy_in(&self, offset: usize, bytes: &[u8]);

    /// Fills `bytes` from the region, from `offset` (in bytes) on.
    fn copy_out(&self, offset: usize, bytes: &mut [u8]);
}

/// A pointer to shared words is shared words, so that every ring of a rank can hold the same region
/// cheaply.
macro_rules! words_behind_a_pointer {
    ($($pointer:ty),*) => {$(
        impl<T: Words> Words for $pointer {
            fn len_bytes(&self) -> usize {
                T::len_bytes(self)
            }
            fn load(&self, word: usize) -> u32 {
                T::load(self, word)
            }
            fn store(&self, word: usize, value: u32) {
                T::store(self, word, value);
            }
            fn add(&self, word: usize, value: u32) -> u32 {
                T::add(self, word, value)
            }
            fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32 {
                T::compare_exchange(self, word, current, new)
            }
            fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake {
                T::wait(self, word, expected, timeout)
            }
            fn notify(&self, word: usize) {
                T::notify(self, word);
            }
            fn copy_in(&self, offset: usize, bytes: &[u8]) {
                T::copy_in(self, offset, bytes);
            }
            fn copy_out(&self, offset: usize, bytes: &mut [u8]) {
                T::copy_out(self, offset, bytes);
            }
        }
    )*};
}
words_behind_a_pointer!(&T, Rc<T>, Arc<T>);

/// Refuses a region that ends before `needed` bytes.
pub(crate) fn require(words: &impl Words, needed: usize) -> Result<(), ShmError> {
    let given = words.len_bytes();
    if given < needed { Err(ShmError::RegionTooSmall { given, needed }) } else { Ok(()) }
}
