use std::fmt;

/// A seed of torch's generators: −2^63 to 2^64 − 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(i128);

impl Seed {
    /// The smallest.
    pub const MIN: Seed = Seed(-(1 << 63));
    /// The largest.
    pub const MAX: Seed = Seed((1 << 64) - 1);

    /// `value` as a seed, if it is one.
    pub fn new(value: i128) -> Option<Seed> {
        (Self::MIN.0..=Self::MAX.0).contains(&value).then_some(Seed(value))
    }

    /// The seed's number.
    pub fn value(self) -> i128 {
        self.0
    }

    /// The seed of rank `rank`, counted from this one.
    pub fn plus(self, rank: usize) -> Option<Seed> {
        Seed::new(self.0 + rank as i128)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
