use serde::{Deserialize, Serialize};

use super::Value;
use crate::lesson::Lesson;

/// One assertion, evaluated on one rank.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Where it stands.
    pub lesson: Lesson,
    /// What it is called; unique in its lesson.
    pub name: String,
    /// Who evaluated it.
    pub rank: usize,
    /// Whether it held.
    pub passed: bool,
    /// What should be, in closed form or from the rank's own inputs.
    pub expected: Value,
    /// What was.
    pub actual: Value,
    /// Line of the program's source.
    pub line: u32,
}
