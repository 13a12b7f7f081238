use serde::{Deserialize, Serialize};

use super::{Config, Seed};
use crate::lesson::Lesson;

/// What one rank is asked for: the settings, worked out for it. Its serde form is what ranks are started with; it names
/// no choices that a rank would have to tell apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    rank: usize,
    world_size: usize,
    lessons: Vec<Lesson>,
    tp: usize,
    router_seed: u64,
    data_seed: u64,
    init_seed: u64,
    n_tok: usize,
    most_tokens: usize,
    d: usize,
    router: Option<Vec<i64>>,
}

impl Config {
    /// What rank `rank` is asked for.
    pub fn part(&self, rank: usize) -> Part {
        // Two's complement: a negative seed stands for itself modulo 2^64.
        let bits = |seed: Seed| seed.value() as u64;
        let destinations =
            |tokens: Vec<usize>| tokens.into_iter().map(|rank| rank as i64).collect();
        Part {
            rank,
            world_size: self.world_size(),
            lessons: self.lessons().to_vec(),
            tp: self.tp(),
            router_seed: bits(self.router_seed(rank)),
            data_seed: bits(self.data_seed(rank)),
            init_seed: bits(self.init_seed()),
            n_tok: self.n_tok(rank),
            most_tokens: (0..self.world_size()).map(|rank| self.n_tok(rank)).max().unwrap_or(0),
            d: self.d(),
            router: self.fixed_router(rank).map(destinations),
        }
    }

    /// What every rank is asked for, by rank.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        (0..self.world_size()).map(|rank| self.part(rank))
    }
}

impl Part {
    /// Whether it is for rank `rank` in a world of `world_size`.
    pub fn is_for(&self, rank: usize, world_size: usize) -> bool {
        (self.rank, self.world_size) == (rank, world_size)
    }

    /// The lessons to run, in order.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Ranks in a tensor-parallel group.
    pub fn tp(&self) -> usize {
        self.tp
    }

    /// The seed that the rank draws its tokens and router from.
    pub fn router_seed(&self) -> i128 {
        self.router_seed.into()
    }

    /// The seed that the rank draws its training data from.
    pub fn data_seed(&self) -> i128 {
        self.data_seed.into()
    }

    /// The seed that rank `peer` draws its training data from: they are counted from rank to rank.
    pub fn peer_data_seed(&self, peer: usize) -> i128 {
        let of_first = self.data_seed.wrapping_sub(self.rank as u64);
        of_first.wrapping_add(peer as u64).into()
    }

    /// The seed of the parameters, the same on every rank.
    pub fn init_seed(&self) -> i128 {
        self.init_seed.into()
    }

    /// How many tokens the rank starts with.
    pub fn n_tok(&self) -> usize {
        self.n_tok
    }

    /// How many tokens the rank with the most of them starts with.
    pub fn most_tokens(&self) -> usize {
        self.most_tokens
    }

    /// Features of a token.
    pub fn d(&self) -> usize {
        self.d
    }

    /// Where the rank's tokens go when that is not drawn.
    pub fn router(&self) -> Option<&[i64]> {
        self.router.as_deref()
    }
}
