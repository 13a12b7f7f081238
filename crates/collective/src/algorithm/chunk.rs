use std::ops::Range;

/// Chunk `index` of `count` elements in `world_size` parts of `ceil(count / world_size)` elements; the last ones may
/// be shorter or empty.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// assert_eq!([0, 1, 2, 3].map(|index| chunk(10, 4, index)), [0..3, 3..6, 6..9, 9..10]);
/// ```
pub fn chunk(count: usize, world_size: usize, index: usize) -> Range<usize> {
    let size = count.div_ceil(world_size.max(1));
    (index * size).min(count)..((index + 1) * size).min(count)
}

/// Chunk `index` of parts of exactly `size` elements.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// assert_eq!(even_chunk(3, 2), 6..9);
/// ```
pub fn even_chunk(size: usize, index: usize) -> Range<usize> {
    index * size..(index + 1) * size
}
