/// A program given as data that cannot be run, and where it says so: `calls[3].dst`, `ranks[1][0]`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct ProgramError {
    /// The place, from the program's outermost object on; `program` for the whole.
    pub place: String,
    /// What is wrong there, and what is allowed.
    pub what: String,
}

impl ProgramError {
    /// The error's kind: stable, for programs and for translations.
    pub const CODE: &'static str = "invalid_program";

    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into() }
    }
}
