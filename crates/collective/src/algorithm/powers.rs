//! Doubling and halving need a power of two of ranks. In other worlds the ranks beyond the largest power `p` lean on
//! a partner `p` below them: they hand it what they have first, and get what they need from it last.

use std::ops::Range;

/// How a world folds into a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Powers {
    pub world_size: usize,
    /// The largest power of two that is not larger than the world.
    pub power: usize,
}

impl Powers {
    pub fn new(world_size: usize) -> Self {
        let next = world_size.next_power_of_two();
        Self { world_size, power: if next == world_size { next } else { next / 2 } }
    }

    /// Ranks that lean on another.
    pub fn extra(self) -> usize {
        self.world_size - self.power
    }

    /// The rank that `rank` leans on, if it does.
    pub fn leans_on(self, rank: usize) -> Option<usize> {
        rank.checked_sub(self.power)
    }

    /// The rank that leans on `rank`, if one does.
    pub fn carries(self, rank: usize) -> Option<usize> {
        (rank < self.extra()).then_some(rank + self.power)
    }

    /// Steps of a doubling.
    pub fn log2(self) -> usize {
        self.power.trailing_zeros() as usize
    }

    /// Where blocks lie when each leaning rank's stands behind that of the rank it leans on: the places of the
    /// ranks `first .. first + ranks` of the power of two, in blocks.
    pub fn blocks(self, first: usize, ranks: usize) -> Range<usize> {
        let before = |rank: usize| rank + rank.min(self.extra());
        before(first)..before(first + ranks)
    }

    /// Place of rank `rank`'s own block in that order.
    pub fn block(self, rank: usize) -> usize {
        match self.leans_on(rank) {
            Some(carrier) => self.blocks(carrier, 1).end - 1,
            None => self.blocks(rank, 1).start,
        }
    }
}

/// `blocks` in elements, each of `count`.
pub(super) fn elements(blocks: Range<usize>, count: usize) -> Range<usize> {
    blocks.start * count..blocks.end * count
}
