//! Where everything lies in a world's shared region.

use crate::{RingSpan, ShmError, ring::MAX_RING_CAPACITY};

/// The largest world.
pub const MAX_WORLD_SIZE: usize = 64;

/// The largest region: what a SharedArrayBuffer can be everywhere.
pub(crate) const MAX_REGION: u64 = 1 << 31;

pub(crate) const LINE: usize = 64;

/// The capacity of each ring, in bytes, if nobody chooses another: 16 MiB spread over the W² pairs,
/// but at least 4 KiB and at most 64 KiB.
pub const fn ring_capacity(world_size: usize) -> usize {
    const TOTAL: usize = 16 << 20;
    let share = match TOTAL.checked_div(world_size.saturating_mul(world_size)) {
        Some(share) => share & !7,
        None => TOTAL,
    };
    if share < 4 << 10 {
        4 << 10
    } else if share > 64 << 10 {
        64 << 10
    } else {
        share
    }
}

/// The map of a region shared by `world_size` ranks. Two layouts of the same world size and ring
/// capacity are equal, so ranks need to be told these two numbers only.
///
/// In order, each part on 64-byte lines of its own:
///
/// | part | bytes |
/// |------|-------|
/// | control block | 64 |
/// | a line per rank: heartbeat, bytes sent and received | 64 W |
/// | a doorbell per rank | 64 W |
/// | a ring per ordered pair of ranks, by sender, then receiver | W (W − 1) × [`RingSpan::bytes`] |
///
// What comes later goes behind the rings, so that no offset above changes: a ledger of
// fingerprints, one slot per (group, operation number), and an arena that collectives use directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    world_size: usize,
    ring_capacity: usize,
}

impl Layout {
    /// The layout for a world of `world_size` ranks whose rings hold `ring_capacity` bytes (see
    /// [`ring_capacity`]).
    ///
    /// # Errors
    /// [`ShmError::WorldSize`], [`ShmError::RingCapacity`], or [`ShmError::RegionTooLarge`] for
    /// both together.
    pub fn new(world_size: usize, ring_capacity: usize) -> Result<Self, ShmError> {
        if !(1..=MAX_WORLD_SIZE).contains(&world_size) {
            return Err(ShmError::WorldSize { given: world_size });
        }
        RingSpan::new(0, ring_capacity)?;
        // At most 4032 rings of a little over 2³⁰ bytes: no overflow in 64 bits.
        let rings = (world_size * (world_size - 1)) as u64 * RingSpan::bytes(ring_capacity) as u64;
        let needed = rings + Self::first_ring(world_size) as u64;
        if needed > MAX_REGION {
            return Err(ShmError::RegionTooLarge { needed, max: MAX_REGION });
        }
        Ok(Self { world_size, ring_capacity })
    }

    /// How many ranks share the region.
    pub const fn world_size(&self) -> usize {
        self.world_size
    }

    /// Bytes each ring holds.
    pub const fn ring_capacity(&self) -> usize {
        self.ring_capacity
    }

    /// Bytes the region must have.
    pub const fn len_bytes(&self) -> usize {
        let rings = self.world_size * (self.world_size - 1);
        Self::first_ring(self.world_size) + rings * RingSpan::bytes(self.ring_capacity)
    }

    /// The ring that `sender` writes and `receiver` reads.
    ///
    /// # Errors
    /// [`ShmError::Rank`] or [`ShmError::SelfRing`].
    pub fn ring(&self, sender: usize, receiver: usize) -> Result<RingSpan, ShmError> {
        self.check_rank(sender)?;
        self.check_rank(receiver)?;
        if sender == receiver {
            return Err(ShmError::SelfRing { rank: sender });
        }
        let column = if receiver > sender { receiver - 1 } else { receiver };
        let index = sender * (self.world_size - 1) + column;
        let start = Self::first_ring(self.world_size) + index * RingSpan::bytes(self.ring_capacity);
        RingSpan::new(start, self.ring_capacity)
    }

    /// The word that is `rank`'s doorbell.
    ///
    /// # Errors
    /// [`ShmError::Rank`].
    pub fn doorbell(&self, rank: usize) -> Result<usize, ShmError> {
        self.check_rank(rank)?;
        Ok((LINE * (1 + self.world_size + rank)) / 4)
    }

    /// The first word of `rank`'s line.
    pub(crate) fn rank_line(&self, rank: usize) -> Result<usize, ShmError> {
        self.check_rank(rank)?;
        Ok((LINE * (1 + rank)) / 4)
    }

    /// Refuses a rank that the world does not have.
    pub(crate) fn check_rank(&self, rank: usize) -> Result<(), ShmError> {
        let world_size = self.world_size;
        if rank < world_size { Ok(()) } else { Err(ShmError::Rank { rank, world_size }) }
    }

    /// Every word in front of the rings.
    pub(crate) fn words_before_rings(&self) -> std::ops::Range<usize> {
        0..Self::first_ring(self.world_size) / 4
    }

    const fn first_ring(world_size: usize) -> usize {
        LINE * (1 + 2 * world_size)
    }
}

const _: () = assert!(2 * MAX_RING_CAPACITY as u64 <= MAX_REGION && MAX_WORLD_SIZE < 255);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_everything_fits() {
        for world_size in 1..=MAX_WORLD_SIZE {
            for capacity in [64, 72, ring_capacity(world_size)] {
                let layout = Layout::new(world_size, capacity).unwrap();
                let mut parts: Vec<_> = std::iter::once(0..LINE).collect();
                for rank in 0..world_size {
                    for word in [layout.rank_line(rank).unwrap(), layout.doorbell(rank).unwrap()] {
                        parts.push(word * 4..word * 4 + LINE);
                    }
                    for peer in (0..world_size).filter(|&peer| peer != rank) {
                        let ring = layout.ring(rank, peer).unwrap();
                        parts.push(ring.tail_word() * 4..ring.data_byte() + capacity);
                    }
                }
                parts.sort_by_key(|part| part.start);
                assert!(parts.iter().all(|part| part.start % LINE == 0));
                assert!(parts.windows(2).all(|pair| pair[0].end <= pair[1].start));
                assert!(parts.last().unwrap().end <= layout.len_bytes());
            }
        }
    }

    #[test]
    fn default_capacities() {
        assert_eq!([1, 4, 16].map(ring_capacity), [64 << 10; 3]);
        assert_eq!(ring_capacity(17), 58_048);
        assert_eq!([64, 65, usize::MAX].map(ring_capacity), [4 << 10; 3]);
        assert_eq!(ring_capacity(0), 64 << 10);
        assert!((1..=64).all(|world_size| ring_capacity(world_size).is_multiple_of(8)));
    }

    #[test]
    fn bad_requests_are_refused() {
        for given in [0, 65, usize::MAX] {
            assert_eq!(Layout::new(given, 64), Err(ShmError::WorldSize { given }));
        }
        assert!(matches!(Layout::new(2, 60), Err(ShmError::RingCapacity { given: 60, .. })));
        assert!(matches!(Layout::new(64, 1 << 30), Err(ShmError::RegionTooLarge { .. })));
        let layout = Layout::new(3, 64).unwrap();
        assert_eq!(layout.ring(1, 1), Err(ShmError::SelfRing { rank: 1 }));
        assert_eq!(layout.ring(0, 3), Err(ShmError::Rank { rank: 3, world_size: 3 }));
        assert_eq!(layout.ring(3, 0), Err(ShmError::Rank { rank: 3, world_size: 3 }));
        assert_eq!(layout.doorbell(3), Err(ShmError::Rank { rank: 3, world_size: 3 }));
    }
}
