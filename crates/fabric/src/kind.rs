/// How the frames of a run travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransportKind {
    /// Through rings in memory that all ranks share.
    Shared,
    /// Through a MessagePort for each pair of ranks that talk.
    Message,
}

impl TransportKind {
    /// Its name in settings and reports.
    pub fn id(self) -> &'static str {
        match self {
            TransportKind::Shared => "shared",
            TransportKind::Message => "message",
        }
    }
}
