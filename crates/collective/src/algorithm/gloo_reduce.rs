use std::ops::Range;

use super::gloo::{LARGEST_SEGMENT, fold_steps};
use super::{Action, Place, Schedule, Step};

/// Reduce in place on the output's `count` elements of `element` bytes, with the bits of gloo's: the first half of
/// [`gloo_all_reduce`](super::gloo_all_reduce), after which rank `c` has chunk `c`, which it sends to the root. The other
/// ranks keep what they have folded on the way: of chunk `rank + k`, ranks `rank + k − 1` downwards to their own.
///
/// `world_size` steps; `(world_size − 1) · count` elements are sent around, then those of all chunks but the root's. Chunk
/// `c` is folded in the order `c − 1, c − 2, … c`.
///
/// ```
/// # use collective::algorithm::{Action, Place, gloo_reduce};
/// let last = gloo_reduce(1, 2, 0, 8, 4).steps.pop();
/// assert_eq!(last.unwrap().actions, [Action::Send { peer: 0, from: Place::output(4..8) }]);
/// ```
pub fn gloo_reduce(
    rank: usize,
    world_size: usize,
    root: usize,
    count: usize,
    element: usize,
) -> Schedule {
    let part = |index: usize| Place::output(gloo_reduce_chunk(count, element, world_size, index));
    let mut steps = fold_steps(rank, world_size, &part);
    let is_there = |peer: &usize| !part(*peer).elements.is_empty();
    let others = (0..world_size).filter(|&peer| peer != root).filter(is_there);
    let actions = if rank == root {
        others.map(|peer| Action::Receive { peer, into: part(peer) }).collect()
    } else {
        let own = others.filter(|&peer| peer == rank);
        own.map(|_| Action::Send { peer: root, from: part(rank) }).collect()
    };
    steps.push(Step { actions });
    Schedule { steps, scratch: 0 }
}

/// Chunk `index` of `count` elements of `element` bytes, as gloo's reduce cuts them: segments are sized first, two for each
/// rank and none larger than 1 MiB, and then counted. As [`gloo_chunk`](super::gloo_chunk) for what is smaller.
///
/// ```
/// # use collective::algorithm::{gloo_chunk, gloo_reduce_chunk};
/// assert_eq!(gloo_reduce_chunk(10, 4, 3, 1), 4..8);
/// assert_eq!(gloo_reduce_chunk(10, 4, 3, 2), gloo_chunk(10, 4, 3, 2));
/// ```
pub fn gloo_reduce_chunk(
    count: usize,
    element: usize,
    world_size: usize,
    index: usize,
) -> Range<usize> {
    let w = world_size.max(1);
    let bytes = count * element;
    let segment = bytes.div_ceil(2 * w).min(LARGEST_SEGMENT / element * element);
    let segment = segment.next_multiple_of(element).max(element);
    let segments = bytes.div_ceil(segment).max(2 * w).next_multiple_of(w);
    let size = segments / w * segment / element;
    (index * size).min(count)..((index + 1) * size).min(count)
}
