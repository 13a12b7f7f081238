//! One counter per rank to sleep on.

use std::time::Duration;

use crate::{ShmError, Wake, Words, words};

/// What a doorbell's counter was when it was [read](Doorbell::read). Worth comparing for equality
/// only: the counter wraps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u32);

/// A rank's doorbell: anyone may ring it, the rank itself waits on it.
///
/// The order is what makes it work: **read a ticket, then look for work, then wait with that
/// ticket.** A ring after the ticket was read changes the counter, and then the wait does not
/// sleep. (2³² rings between the ticket and the wait would go unnoticed; the ringers would need
/// longer for them than the waiter for its look.)
#[derive(Clone, Debug)]
pub struct Doorbell<W> {
    words: W,
    word: usize,
}

impl<W: Words> Doorbell<W> {
    /// The doorbell at a word of the region, usually [`Layout::doorbell`](crate::Layout::doorbell).
    ///
    /// # Errors
    /// [`ShmError::RegionTooSmall`] if the word lies outside.
    pub fn new(words: W, word: usize) -> Result<Self, ShmError> {
        words::require(&words, word.saturating_add(1).saturating_mul(4))?;
        Ok(Self { words, word })
    }

    /// The counter now; to be read before looking for work.
    pub fn read(&self) -> Ticket {
        Ticket(self.words.load(self.word))
    }

    /// Tells the rank that something changed. What changed must have been written before.
    pub fn ring(&self) {
        ring(&self.words, self.word);
    }

    /// Sleeps until the doorbell rings, at most for `timeout` (`None`: for ever); returns at once
    /// if it rang since the ticket was read. Look for work again whatever it returns.
    pub fn wait(&self, ticket: Ticket, timeout: Option<Duration>) -> Wake {
        self.words.wait(self.word, ticket.0, timeout)
    }
}

/// Count first, wake afterwards: a sleeper that the wake misses has not compared yet, and will see
/// the count.
pub(crate) fn ring(words: &impl Words, word: usize) {
    words.add(word, 1);
    words.notify(word);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NativeWords;

    #[test]
    fn a_ring_before_the_wait_is_not_lost() {
        let bell = Doorbell::new(NativeWords::new(64), 3).unwrap();
        let ticket = bell.read();
        bell.ring();
        assert_eq!(bell.wait(ticket, None), Wake::NotEqual);
        assert_eq!(bell.wait(bell.read(), Some(Duration::from_millis(1))), Wake::TimedOut);
    }

    #[test]
    fn the_counter_may_wrap() {
        let words = NativeWords::new(4);
        words.store(0, u32::MAX);
        let bell = Doorbell::new(&words, 0).unwrap();
        let ticket = bell.read();
        bell.ring();
        assert_eq!(words.load(0), 0);
        assert_eq!(bell.wait(ticket, None), Wake::NotEqual);
    }

    #[test]
    fn a_word_outside_the_region_is_refused() {
        let words = NativeWords::new(16);
        assert!(Doorbell::new(&words, 3).is_ok());
        for word in [4, usize::MAX] {
            assert!(matches!(
                Doorbell::new(&words, word),
                Err(ShmError::RegionTooSmall { given: 16, .. })
            ));
        }
    }
}
