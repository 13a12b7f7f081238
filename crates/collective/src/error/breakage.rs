use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a transport could not send.
///
/// ```
/// # use collective::Breakage;
/// assert_eq!(Breakage::NoSuchRank.to_string(), "there is no such rank");
/// ```
///
/// (Not a text: ranks hand errors over as they are, and the page alone needs the words.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Breakage {
    Refused,
    NoSuchRank,
    NoRing,
    FrameTooLarge,
}

impl fmt::Display for Breakage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Breakage::Refused => "the browser refused a message",
            Breakage::NoSuchRank => "there is no such rank",
            Breakage::NoRing => "there is no ring to that rank",
            Breakage::FrameTooLarge => "a frame was larger than a frame may be",
        })
    }
}
