use lessons::Lesson;

/// 其余各课的标题和用到的操作；讲什么，写在各课的讲解里。
pub(super) fn lesson(lesson: Lesson) -> [&'static str; 2] {
    match lesson {
        Lesson::Pipeline => ["流水线：去程与回程", "send · recv"],
        Lesson::Checkpoint => ["一人读检查点，人人都有", "broadcast"],
        Lesson::LossReduce => ["平均损失", "reduce · broadcast"],
        Lesson::ScatterGather => ["scatter 与它的逆", "scatter · gather"],
        Lesson::Fsdp => ["FSDP", "all_gather · reduce_scatter(avg)"],
        Lesson::RsAg => ["all-reduce 的两半", "reduce_scatter · all_gather · all_reduce"],
        Lesson::Transpose => ["all-to-all 就是转置", "all_to_all · all_to_all_single"],
        Lesson::Capacity => ["容量一致的专家", "all_reduce(max) · all_to_all"],
        Lesson::Ragged => ["不补齐的专家", "带 split sizes 的 all_to_all"],
        Lesson::TpGroups => ["有名字的网格", "init_device_mesh · all_reduce"],
        Lesson::FoldOrder => ["相加的顺序", "五种算法的 all_reduce"],
        Lesson::OneFOneB => ["1F1B", "isend · recv"],
        Lesson::ZeroStages => ["ZeRO-1、2、3", "all_reduce · reduce_scatter · all_gather"],
        Lesson::TpLinear => ["先按列，再按行", "all_reduce"],
        Lesson::RingAttention => ["环形注意力", "batch_isend_irecv"],
        Lesson::Top2 => ["每个 token 两位专家", "带 split sizes 的 all_to_all"],
        // 六课和自编的程序另有文字。
        Lesson::SendRecv
        | Lesson::Root
        | Lesson::AllMembers
        | Lesson::Moe
        | Lesson::Groups
        | Lesson::DdpZero2
        | Lesson::Program => ["", ""],
    }
}
