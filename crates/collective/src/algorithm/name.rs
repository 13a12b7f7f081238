use serde::{Deserialize, Serialize};

use crate::call::Collective;

/// How a collective is done. Which ones a collective knows, [`Algorithm::of`] tells. Those that fold in another order have
/// other bits where sums are rounded; integers, minima and maxima are the same under all.
///
/// ```
/// # use collective::{Collective, algorithm::Algorithm};
/// assert_eq!(Algorithm::of(Collective::AllReduce)[0], Algorithm::Direct);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Algorithm {
    /// Every pair of ranks exchanges its part in one step; folds go in rank order.
    Direct,
    /// The root talks to every rank in one step; folds go in rank order.
    Flat,
    /// A tree that doubles the ranks reached at every step. It folds in rank order from the root on, but pairs before
    /// pairs of pairs: `((0 + 1) + (2 + 3)) + …`.
    Binomial,
    /// At step `k`, rank `r` tells rank `r + 2^k`.
    Dissemination,
    /// Each rank tells the next one, once.
    Neighbour,
    /// One message.
    PointToPoint,
    /// Chunks go round. Chunk `c` of an all-reduce is folded in the order `c, c + 1, … c − 1`; part `c` of a
    /// reduce-scatter in the order `c + 1, c + 2, … c`.
    Ring,
    /// At step `k`, ranks `2^k` apart exchange all they have. It folds as [`Binomial`](Algorithm::Binomial) does, after
    /// the ranks beyond the largest power of two have been folded into the first ones.
    RecursiveDoubling,
    /// At each step, ranks exchange halves of what they are to keep. A rank folds its own first, then what its partners
    /// have folded, from the farthest to the nearest.
    RecursiveHalving,
    /// Recursive halving, then recursive doubling (Rabenseifner). It folds as
    /// [`RecursiveHalving`](Algorithm::RecursiveHalving) does.
    HalvingDoubling,
    /// Two binary trees, each for half of the elements. A rank folds its own first, then what its children have folded,
    /// in each half along another tree.
    DoubleTree,
    /// Blocks gather on the way, `ceil(log2 W)` messages a rank.
    Bruck,
    /// Scatter from the root, then a ring of all-gather (van de Geijn).
    ScatterAllGather,
    /// Segments along a chain of ranks.
    Chain,
    /// One peer at a time: at step `k`, the ranks `k` before and after.
    Pairwise,
    /// As gloo does it: a ring that folds chunk `c` in the order `c − 1, c − 2, … c`, with gloo's bits.
    Gloo,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 16] = [
        Algorithm::Direct,
        Algorithm::Flat,
        Algorithm::Binomial,
        Algorithm::Dissemination,
        Algorithm::Neighbour,
        Algorithm::PointToPoint,
        Algorithm::Ring,
        Algorithm::RecursiveDoubling,
        Algorithm::RecursiveHalving,
        Algorithm::HalvingDoubling,
        Algorithm::DoubleTree,
        Algorithm::Bruck,
        Algorithm::ScatterAllGather,
        Algorithm::Chain,
        Algorithm::Pairwise,
        Algorithm::Gloo,
    ];

    /// Its name, as settings and pictures spell it.
    ///
    /// ```
    /// # use collective::algorithm::Algorithm;
    /// assert_eq!(Algorithm::DoubleTree.name(), "double_tree");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Direct => "direct",
            Algorithm::Flat => "flat",
            Algorithm::Binomial => "binomial",
            Algorithm::Dissemination => "dissemination",
            Algorithm::Neighbour => "neighbour",
            Algorithm::PointToPoint => "point_to_point",
            Algorithm::Ring => "ring",
            Algorithm::RecursiveDoubling => "recursive_doubling",
            Algorithm::RecursiveHalving => "recursive_halving",
            Algorithm::HalvingDoubling => "halving_doubling",
            Algorithm::DoubleTree => "double_tree",
            Algorithm::Bruck => "bruck",
            Algorithm::ScatterAllGather => "scatter_all_gather",
            Algorithm::Chain => "chain",
            Algorithm::Pairwise => "pairwise",
            Algorithm::Gloo => "gloo",
        }
    }

    /// The algorithm of that name.
    ///
    /// ```
    /// # use collective::algorithm::Algorithm;
    /// assert_eq!(Algorithm::from_name("bruck"), Some(Algorithm::Bruck));
    /// ```
    pub fn from_name(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// The algorithms that `collective` knows, its default first.
    ///
    /// ```
    /// # use collective::{Collective, algorithm::Algorithm};
    /// assert_eq!(Algorithm::of(Collective::Gather), [Algorithm::Flat, Algorithm::Binomial]);
    /// ```
    pub fn of(collective: Collective) -> &'static [Algorithm] {
        use Algorithm::*;
        match collective {
            Collective::Send | Collective::Recv => &[PointToPoint],
            Collective::Broadcast => &[Binomial, Flat, Chain, ScatterAllGather],
            Collective::Scatter | Collective::Gather | Collective::Reduce => &[Flat, Binomial],
            Collective::AllGather => &[Direct, Ring, RecursiveDoubling, Bruck],
            Collective::ReduceScatter => &[Direct, Ring, RecursiveHalving, Gloo],
            Collective::AllReduce => &[
                Direct,
                Ring,
                RecursiveDoubling,
                HalvingDoubling,
                Binomial,
                DoubleTree,
                Flat,
                Gloo,
            ],
            Collective::AllToAll => &[Direct, Pairwise, Bruck],
            Collective::Barrier => &[Dissemination, Binomial],
            Collective::MonitoredBarrier => &[Flat],
            Collective::NewGroup => &[Neighbour],
        }
    }
}
