/// How the page looks at a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// What every rank holds in the end.
    #[default]
    Result,
    /// What every rank did, at a cursor.
    Replay,
    /// Who sent how much to whom.
    Traffic,
}

impl View {
    /// All of them.
    pub const ALL: [View; 3] = [View::Result, View::Replay, View::Traffic];

    /// Its name in addresses.
    pub fn id(self) -> &'static str {
        match self {
            View::Result => "result",
            View::Replay => "replay",
            View::Traffic => "traffic",
        }
    }

    /// The view of that name.
    pub fn from_id(id: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.id() == id)
    }
}
