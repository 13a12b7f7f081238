use super::formula::{bruck_parts, doubling, log2_ceil, power};
use crate::algorithm::Algorithm;
use crate::call::Collective;

/// What the busiest ranks do, over all steps, where all parts are equal: the closed form of what
/// [`Counted::steps`](super::Counted::steps) add up to.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm, cost::critical};
/// let ring = critical(Collective::AllReduce, Algorithm::Ring, 4).unwrap();
/// assert_eq!((ring.messages, ring.parts, ring.folded), (6.0, 1.5, 0.75));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Critical {
    /// Messages.
    pub messages: f64,
    /// Elements sent or received, as a multiple of one rank's part (the `n` of a [`Formula`](super::Formula)).
    pub parts: f64,
    /// Elements folded, as such a multiple.
    pub folded: f64,
}

/// The [`Critical`] of `algorithm` for `collective` on `w` ranks; `None` where the collective does not have it.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm, cost::critical};
/// let tree = critical(Collective::Broadcast, Algorithm::Binomial, 16).unwrap();
/// let flat = critical(Collective::Broadcast, Algorithm::Flat, 16).unwrap();
/// assert_eq!((tree.messages, flat.messages), (4.0, 15.0));
/// ```
pub fn critical(collective: Collective, algorithm: Algorithm, w: usize) -> Option<Critical> {
    use Algorithm::*;
    use Collective::*;
    let (others, depth, doublings) = (w.saturating_sub(1), log2_ceil(w), doubling(w));
    let (p, wide) = (power(w), w as f64);
    // Ranks beyond the largest power of two lean on others: a step before and a step after.
    let leaning = usize::from(p < w);
    let blocks = if leaning == 1 { w + 1 } else { 0 } + doubled_blocks(w);
    let halves = 1.0 - 1.0 / p as f64;
    let tree = 4 * log2_ceil(p) - 2 * usize::from(p == w && w > 1);
    let of = |messages: usize, parts: f64, folded: f64| {
        let any = f64::from(u8::from(w > 1));
        Some(Critical { messages: messages as f64 * any, parts: parts * any, folded: folded * any })
    };
    let [o, d, lean] = [others, depth, leaning].map(|count| count as f64);
    match (collective, algorithm) {
        (Broadcast, Binomial) => of(depth, d, 0.0),
        (Broadcast, Chain) => of(w + 6, (wide + 6.0) / 8.0, 0.0),
        (Broadcast, ScatterAllGather) => of(2 * others, 2.0 * o / wide, 0.0),
        (Broadcast | Scatter | Gather, Flat) => of(others, o, 0.0),
        (AllGather | AllToAll, Direct | Ring | Pairwise) => of(others, o, 0.0),
        (Scatter | Gather, Binomial) | (AllGather, Bruck) => of(depth, o, 0.0),
        (AllGather, RecursiveDoubling) => of(doublings, blocks as f64, 0.0),
        (AllToAll, Bruck) => of(depth, bruck_parts(w, 1) as f64 / wide, 0.0),
        (Reduce, Flat) | (ReduceScatter, Direct | Ring) => of(others, o, o),
        (Reduce, Binomial) => of(depth, d, d),
        (ReduceScatter, RecursiveHalving) => of(doublings, blocks as f64, blocks as f64 - lean),
        (ReduceScatter, Gloo) | (AllReduce, Flat) => of(2 * others, 2.0 * o, o),
        (AllReduce, Direct | Ring | Gloo) => of(2 * others, 2.0 * o / wide, o / wide),
        (AllReduce, Binomial) => of(2 * depth, 2.0 * d, d),
        (AllReduce, RecursiveDoubling) => of(doublings, doublings as f64, doublings as f64 - lean),
        (AllReduce, HalvingDoubling) => {
            of(doublings + log2_ceil(p), 2.0 * (lean + halves), lean + halves)
        }
        (AllReduce, DoubleTree) => of(tree, tree as f64 / 2.0, tree as f64 / 4.0),
        (Barrier, Dissemination) => of(depth, 0.0, 0.0),
        (Barrier, Binomial) => of(2 * depth, 0.0, 0.0),
        _ => None,
    }
}

/// Blocks that the busiest rank of a doubling sends: at step `k` the blocks of `2^k` ranks, and of those that lean on them.
fn doubled_blocks(w: usize) -> usize {
    let p = power(w);
    (0..log2_ceil(p)).map(|k| (1 << k) + (1 << k).min(w - p)).sum()
}
