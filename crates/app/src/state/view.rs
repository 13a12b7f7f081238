/// How the page looks at a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// What every rank holds in the end.
    #[default]
    Result,
    /// What every rank did, at a cursor.
    Replay,
    /// The program, and where every rank stands in it at a cursor.
    Code,
    /// Who sent how much to whom.
    Traffic,
    /// Beside another run.
    Compare,
}

impl View {
    /// All of them.
    pub const ALL: [View; 5] =
        [View::Result, View::Replay, View::Code, View::Traffic, View::Compare];

    /// Its name in addresses.
    pub fn id(self) -> &'static str {
        match self {
            View::Result => "result",
            View::Replay => "replay",
            View::Code => "code",
            View::Traffic => "traffic",
            View::Compare => "compare",
        }
    }

    /// Whether it follows a cursor through the run.
    pub fn plays(self) -> bool {
        matches!(self, View::Replay | View::Code | View::Compare)
    }

    /// The view of that name.
    pub fn from_id(id: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.id() == id)
    }
}
