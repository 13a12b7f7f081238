use lessons::Lesson;

/// What a check asserts.
pub(super) fn meaning(lesson: Lesson, name: &str) -> Option<&'static str> {
    Some(match (lesson, name) {
        (Lesson::SendRecv, "from_upstream") => "激活就是左边那一级发来的",
        (Lesson::SendRecv, "from_downstream") => "梯度就是右边那一级发来的",
        (Lesson::Root, "broadcast") => "每个 rank 都持有 root 的张量",
        (Lesson::Root, "scatter") => "rank r 持有第 r 份",
        (Lesson::Root, "gather") => "root 依次持有 0 到 W − 1",
        (Lesson::Root, "reduce") => "root 持有 0 + 1 + … + (W − 1)",
        (Lesson::AllMembers, "reduce_scatter") => "分片是所有输入之和的第 r 份",
        (Lesson::AllMembers, "all_gather") => "各分片拼起来就是所有输入之和",
        (Lesson::AllMembers, "all_reduce") => "一次 all-reduce 得到所有输入之和",
        (Lesson::AllMembers, "ag_of_rs_equals_ar") => {
            "先 reduce-scatter 再 all-gather，与 all-reduce 一位不差"
        }
        (Lesson::Moe, "tokens_home_times_ten") => "每个 token 都乘以十回到了自己那一行",
        (Lesson::Groups, "tp_sum") => "本行各 rank 之和",
        (Lesson::Groups, "dp_sum") => "本列各 rank 之和",
        (Lesson::DdpZero2, "zero2_equals_ddp") => "两条路得到同样的参数",
        (Lesson::DdpZero2, "ddp_rank_bytes") => "DDP 时这个 rank 发送的字节数，在传输层计数",
        (Lesson::DdpZero2, "zero2_rank_bytes") => "ZeRO-2 时这个 rank 发送的字节数，在传输层计数",
        (Lesson::DdpZero2, "ddp_bytes") => "DDP 时全体发送的字节数：2 (W − 1) 份梯度",
        (Lesson::DdpZero2, "zero2_bytes") => "ZeRO-2 时全体发送的字节数：一样多，再加补齐的部分",
        (Lesson::DdpZero2, "bytes_differ_by_padding") => "两者只差补齐的部分；W 能整除 64 时为 0",
        (Lesson::DdpZero2, "ddp_live_gradient") => "DDP 的一个 rank 持有的梯度元素个数",
        (Lesson::DdpZero2, "zero2_live_gradient") => "ZeRO-2 的一个 rank 持有的梯度元素个数",
        _ => return None,
    })
}
