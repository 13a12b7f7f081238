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

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [rank, of] = [self.rank.to_string(), self.figure("world_size")];
        let figure = |name: &str| self.figure(name);
        match self.lesson {
            Lesson::SendRecv => write!(
                f,
                "stage {rank} of {of}: activation from upstream {}, gradient from downstream {}",
                figure("from_upstream"),
                figure("from_downstream")
            ),
            Lesson::Root => write!(
                f,
                "rank {rank}: broadcast {}, scatter {}, gather {}, reduce {}: all as they should be",
                figure("broadcast_out"),
                figure("scatter_out"),
                figure("gather_out"),
                figure("reduce_out")
            ),
            Lesson::AllMembers => write!(
                f,
                "rank {rank} holds the shard {} after reduce-scatter; gathering the shards equals one all-reduce",
                figure("shard")
            ),
            Lesson::Moe => write!(
                f,
                "rank {rank} routes its tokens to {}, so it sends {} tokens to each rank; after dispatch, expert and \
                 combine every token is home, times ten",
                figure("router"),
                figure("counts")
            ),
            Lesson::Groups => write!(
                f,
                "rank {rank} sums {} in its tensor-parallel group {} and {} in its data-parallel group {}",
                figure("tp_sum"),
                figure("tp_ranks"),
                figure("dp_sum"),
                figure("dp_ranks")
            ),
            Lesson::DdpZero2 => write!(
                f,
                "of {} parameters DDP keeps {} gradient elements on each rank (a one-slot optimizer would hold {} \
                 more), ZeRO-2 keeps {} ({} more); both update alike, and the ranks together sent {} and {} bytes",
                figure("parameters"),
                figure("ddp_live"),
                figure("ddp_live"),
                figure("per_rank"),
                figure("per_rank"),
                figure("ddp_bytes"),
                figure("zero2_bytes")
            ),
        }
    }
}
