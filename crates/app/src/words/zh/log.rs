use lessons::{Lesson, LogLine};

/// The further lessons' figures, by name.
const FIGURES: &[(&str, &str)] = &[
    ("all_dropped", "全体丢掉"),
    ("all_tokens", "全体 token 数"),
    ("cap", "每块容量"),
    ("capacity", "每块容量"),
    ("checkpoint_bytes", "检查点字节数"),
    ("columns", "矩阵列数"),
    ("coordinate", "网格坐标"),
    ("cube_coordinate", "加上级的坐标"),
    ("dp_ranks", "沿 dp 的 rank"),
    ("dropped_here", "这里丢掉"),
    ("elements", "元素数"),
    ("exact", "精确的和"),
    ("gathered", "计算时拼齐的参数"),
    ("halves_bytes", "分两半的字节数"),
    ("handed_on_to", "转交的 rank 数"),
    ("held", "DDP、ZeRO-1、2、3 各留的元素数"),
    ("held_elements", "最多留的元素数"),
    ("idle_by_formula", "按公式闲着的微批次数"),
    ("in_rank_order", "按 rank 顺序的和"),
    ("kept", "留下的参数"),
    ("largest", "这里最大的一块"),
    ("microbatches", "微批次数"),
    ("most_held", "最多留的激活份数"),
    ("order", "次序"),
    ("own_tokens", "这里的 token 数"),
    ("padded_bytes", "补齐时的字节数"),
    ("padding_bytes", "补齐的字节数"),
    ("parameters", "参数"),
    ("ragged_bytes", "真实大小的字节数"),
    ("ring_differs", "环的和里与它不同的元素数"),
    ("rows", "矩阵行数"),
    ("sent", "各发送的字节数"),
    ("sent_bytes", "发送字节数"),
    ("sequence_elements", "整个序列的元素数"),
    ("shard", "一片的元素数"),
    ("shard_elements", "一片的元素数"),
    ("stage", "级"),
    ("stages", "级数"),
    ("steps", "树的步数"),
    ("tp", "组内 rank 数"),
    ("tp_ranks", "沿 tp 的 rank"),
    ("tp_size", "沿 tp 的长度"),
    ("weights_held", "留着的权重"),
    ("whole_bytes", "all-reduce 的字节数"),
];

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
        _ => format!("rank {rank}：{}；{verdict}", line.listed("，", FIGURES)),
    }
}
