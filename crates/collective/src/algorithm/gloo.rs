use std::ops::Range;

use super::all_to_all_v::parts;
use super::ring::gather_steps;
use super::{Action, Place, Schedule, Step};

/// Bytes above which gloo takes more segments.
pub(super) const LARGEST_SEGMENT: usize = 1 << 20;

/// All-reduce in place on the output's `count` elements of `element` bytes, with the bits of gloo's (its default
/// algorithm, a ring): at each of `world_size − 1` steps every rank passes a chunk to the one before it, which folds its
/// own in, then the finished chunks go round again. (gloo sends a chunk in segments, one after the other; here it is one
/// message.)
///
/// `2 (world_size − 1)` steps; `2 (world_size − 1) · count` elements are sent in sum. Chunk `c` is folded from rank
/// `c − 1` downwards: `c − 1, c − 2, … c`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let first = &gloo_all_reduce(0, 2, 4, 4).steps[0];
/// let fold = Action::ReceiveFold { peer: 1, into: Place::output(0..2) };
/// assert_eq!(first.actions[1], fold); // chunk 0: rank 1, then rank 0
/// ```
pub fn gloo_all_reduce(rank: usize, world_size: usize, count: usize, element: usize) -> Schedule {
    let part = |index: usize| Place::output(gloo_chunk(count, element, world_size, index));
    Schedule { steps: steps(rank, world_size, part), scratch: 0 }
}

/// Reduce-scatter with the bits of gloo's, which is an all-reduce of the whole input, of which every rank keeps its part:
/// chunks are not parts, and the order of folding is that of [`gloo_all_reduce`].
///
/// The input has `world_size · count` elements of `element` bytes. `2 (world_size − 1)` steps;
/// `2 (world_size − 1) · world_size · count` elements are sent in sum.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let all = [0, 1].map(|rank| gloo_reduce_scatter(rank, 2, 3, 4));
/// assert_eq!(Counted::of(&all).total(), 2 * 2 * 3);
/// ```
pub fn gloo_reduce_scatter(
    rank: usize,
    world_size: usize,
    count: usize,
    element: usize,
) -> Schedule {
    gloo_reduce_scatter_v(rank, &vec![count; world_size], element)
}

/// As [`gloo_reduce_scatter`], of parts of different sizes: `counts[j]` elements go to rank `j`.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// let last = gloo_reduce_scatter_v(1, &[1, 2], 4).steps.pop().unwrap();
/// let keep = Action::Copy { from: Place::scratch(1..3), into: Place::output(0..2) };
/// assert_eq!(last.actions, [keep]);
/// ```
pub fn gloo_reduce_scatter_v(rank: usize, counts: &[usize], element: usize) -> Schedule {
    let (world_size, parts) = (counts.len(), parts(counts));
    let whole = parts.last().map_or(0, |last| last.end);
    // Part by part: each may be a tensor of its own.
    let copy = |part: &Range<usize>| {
        let (from, into) = (Place::input(part.clone()), Place::scratch(part.clone()));
        Action::Copy { from, into }
    };
    let mut all = vec![Step { actions: parts.iter().map(copy).collect() }];
    let part = |index: usize| Place::scratch(gloo_chunk(whole, element, world_size, index));
    all.extend(steps(rank, world_size, part));
    let own = Place::scratch(parts[rank].clone());
    let keep = Action::Copy { from: own, into: Place::output(0..counts[rank]) };
    all.push(Step { actions: vec![keep] });
    Schedule { steps: all, scratch: whole }
}

/// Chunk `index` of `count` elements of `element` bytes, as gloo cuts them: into segments of equal size, a multiple of
/// `world_size` of them and at least two for each rank, of which a chunk has as many as any other; the last ones may be
/// shorter or empty.
///
/// ```
/// # use collective::{algorithm::*, cost::Counted};
/// assert_eq!([0, 1, 2].map(|index| gloo_chunk(5, 4, 3, index)), [0..2, 2..4, 4..5]);
/// ```
pub fn gloo_chunk(count: usize, element: usize, world_size: usize, index: usize) -> Range<usize> {
    let w = world_size.max(1);
    let segments = (count * element).div_ceil(LARGEST_SEGMENT).max(2 * w).next_multiple_of(w);
    // Whole elements, so that this is the same in bytes.
    let size = count.div_ceil(segments) * (segments / w);
    (index * size).min(count)..((index + 1) * size).min(count)
}

fn steps(rank: usize, world_size: usize, part: impl Fn(usize) -> Place) -> Vec<Step> {
    let mut steps = fold_steps(rank, world_size, &part);
    steps.extend(gather_steps(rank, world_size, 0, part));
    steps
}

/// The first half: chunk `c` goes from rank `c − 1` downwards until rank `c` has folded its own in.
pub(super) fn fold_steps(
    rank: usize,
    world_size: usize,
    part: &dyn Fn(usize) -> Place,
) -> Vec<Step> {
    let next = (rank + 1) % world_size;
    let before = (rank + world_size - 1) % world_size;
    let around = |ahead: usize| part((rank + ahead) % world_size);
    let fold = |k: usize| Step {
        actions: vec![
            Action::Send { peer: before, from: around(k + 1) },
            Action::ReceiveFold { peer: next, into: around(k + 2) },
        ],
    };
    (0..world_size.saturating_sub(1)).map(fold).collect()
}
