use lessons::{Lesson, LogLine};

/// A lesson's line, with its figures.
pub(super) fn line(line: &LogLine) -> String {
    let (rank, figure) = (line.rank, |name: &str| line.figure(name));
    let verdict = if line.passed { "符合预期" } else { "不符合预期" };
    match line.lesson {
        Lesson::Program => figure("text"),
        Lesson::SendRecv => format!(
            "第 {rank} 级（共 {} 级）：上游来的激活 {}，下游来的梯度 {}；{verdict}",
            figure("world_size"),
            figure("from_upstream"),
            figure("from_downstream")
        ),
        Lesson::Root => format!(
            "rank {rank}：broadcast {}，scatter {}，gather {}，reduce {}；{verdict}",
            figure("broadcast_out"),
            figure("scatter_out"),
            figure("gather_out"),
            figure("reduce_out")
        ),
        Lesson::AllMembers => format!(
            "rank {rank}：reduce-scatter 后的分片 {}，all-gather 后 {}，直接 all-reduce 得 {}；{verdict}",
            figure("shard"),
            figure("gathered"),
            figure("all_reduced")
        ),
        Lesson::Moe => format!(
            "rank {rank}：token 的去向 {}，所以发往各 rank {} 个，从各 rank 收到 {} 个，补齐到 {} 个；乘以十回到原处：{verdict}",
            figure("router"),
            figure("counts"),
            figure("in_counts"),
            figure("capacity")
        ),
        Lesson::Groups => format!(
            "rank {rank}：同一个张量，在张量并行组 {} 里求和得 {}，在数据并行组 {} 里求和得 {}；{verdict}",
            figure("tp_ranks"),
            figure("tp_sum"),
            figure("dp_ranks"),
            figure("dp_sum")
        ),
        Lesson::DdpZero2 => format!(
            "{} 个参数：DDP 每个 rank 留 {} 个梯度元素，ZeRO-2 留 {} 个（这里是普通 SGD；每个参数记一个状态的优化器会再占同样多）；\
             全体分别发送了 {} 和 {} 字节，其中补齐 {} 字节；两者更新一致：{verdict}",
            figure("parameters"),
            figure("ddp_live"),
            figure("per_rank"),
            figure("ddp_bytes"),
            figure("zero2_bytes"),
            figure("padding_bytes")
        ),
        // 其余各课：数字各有名字。
        _ => format!("rank {rank}：{}；{verdict}", line.listed("，")),
    }
}
