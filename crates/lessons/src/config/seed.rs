use std::fmt;

use serde::{Deserialize, Serialize};

/// A seed of torch's generators: −2^63 to 2^64 − 1.
///
/// (In its compact form it is two's complement, and whether that is negative: 128 bits would be some code to read.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "(bool, u64)", from = "(bool, u64)")]
pub struct Seed(i128);

impl From<Seed> for (bool, u64) {
    fn from(Seed(value): Seed) -> Self {
        (value < 0, value as u64)
    }
}

impl From<(bool, u64)> for Seed {
    fn from((negative, bits): (bool, u64)) -> Self {
        Seed(if negative { i128::from(bits as i64) } else { i128::from(bits) })
    }
}

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
