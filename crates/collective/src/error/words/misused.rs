//! About rules that torch has for some call or other.

use std::fmt::{self, Formatter};

use tensor::text::Text;

use crate::error::Misuse;

pub(in crate::error) fn misused(call: &Text, rule: &Misuse, f: &mut Formatter<'_>) -> fmt::Result {
    let (torch, advice) = match (*rule, *call) {
        (Misuse::NotContiguous, "all_to_all") => {
            ("Tensors must be contiguous", "Give contiguous copies")
        }
        (Misuse::NotContiguous, _) => {
            ("input tensor has to be contiguous", "Give a contiguous copy")
        }
        (Misuse::NegativeSplit, _) => {
            ("Split sizes must be non-negative", "Give zero where nothing goes")
        }
        (Misuse::EmptyBatch, _) => ("list index out of range", "Give at least one operation"),
        (Misuse::MixedGroups, _) => {
            ("All ops need to use the same group", "Make one batch for each group")
        }
        (Misuse::NotPointToPoint, _) => (
            "Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``",
            "Call collectives by themselves",
        ),
        (Misuse::GlobalAndGroupRank, _) => {
            ("Can't specify both group_rank and global_rank", "Give one of the two")
        }
        (Misuse::NotEmulated, "reduce") => (
            "What gloo leaves of an average, or of a view that ends behind its memory, is not known",
            "Take the sum, of a contiguous tensor, or leave emulate out",
        ),
        (Misuse::NotEmulated, _) => (
            "What gloo makes of a tensor that is not contiguous is not known here",
            "Give a contiguous copy, or leave emulate out",
        ),
    };
    write!(f, "{torch}. {advice} ({call}).")
}
