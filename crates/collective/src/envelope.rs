use serde::{Deserialize, Serialize};

/// Where a message belongs. Two messages between the same pair of ranks are told apart by it alone, so the traffic
/// of two groups, of two operations or of two tags never crosses.
///
/// ```
/// # use collective::Envelope;
/// let first = Envelope { group: 0, op: 1, step: 0, tag: 0 };
/// assert!(first < Envelope { op: 2, ..first });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Envelope {
    /// The group's number, 0 for the world.
    pub group: u32,
    /// The operation's number in that group, from 1; 0 for point-to-point messages.
    pub op: u32,
    /// The step of the algorithm.
    pub step: u32,
    /// The tag of a point-to-point message; 0 inside collectives.
    pub tag: u32,
}
