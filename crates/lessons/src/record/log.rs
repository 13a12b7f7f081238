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
    /// The figures that are no tensors, with `between` between them, each behind its name in words that `figures` has, else
    /// as it is.
    pub fn listed(&self, between: &str, figures: &[(&str, &str)]) -> String {
        let told = self.figures.iter().filter(|(name, value)| {
            name != "world_size" && !matches!(value, Value::Tensor(..) | Value::None)
        });
        let told = told.map(|(name, value)| {
            let words = figures.iter().find(|(known, _)| known == name);
            words.map_or(name.as_str(), |(_, words)| words).to_owned() + " " + &value.to_string()
        });
        told.collect::<Vec<_>>().join(between)
    }
}

/// The further lessons' figures, by name.
const FIGURES: &[(&str, &str)] = &[
    ("all_dropped", "dropped in all"),
    ("all_tokens", "tokens in all"),
    ("cap", "room in a part"),
    ("capacity", "room in a part"),
    ("checkpoint_bytes", "bytes in the checkpoint"),
    ("columns", "columns of the matrix"),
    ("coordinate", "place in the mesh"),
    ("cube_coordinate", "with stages"),
    ("dp_ranks", "ranks along dp"),
    ("dropped_here", "dropped here"),
    ("exact", "exact sum"),
    ("gathered", "parameters gathered to compute"),
    ("halves_bytes", "bytes in two halves"),
    ("handed_on_to", "ranks handed on to"),
    ("held", "elements held under DDP, ZeRO-1, 2, 3"),
    ("held_elements", "elements held at most"),
    ("idle_by_formula", "by formula idle for the time of"),
    ("in_rank_order", "sum in rank order"),
    ("kept", "parameters kept"),
    ("largest", "largest part here"),
    ("most_held", "activations held at most"),
    ("own_tokens", "tokens here"),
    ("padded_bytes", "bytes with padding"),
    ("padding_bytes", "bytes of padding"),
    ("ragged_bytes", "bytes in true sizes"),
    ("ring_differs", "elements of the ring's sum that differ from that"),
    ("rows", "rows of the matrix"),
    ("sent", "bytes sent under each"),
    ("sent_bytes", "bytes sent"),
    ("sequence_elements", "elements of the whole sequence"),
    ("shard", "elements of a shard"),
    ("shard_elements", "elements of a shard"),
    ("steps", "steps of the tree"),
    ("tp", "ranks in the group"),
    ("tp_ranks", "ranks along tp"),
    ("tp_size", "length along tp"),
    ("weights_held", "weights held"),
    ("whole_bytes", "bytes of the all-reduce"),
];

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
            // The further lessons list theirs.
            _ => write!(f, "rank {rank}: {}; {verdict}", self.listed(", ", FIGURES)),
        }
    }
}
