use lessons::Lesson;

/// A further lesson's title, and the operations in it. What it shows stands in its explanation.
pub(super) fn lesson(lesson: Lesson) -> [&'static str; 2] {
    match lesson {
        Lesson::Pipeline => ["Pipeline, there and back", "send · recv"],
        Lesson::Checkpoint => ["A checkpoint for all", "broadcast"],
        Lesson::LossReduce => ["The mean loss", "reduce · broadcast"],
        Lesson::ScatterGather => ["Scatter and its inverse", "scatter · gather"],
        Lesson::Fsdp => ["FSDP", "all_gather · reduce_scatter(avg)"],
        Lesson::RsAg => ["All-reduce in two halves", "reduce_scatter · all_gather · all_reduce"],
        Lesson::Transpose => ["All-to-all is a transpose", "all_to_all · all_to_all_single"],
        Lesson::Capacity => ["Experts of one capacity", "all_reduce(max) · all_to_all"],
        Lesson::Ragged => ["Experts without padding", "all_to_all with split sizes"],
        Lesson::TpGroups => ["A mesh with names", "init_device_mesh · all_reduce"],
        Lesson::FoldOrder => ["The order of folding", "all_reduce by five algorithms"],
        Lesson::OneFOneB => ["1F1B", "isend · recv"],
        Lesson::ZeroStages => ["ZeRO-1, 2 and 3", "all_reduce · reduce_scatter · all_gather"],
        Lesson::TpLinear => ["By columns, then by rows", "all_reduce"],
        Lesson::RingAttention => ["Ring attention", "batch_isend_irecv"],
        Lesson::Top2 => ["Two experts a token", "all_to_all with split sizes"],
        // The six, and a program of one's own, have words of their own.
        Lesson::SendRecv
        | Lesson::Root
        | Lesson::AllMembers
        | Lesson::Moe
        | Lesson::Groups
        | Lesson::DdpZero2
        | Lesson::Program => ["", ""],
    }
}
