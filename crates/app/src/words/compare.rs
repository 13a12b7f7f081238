/// Two runs side by side.
pub struct CompareWords {
    /// What there is to do while there is one run only.
    pub hint: &'static str,
    /// Keeps the run on display.
    pub keep: &'static str,
    /// Lets go of the kept run.
    pub forget: &'static str,
    /// The heading of the settings that differ.
    pub differences: &'static str,
    /// No setting differs.
    pub same: &'static str,
    /// The latest run.
    pub this: &'static str,
    /// The kept run.
    pub kept: &'static str,
    /// The kept run does not have the lesson on display.
    pub not_there: &'static str,
    /// A field that says nothing.
    pub derived: &'static str,
}
