use crate::algorithm::{Algorithm, chunk};
use crate::call::Collective;

/// Closed forms for one algorithm of one collective. `w` is the number of ranks; `n` the elements of one rank's part:
/// the whole tensor for broadcast, reduce and all-reduce, one of `w` equal parts for the others.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm, cost::formula};
/// let ring = formula(Collective::AllReduce, Algorithm::Ring).unwrap();
/// assert_eq!((ring.text, (ring.total)(4, 8), (ring.steps)(4)), ("2·(W−1)·n", 48, 6));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Formula {
    /// Elements that all ranks send, as people write it.
    pub text: &'static str,
    /// Elements that all ranks send.
    pub total: fn(w: usize, n: usize) -> usize,
    /// Steps in which messages are sent.
    pub steps: fn(w: usize) -> usize,
}

pub(super) fn log2_ceil(w: usize) -> usize {
    w.next_power_of_two().trailing_zeros() as usize
}

/// The largest power of two up to `w`.
pub(super) fn power(w: usize) -> usize {
    1 << w.max(1).ilog2()
}

/// Steps of a doubling: one more before and one after where `w` is no power of two.
pub(super) fn doubling(w: usize) -> usize {
    log2_ceil(power(w)) + if power(w) == w { 0 } else { 2 }
}

fn one(w: usize) -> usize {
    usize::from(w > 1)
}

/// Elements that binomial scatter and gather move: every part once for each level of the tree it passes.
fn binomial_parts(w: usize, n: usize) -> usize {
    // Node v receives the parts of its subtree: the nodes from v on, as many as its lowest set bit, within the world.
    (1..w).map(|node| n * (node & node.wrapping_neg()).min(w - node)).sum()
}

/// Parts that Bruck's all-to-all moves: a part goes as many times as its distance has bits.
pub(super) fn bruck_parts(w: usize, n: usize) -> usize {
    (0..w).map(|distance| w * n * distance.count_ones() as usize).sum()
}

/// At step `k`, the `2^k` ranks of a group each send the group's blocks; over all groups these are all `w` blocks. A
/// leaning rank hands over its own block, and gets all at the end (a halving: the other way round).
fn doubling_parts(w: usize, n: usize) -> usize {
    let p = power(w);
    ((p - 1) * w + (w - p) * (w + 1)) * n
}

/// The closed form of `algorithm` for `collective`; `None` where the collective does not have it.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm, cost::formula};
/// assert!(formula(Collective::Gather, Algorithm::Binomial).is_some());
/// assert!(formula(Collective::Gather, Algorithm::Ring).is_none());
/// ```
pub fn formula(collective: Collective, algorithm: Algorithm) -> Option<Formula> {
    use Algorithm::*;
    let of = |text, total, steps| Some(Formula { text, total, steps });
    match (collective, algorithm) {
        (Collective::Broadcast, Binomial) => of("(W−1)·n", |w, n| (w - 1) * n, log2_ceil),
        (Collective::Broadcast, Flat) => of("(W−1)·n", |w, n| (w - 1) * n, one),
        (Collective::Broadcast, ScatterAllGather) => of(
            "n − n/W + (W−1)·n",
            |w, n| n - chunk(n, w, 0).len() + (w - 1) * n,
            |w| if w > 1 { w } else { 0 },
        ),
        (Collective::Broadcast, Chain) => {
            of("(W−1)·n", |w, n| (w - 1) * n, |w| if w > 1 { w + 6 } else { 0 })
        }
        (Collective::Scatter | Collective::Gather, Flat) => of("(W−1)·n", |w, n| (w - 1) * n, one),
        (Collective::Scatter | Collective::Gather, Binomial) => {
            of("Σ min(lowbit v, W−v)·n", binomial_parts, log2_ceil)
        }
        (Collective::Reduce, Flat) => of("(W−1)·n", |w, n| (w - 1) * n, one),
        (Collective::Reduce, Binomial) => of("(W−1)·n", |w, n| (w - 1) * n, log2_ceil),
        (Collective::AllGather, Direct) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, one),
        (Collective::AllGather, Ring) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, |w| w - 1),
        (Collective::AllGather, Bruck) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, log2_ceil),
        (Collective::AllGather, RecursiveDoubling) => {
            of("W·(p−1)·n + (W−p)·(W+1)·n", doubling_parts, doubling)
        }
        (Collective::ReduceScatter, Direct) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, one),
        (Collective::ReduceScatter, Ring) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, |w| w - 1),
        (Collective::ReduceScatter, RecursiveHalving) => {
            of("W·(p−1)·n + (W−p)·(W+1)·n", doubling_parts, doubling)
        }
        (Collective::AllReduce, Direct | Flat) => {
            of("2·(W−1)·n", |w, n| 2 * (w - 1) * n, |w| 2 * one(w))
        }
        (Collective::ReduceScatter, Gloo) => {
            of("2·W·(W−1)·n", |w, n| 2 * w * (w - 1) * n, |w| 2 * (w - 1))
        }
        (Collective::AllReduce, Gloo) => of("2·(W−1)·n", |w, n| 2 * (w - 1) * n, |w| 2 * (w - 1)),
        (Collective::AllReduce, Ring) => of("2·(W−1)·n", |w, n| 2 * (w - 1) * n, |w| 2 * (w - 1)),
        (Collective::AllReduce, Binomial) => {
            of("2·(W−1)·n", |w, n| 2 * (w - 1) * n, |w| 2 * log2_ceil(w))
        }
        (Collective::AllReduce, RecursiveDoubling) => of(
            "p·log₂p·n + 2·(W−p)·n",
            |w, n| (power(w) * log2_ceil(power(w)) + 2 * (w - power(w))) * n,
            doubling,
        ),
        (Collective::AllReduce, HalvingDoubling) => of(
            "2·(p−1)·n + 2·(W−p)·n",
            |w, n| 2 * (w - 1) * n,
            |w| doubling(w) + log2_ceil(power(w)),
        ),
        (Collective::AllReduce, DoubleTree) => {
            of("2·(W−1)·n", |w, n| 2 * (w - 1) * n, double_tree_steps)
        }
        (Collective::AllToAll, Direct) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, one),
        (Collective::AllToAll, Pairwise) => of("W·(W−1)·n", |w, n| w * (w - 1) * n, |w| w - 1),
        (Collective::AllToAll, Bruck) => of("W·n·Σ bits(d)", bruck_parts, log2_ceil),
        (Collective::Barrier, Dissemination) => of("0", |_, _| 0, log2_ceil),
        (Collective::Barrier, Binomial) => of("0", |_, _| 0, |w| 2 * log2_ceil(w)),
        _ => None,
    }
}

/// Up and down an in-order binary tree of `w` nodes, `floor(log2 w)` deep.
fn double_tree_steps(w: usize) -> usize {
    2 * log2_ceil(power(w))
}
