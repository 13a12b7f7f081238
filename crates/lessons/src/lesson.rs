use serde::{Deserialize, Serialize};

/// What can be run: the six lessons, in the order in which they run; a program given as data; and the further lessons. A
/// rank that runs several lessons runs them in one program.
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
    /// A pipeline's stages as layers: forward, then backward, with the gradients that one machine would get.
    Pipeline,
    /// One rank reads a checkpoint, the others get it by broadcast.
    Checkpoint,
    /// The mean loss of all tokens, on one rank.
    LossReduce,
    /// Scatter, and gather as its inverse.
    ScatterGather,
    /// Parameters gathered to compute, gradients reduce-scattered to their mean.
    Fsdp,
    /// All-reduce in its two halves, byte for byte.
    RsAg,
    /// All-to-all as the transpose of a matrix of blocks.
    Transpose,
    /// Experts with a capacity that all ranks agree on.
    Capacity,
    /// Tokens to their experts in true sizes, beside padded ones.
    Ragged,
    /// The groups of a mesh with named dimensions.
    TpGroups,
    /// Why the same sum differs in the order in which it is added up.
    FoldOrder,
    /// One forward, one backward: a pipeline that holds few activations.
    OneFOneB,
    /// What ZeRO's three stages hold and send.
    ZeroStages,
    /// A linear layer split by columns, the next by rows.
    TpLinear,
    /// Attention over a sequence that no rank holds as a whole.
    RingAttention,
    /// Two experts for each token, and tokens that find no room.
    Top2,
}

impl Lesson {
    /// The six, in order.
    pub const SIX: [Lesson; 6] = [
        Lesson::SendRecv,
        Lesson::Root,
        Lesson::AllMembers,
        Lesson::Moe,
        Lesson::Groups,
        Lesson::DdpZero2,
    ];

    /// The further lessons, in order. They have a worker of their own.
    pub const FURTHER: &[Lesson] = &[
        Lesson::Pipeline,
        Lesson::Checkpoint,
        Lesson::LossReduce,
        Lesson::ScatterGather,
        Lesson::Fsdp,
        Lesson::RsAg,
        Lesson::Transpose,
        Lesson::Capacity,
        Lesson::Ragged,
        Lesson::TpGroups,
        Lesson::FoldOrder,
        Lesson::OneFOneB,
        Lesson::ZeroStages,
        Lesson::TpLinear,
        Lesson::RingAttention,
        Lesson::Top2,
    ];

    /// All lessons, the six first.
    pub fn every() -> impl Iterator<Item = Lesson> {
        Lesson::SIX.into_iter().chain(Lesson::FURTHER.iter().copied())
    }

    /// Whether it is one of the six.
    pub fn is_of_six(self) -> bool {
        self < Lesson::Program
    }

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
            Lesson::Pipeline => "pipeline",
            Lesson::Checkpoint => "checkpoint",
            Lesson::LossReduce => "loss_reduce",
            Lesson::ScatterGather => "scatter_gather",
            Lesson::Fsdp => "fsdp",
            Lesson::RsAg => "rs_ag",
            Lesson::Transpose => "transpose",
            Lesson::Capacity => "moe_capacity",
            Lesson::Ragged => "moe_ragged",
            Lesson::TpGroups => "tp_groups",
            Lesson::FoldOrder => "fold_order",
            Lesson::OneFOneB => "one_f_one_b",
            Lesson::ZeroStages => "zero_stages",
            Lesson::TpLinear => "tp_linear",
            Lesson::RingAttention => "ring_attention",
            Lesson::Top2 => "moe_top2",
        }
    }

    /// The lesson that has that name.
    pub fn from_id(id: &str) -> Option<Lesson> {
        Lesson::every().find(|lesson| lesson.id() == id)
    }
}
