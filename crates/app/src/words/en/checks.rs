use lessons::Lesson;

/// What a check asserts.
pub(super) fn meaning(lesson: Lesson, name: &str) -> Option<&'static str> {
    Some(match (lesson, name) {
        (Lesson::SendRecv, "from_upstream") => {
            "the activation is the one the stage on the left sent"
        }
        (Lesson::SendRecv, "from_downstream") => {
            "the gradient is the one the stage on the right sent"
        }
        (Lesson::Root, "broadcast") => "every rank holds the root's tensor",
        (Lesson::Root, "scatter") => "rank r holds part r",
        (Lesson::Root, "gather") => "the root holds 0 to W − 1 in order",
        (Lesson::Root, "reduce") => "the root holds 0 + 1 + … + (W − 1)",
        (Lesson::AllMembers, "reduce_scatter") => "the shard is part r of the sum of all inputs",
        (Lesson::AllMembers, "all_gather") => "the shards together are the sum of all inputs",
        (Lesson::AllMembers, "all_reduce") => "one all-reduce gives the sum of all inputs",
        (Lesson::AllMembers, "ag_of_rs_equals_ar") => {
            "all-gather of reduce-scatter equals all-reduce, bit for bit"
        }
        (Lesson::Moe, "tokens_home_times_ten") => "every token is home, times ten, in its own row",
        (Lesson::Groups, "tp_sum") => "the sum of the ranks in this rank's row",
        (Lesson::Groups, "dp_sum") => "the sum of the ranks in this rank's column",
        (Lesson::DdpZero2, "zero2_equals_ddp") => "both ways lead to the same parameters",
        (Lesson::DdpZero2, "ddp_rank_bytes") => {
            "bytes this rank sent for DDP, counted at the transport"
        }
        (Lesson::DdpZero2, "zero2_rank_bytes") => {
            "bytes this rank sent for ZeRO-2, counted at the transport"
        }
        (Lesson::DdpZero2, "ddp_bytes") => "all ranks' bytes for DDP: 2 (W − 1) gradients",
        (Lesson::DdpZero2, "zero2_bytes") => {
            "all ranks' bytes for ZeRO-2: the same, and the padding"
        }
        (Lesson::DdpZero2, "bytes_differ_by_padding") => {
            "the two differ by the padding alone: 0 where W divides 64"
        }
        (Lesson::DdpZero2, "ddp_live_gradient") => "gradient elements a rank of DDP holds",
        (Lesson::DdpZero2, "zero2_live_gradient") => "gradient elements a rank of ZeRO-2 holds",
        _ => return None,
    })
}
