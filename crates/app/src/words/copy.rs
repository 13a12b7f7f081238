/// Copying tensors.
pub struct CopyWords {
    /// The button: which tensor, of which rank.
    pub button: fn(&str, usize) -> String,
    /// It is in the clipboard.
    pub copied: fn(&str) -> String,
    /// The browser has refused.
    pub refused: &'static str,
    /// There is no value at the cursor.
    pub nothing: &'static str,
    /// The trace has only the head of it.
    pub summarised: &'static str,
}
