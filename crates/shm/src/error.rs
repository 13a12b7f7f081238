//! What can be wrong with a region, with a request, or with what a peer left behind.

use thiserror::Error;

use crate::{MAX_WORLD_SIZE, MIN_RING_CAPACITY};

/// Everything this crate refuses. None of it panics, whatever a peer wrote into the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShmError {
    /// A world size outside 1 to [`MAX_WORLD_SIZE`].
    #[error("world size {given} is not supported: choose 1 to {MAX_WORLD_SIZE}")]
    WorldSize {
        /// What was asked for.
        given: usize,
    },
    /// A ring capacity that is too small, too large, or no multiple of 8.
    #[error(
        "ring capacity {given} is not supported: choose a multiple of 8 from {MIN_RING_CAPACITY} to {max} bytes"
    )]
    RingCapacity {
        /// What was asked for, in bytes.
        given: usize,
        /// The largest capacity, in bytes.
        max: usize,
    },
    /// Rings that together outgrow what a region can be.
    #[error(
        "{needed} bytes of shared memory are more than the {max} allowed: choose a smaller ring capacity"
    )]
    RegionTooLarge {
        /// Bytes the layout would take.
        needed: u64,
        /// The largest region, in bytes.
        max: u64,
    },
    /// A region that ends before what should lie in it.
    #[error(
        "the shared region has {given} bytes and {needed} are needed: allocate what the layout says"
    )]
    RegionTooSmall {
        /// Bytes there are.
        given: usize,
        /// Bytes there must be.
        needed: usize,
    },
    /// A ring that would not start on a multiple of 8 bytes.
    #[error("a ring cannot start at byte {given}: choose a multiple of 8")]
    Misaligned {
        /// The offset asked for, in bytes.
        given: usize,
    },
    /// A rank that the world does not have.
    #[error("rank {rank} is not in a world of {world_size}: choose 0 to {}", .world_size.saturating_sub(1))]
    Rank {
        /// The rank asked for.
        rank: usize,
        /// How many there are.
        world_size: usize,
    },
    /// A ring from a rank to itself.
    #[error("rank {rank} has no ring to itself: choose two different ranks")]
    SelfRing {
        /// The rank named twice.
        rank: usize,
    },
    /// A record that the ring could not hold even if it were empty.
    #[error(
        "a record of {given} bytes does not fit a ring whose records have at most {max}: send it in pieces"
    )]
    RecordTooLarge {
        /// Bytes in the record.
        given: usize,
        /// Bytes the largest record may have.
        max: usize,
    },
    /// A read beyond the end of a record.
    #[error("bytes {start} to {end} were asked of a record that has {len}: stay inside the record")]
    OutsideRecord {
        /// First byte asked for.
        start: usize,
        /// One past the last byte asked for.
        end: usize,
        /// Bytes in the record.
        len: usize,
    },
    /// A head or tail counter that its owner cannot have written.
    #[error(
        "a ring of {capacity} bytes has tail {tail} and head {head}, which cannot be: its memory was overwritten"
    )]
    CorruptCounter {
        /// The writer's counter.
        tail: u32,
        /// The reader's counter.
        head: u32,
        /// Bytes in the ring.
        capacity: u32,
    },
    /// A record whose length cannot be true.
    #[error(
        "a record claims {length} bytes (check {check}) of {available} in the ring: its memory was overwritten"
    )]
    CorruptLength {
        /// The length found.
        length: u32,
        /// The check word found, which should be the length with every bit flipped.
        check: u32,
        /// Bytes the writer has published, prefix included.
        available: u32,
    },
    /// A dead flag that says nothing this version knows.
    #[error(
        "the dead flag holds {value:#x}, which names no rank and reason: its memory was overwritten"
    )]
    CorruptDeath {
        /// The word found.
        value: u32,
    },
    /// A region nobody formatted.
    #[error(
        "the shared region starts with {found:#010x}, not with a control block: format it first"
    )]
    NotFormatted {
        /// The first word found.
        found: u32,
    },
    /// A region formatted for something else.
    #[error(
        "the shared region was formatted with {what} {found}, not {expected}: use one build and one layout"
    )]
    Mismatch {
        /// What differs: `"version"`, `"world size"` or `"ring capacity"`.
        what: &'static str,
        /// What this side expects.
        expected: u32,
        /// What the region says.
        found: u32,
    },
}
