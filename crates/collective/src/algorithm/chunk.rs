use std::ops::Range;

/// Chunk `index` of `count` elements in `world_size` parts of `ceil(count / world_size)` elements; the last ones may
/// be shorter or empty.
pub fn chunk(count: usize, world_size: usize, index: usize) -> Range<usize> {
    let size = count.div_ceil(world_size.max(1));
    (index * size).min(count)..((index + 1) * size).min(count)
}

/// Chunk `index` of parts of exactly `size` elements.
pub fn even_chunk(size: usize, index: usize) -> Range<usize> {
    index * size..(index + 1) * size
}
