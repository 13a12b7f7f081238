use std::fmt;

use super::Seed;

/// What a setting may be, as data; `Display` asks for it in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allowed {
    /// A whole number in a range, both ends included.
    WholeNumber {
        /// The smallest.
        least: usize,
        /// The largest.
        most: usize,
    },
    /// A seed to which each rank's number can be added.
    Seed {
        /// Ranks that draw from it; 1 if it is used as it is.
        ranks: usize,
    },
    /// A list with one entry for each rank.
    ListByRank {
        /// What it lists.
        of: Listed,
        /// How many.
        length: usize,
    },
    /// One of these names.
    OneOf(Vec<&'static str>),
    /// A divisor of the world size.
    Divisor {
        /// The world size.
        world_size: usize,
        /// Its divisors.
        divisors: Vec<usize>,
    },
    /// A router's row of limited length.
    RowUpTo {
        /// Tokens that a rank may have.
        most: usize,
    },
    /// A router's row as long as the token counts say.
    RowOf {
        /// Whose row.
        rank: usize,
        /// How many tokens that rank has.
        tokens: usize,
    },
    /// Tokens whose padded buffers fit into memory.
    FittingTokens {
        /// The world size.
        world_size: usize,
        /// The feature size.
        d: usize,
        /// The most that fit.
        most: usize,
    },
    /// A program as JSON.
    Program,
}

/// What a list has one of for each rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    /// Seeds.
    Seeds,
    /// Token counts.
    TokenCounts,
    /// Rows of the router: where each token goes.
    RouterRows,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::WholeNumber { least, most } => {
                write!(f, "give a whole number from {least} to {most}")
            }
            Allowed::Seed { ranks } => {
                let (least, most) = (Seed::MIN, Seed::MAX);
                write!(f, "give a whole number from {least} to {most}")?;
                match ranks.checked_sub(1) {
                    None | Some(0) => Ok(()),
                    Some(last) => {
                        write!(f, ", so that adding ranks 0 to {last} stays in it")
                    }
                }
            }
            Allowed::ListByRank { of, length } => {
                let of = match of {
                    Listed::Seeds => "seeds",
                    Listed::TokenCounts => "token counts",
                    Listed::RouterRows => "rows of destinations",
                };
                write!(f, "give a list of {length} {of}, one for each rank")
            }
            Allowed::OneOf(names) => {
                f.write_str("choose from ")?;
                let last = names.len().saturating_sub(1);
                for (index, name) in names.iter().enumerate() {
                    let before = match index {
                        0 => "",
                        _ if index == last => " and ",
                        _ => ", ",
                    };
                    write!(f, "{before}{name}")?;
                }
                Ok(())
            }
            Allowed::Divisor { world_size, divisors } => {
                write!(f, "with world_size = {world_size}, give one of ")?;
                for (index, divisor) in divisors.iter().enumerate() {
                    let before = if index == 0 { "" } else { ", " };
                    write!(f, "{before}{divisor}")?;
                }
                Ok(())
            }
            Allowed::Program => f.write_str("give a program as JSON text"),
            Allowed::RowUpTo { most } => write!(f, "give at most {most} tokens to a rank"),
            Allowed::RowOf { rank, tokens } => write!(
                f,
                "n_tok gives rank {rank} {tokens} tokens: make the two agree, or leave n_tok out"
            ),
            Allowed::FittingTokens { world_size, d, most: 0 } => write!(
                f,
                "with {world_size} ranks and d = {d} the padded buffers of a single token do not fit into memory: give a \
                 smaller d or world_size, or n_tok = 0"
            ),
            Allowed::FittingTokens { world_size, d, most } => write!(
                f,
                "with {world_size} ranks and d = {d}, give a rank at most {most} tokens, so that the padded buffers \
                 fit into memory"
            ),
        }
    }
}
