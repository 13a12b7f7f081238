/// The program.
pub struct CodeWords {
    /// Its heading.
    pub heading: &'static str,
    /// What one can do with its lines.
    pub hint: &'static str,
    /// The choice of its language.
    pub language: &'static str,
    /// The list of its lines.
    pub lines: &'static str,
    /// Which ranks stand at which line.
    pub standing: fn(&[(u32, String)]) -> String,
}
