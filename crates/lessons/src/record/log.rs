use std::fmt;

use serde::{Deserialize, Serialize};

use super::Value;
use crate::lesson::Lesson;

/// Something a program said: a lesson's line and the figures in it. The words are the reader's language's business;
/// `Display` has them in English.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// Which lesson's line.
    pub lesson: Lesson,
    /// Who said it.
    pub rank: usize,
    /// Whether every check of the lesson held on that rank.
    pub passed: bool,
    /// The figures, by name.
    pub figures: Vec<(String, Value)>,
}

impl LogLine {
    /// A figure, as text.
    pub fn figure(&self, name: &str) -> String {
        let found = self.figures.iter().find(|(known, _)| known == name);
        found.map_or_else(String::new, |(_, value)| value.to_string())
    }
}

impl LogLine {
    /// The figures that are no tensors, each behind its name, with `between` between them.
    pub fn listed(&self, between: &str) -> String {
        let told = self.figures.iter().filter(|(name, value)| {
            name != "world_size" && !matches!(value, Value::Tensor(..) | Value::None)
        });
        let told = told.map(|(name, value)| name.replace('_', " ") + " " + &value.to_string());
        told.collect::<Vec<_>>().join(between)
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, figure) = (self.rank, |name: &str| self.figure(name));
        let verdict = if self.passed { "as it should be" } else { "NOT as it should be" };
        match self.lesson {
            Lesson::SendRecv => write!(
                f,
                "stage {rank} of {}: activation from upstream {}, gradient from downstream {}; {verdict}",
                figure("world_size"),
                figure("from_upstream"),
                figure("from_downstream")
            ),
            Lesson::Root => write!(
                f,
                "rank {rank}: broadcast {}, scatter {}, gather {}, reduce {}; {verdict}",
                figure("broadcast_out"),
                figure("scatter_out"),
                figure("gather_out"),
                figure("reduce_out")
            ),
            Lesson::AllMembers => write!(
                f,
                "rank {rank}: shard {} after reduce-scatter, {} after all-gather, {} after one all-reduce; {verdict}",
                figure("shard"),
                figure("gathered"),
                figure("all_reduced")
            ),
            Lesson::Moe => write!(
                f,
                "rank {rank}: tokens routed to {}, so {} sent to each rank and {} received, padded to {}; \
                 home again times ten: {verdict}",
                figure("router"),
                figure("counts"),
                figure("in_counts"),
                figure("capacity")
            ),
            Lesson::Groups => write!(
                f,
                "rank {rank}: the same tensor sums to {} over tensor-parallel ranks {} and to {} over data-parallel \
                 ranks {}; {verdict}",
                figure("tp_sum"),
                figure("tp_ranks"),
                figure("dp_sum"),
                figure("dp_ranks")
            ),
            Lesson::Program => f.write_str(&figure("text")),
            Lesson::DdpZero2 => write!(
                f,
                "of {} parameters each rank keeps {} gradient elements under DDP and {} under ZeRO-2 (an optimizer \
                 with one slot, which plain SGD has not, would hold as many again); all ranks sent {} and {} bytes, \
                 {} of them padding; same update: {verdict}",
                figure("parameters"),
                figure("ddp_live"),
                figure("per_rank"),
                figure("ddp_bytes"),
                figure("zero2_bytes"),
                figure("padding_bytes")
            ),
            // The further lessons' figures go by their names.
            _ => write!(f, "rank {rank}: {}; {verdict}", self.listed(", ")),
        }
    }
}
