use serde::{Deserialize, Serialize};

/// One message between two ranks that count it differently: a cell of the table of who sends how much to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// The global rank that sends.
    pub from: usize,
    /// The global rank that receives; a rank may be both.
    pub to: usize,
    /// Elements that are sent.
    pub sent: usize,
    /// Elements that the receiver has room for.
    pub expected: usize,
}
