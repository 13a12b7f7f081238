/// A curve's name, and the size up to which it is the lowest, if it ends.
pub type Lowest = (String, Option<String>);

/// How long collectives would take.
pub struct ForecastWords {
    /// The heading.
    pub heading: &'static str,
    /// What is predicted, and how.
    pub note: &'static str,
    /// The fields: collective, ranks, link.
    pub fields: [&'static str; 3],
    /// As many ranks as the fields of the run ask for.
    pub of_run: fn(usize) -> String,
    /// One rank needs no link.
    pub alone: &'static str,
    /// The link between ranks on this machine.
    pub measured: &'static str,
    /// Measures it.
    pub measure: &'static str,
    /// It is being measured.
    pub measuring: &'static str,
    /// It has not been measured yet.
    pub not_measured: &'static str,
    /// A run is under way.
    pub busy: &'static str,
    /// Its times fit no link.
    pub unclear: &'static str,
    /// What it was measured with: the transport.
    pub measured_with: fn(fabric::TransportKind) -> &'static str,
    /// Where α and γ of links by name come from.
    pub assumed: &'static str,
    /// A link's figures: α, 1/β, γ for a GB.
    pub figures: fn(&str, &str, &str) -> String,
    /// Which curves are the lowest, each up to which size.
    pub lowest: fn(&[Lowest]) -> String,
    /// Time against size.
    pub time: &'static str,
    /// Bus bandwidth.
    pub busbw: &'static str,
    /// The column of sizes.
    pub size: &'static str,
    /// The fold with the table.
    pub table: &'static str,
}
