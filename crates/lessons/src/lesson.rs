use serde::{Deserialize, Serialize};

/// The six lessons, in the order in which they run, and what is no lesson. A rank that runs several lessons runs them in
/// one program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lesson {
    /// Pipeline neighbours: activations to the right, gradients to the left.
    SendRecv,
    /// Broadcast, scatter, gather, reduce.
    Root,
    /// All-gather, reduce-scatter, all-reduce.
    AllMembers,
    /// Mixture of experts: tokens to their experts and home again by all-to-all.
    Moe,
    /// Tensor-parallel and data-parallel groups over the same ranks.
    Groups,
    /// Data parallelism with a replicated gradient, and with a sharded one.
    DdpZero2,
    /// No lesson: a program that was given as data.
    Program,
}

impl Lesson {
    /// The six, in order.
    pub const ALL: [Lesson; 6] = [
        Lesson::SendRecv,
        Lesson::Root,
        Lesson::AllMembers,
        Lesson::Moe,
        Lesson::Groups,
        Lesson::DdpZero2,
    ];

    /// Its name in settings, reports and addresses.
    pub fn id(self) -> &'static str {
        match self {
            Lesson::SendRecv => "send_recv",
            Lesson::Root => "root",
            Lesson::AllMembers => "all_members",
            Lesson::Moe => "moe",
            Lesson::Groups => "groups",
            Lesson::DdpZero2 => "ddp_zero2",
            Lesson::Program => "program",
        }
    }

    /// The one of the six lessons that has that name.
    pub fn from_id(id: &str) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| lesson.id() == id)
    }
}
