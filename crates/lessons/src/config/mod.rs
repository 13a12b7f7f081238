//! What a run is asked for, and the one place where that is checked.

mod allowed;
mod error;
mod parse;
mod part;
mod raw;
mod seed;
mod serialize;

pub use allowed::{Allowed, Listed};
pub use error::SettingError;
pub use part::Part;
pub use raw::Raw;
pub use seed::Seed;

use collective::Settings;

use crate::lesson::Lesson;
use crate::program::Outline;

/// Ranks a run may have.
pub const MAX_WORLD_SIZE: usize = 64;
/// The largest feature size, and the most tokens of a rank.
pub const MAX_SIZE: usize = 4096;
/// The most elements that all ranks' padded token buffers may have together: `world_size² · tokens · features`.
pub const MAX_ELEMENTS: usize = 1 << 22;

/// Where router seeds come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RouterSeeds {
    /// Rank `r` draws from base + `r`.
    Base(Seed),
    /// Each rank has its own.
    Each(Vec<Seed>),
}

/// Routers that are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    /// Every token goes to rank 0.
    AllToOne,
    /// Rank 1 has no token; the others draw their routers.
    OneEmpty,
    /// Token `i` of rank `r` goes to rank `(r + i) mod W`.
    Balanced,
}

impl Preset {
    /// All of them.
    pub const ALL: [Preset; 3] = [Preset::AllToOne, Preset::OneEmpty, Preset::Balanced];

    /// Its name in settings.
    pub fn id(self) -> &'static str {
        match self {
            Preset::AllToOne => "all_to_one",
            Preset::OneEmpty => "one_empty",
            Preset::Balanced => "balanced",
        }
    }
}

/// How many tokens each rank starts with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tokens {
    /// The same on every rank.
    Same(usize),
    /// By rank.
    Each(Vec<usize>),
}

/// A run's settings, valid by construction: [`Config::from_settings`] is the only way to change them.
///
/// Reports have it as [`Config::document`], and each rank is given its [`Part`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    lessons: Vec<Lesson>,
    world_size: usize,
    tp: Option<usize>,
    router_seeds: RouterSeeds,
    data_seed: Seed,
    init_seed: Seed,
    n_tok: Tokens,
    d: usize,
    preset: Option<Preset>,
    router: Option<Vec<Vec<usize>>>,
    program: Option<String>,
}

impl Default for Config {
    /// The article's run: four ranks, router seeds from 100, data seeds from 1000.
    fn default() -> Self {
        let seed = |value| Seed::new(value).unwrap_or(Seed::MAX);
        Self {
            lessons: Lesson::SIX.to_vec(),
            world_size: 4,
            tp: None,
            router_seeds: RouterSeeds::Base(seed(100)),
            data_seed: seed(1000),
            init_seed: seed(0),
            n_tok: Tokens::Same(2),
            d: 2,
            preset: None,
            router: None,
            program: None,
        }
    }
}

impl Config {
    /// The lessons to run, in order.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Whether all of them are of the six.
    pub fn is_of_six(&self) -> bool {
        self.lessons.iter().all(|lesson| lesson.is_of_six())
    }

    /// Ranks.
    pub fn world_size(&self) -> usize {
        self.world_size
    }

    /// Ranks in a tensor-parallel group: as set, else 2 where that divides the world size, else 1.
    pub fn tp(&self) -> usize {
        self.tp.unwrap_or(if self.world_size.is_multiple_of(2) { 2 } else { 1 })
    }

    /// Where router seeds come from.
    pub fn router_seeds(&self) -> &RouterSeeds {
        &self.router_seeds
    }

    /// The seed that rank `rank` draws its tokens and router from.
    pub fn router_seed(&self, rank: usize) -> Seed {
        match &self.router_seeds {
            RouterSeeds::Base(base) => base.plus(rank).unwrap_or(Seed::MAX),
            RouterSeeds::Each(seeds) => seeds.get(rank).copied().unwrap_or(Seed::MAX),
        }
    }

    /// The seed that rank `rank` draws its training data from.
    pub fn data_seed(&self, rank: usize) -> Seed {
        self.data_seed.plus(rank).unwrap_or(Seed::MAX)
    }

    /// The seed of the parameters, the same on every rank.
    pub fn init_seed(&self) -> Seed {
        self.init_seed
    }

    /// The token counts as set.
    pub fn tokens(&self) -> &Tokens {
        &self.n_tok
    }

    /// How many tokens rank `rank` starts with.
    pub fn n_tok(&self, rank: usize) -> usize {
        if self.preset == Some(Preset::OneEmpty) && rank == 1 {
            return 0;
        }
        match &self.n_tok {
            Tokens::Same(count) => *count,
            Tokens::Each(counts) => counts.get(rank).copied().unwrap_or(0),
        }
    }

    /// Features of a token.
    pub fn d(&self) -> usize {
        self.d
    }

    /// The preset router, if one is set.
    pub fn preset(&self) -> Option<Preset> {
        self.preset
    }

    /// The router given as a table, by rank: each token's destination.
    pub fn router(&self) -> Option<&[Vec<usize>]> {
        self.router.as_deref()
    }

    /// The program that is run instead of lessons, as it was given: JSON, or what should be JSON.
    pub fn program(&self) -> Option<&str> {
        self.program.as_deref()
    }

    /// The world size that a program's text says, if it says one.
    pub fn world_size_of(program: &str) -> Option<usize> {
        Outline::of(program).world_size
    }

    /// How every rank behaves: as a program says, else as usual.
    pub fn run_settings(&self) -> Settings {
        let mut settings = Settings::default();
        if let Some(program) = &self.program {
            let outline = Outline::of(program);
            settings.eager_limit = outline.eager_limit.unwrap_or(settings.eager_limit);
            settings.timeout =
                outline.timeout_ms.map(|ms| f64::from(ms) * 1e3).or(settings.timeout);
        }
        settings
    }

    /// Where rank `rank`'s tokens go when they are not drawn.
    pub fn fixed_router(&self, rank: usize) -> Option<Vec<usize>> {
        if let Some(table) = &self.router {
            return table.get(rank).cloned();
        }
        let tokens = 0..self.n_tok(rank);
        match self.preset? {
            Preset::AllToOne => Some(tokens.map(|_| 0).collect()),
            Preset::Balanced => Some(tokens.map(|i| (rank + i) % self.world_size).collect()),
            Preset::OneEmpty => None,
        }
    }
}
