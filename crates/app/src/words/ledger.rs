/// What calls cost and ranks hold.
pub struct LedgerWords {
    /// The heading of the costs.
    pub costs: &'static str,
    /// What is compared, and what the letters mean.
    pub costs_note: &'static str,
    /// Columns: call, calls, ranks, elements of a part, bytes of an element, formula, bytes by formula, bytes as measured,
    /// verdict.
    pub cost_columns: [&'static str; 9],
    /// Formula and measurement are the same.
    pub agrees: &'static str,
    /// They are not.
    pub differs: &'static str,
    /// There is no closed form.
    pub no_formula: &'static str,
    /// The column of what a rank holds.
    pub resident: &'static str,
    /// What is counted as held.
    pub resident_note: &'static str,
    /// The heading of the comparison.
    pub compare: &'static str,
    /// Columns: what, DDP, ZeRO-2, verdict.
    pub compare_columns: [&'static str; 4],
    /// Bytes that all ranks sent.
    pub sent: &'static str,
    /// The same by formula.
    pub by_formula: &'static str,
    /// The part of it that is padding.
    pub padding: &'static str,
    /// Bytes of gradient that a rank holds at the update.
    pub gradient: &'static str,
    /// What an optimizer with one slot would hold.
    pub optimizer: &'static str,
}
