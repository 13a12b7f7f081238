//! The lessons' programs, one to a file: what each rank runs.

mod all_members;
mod checkpoint;
mod ddp_zero2;
#[cfg(test)]
mod differences;
mod fold_order;
mod fsdp;
mod groups;
mod loss_reduce;
mod moe;
mod moe_capacity;
mod moe_ragged;
mod moe_top2;
mod one_f_one_b;
mod pipeline;
mod ring_attention;
mod root;
mod rs_ag;
mod scatter_gather;
mod send_recv;
mod sharded;
mod stage;
mod tp_groups;
mod tp_linear;
mod transpose;
mod zero_stages;

pub use all_members::PART_ELEMENTS;
pub use ddp_zero2::PARAMETERS;

use collective::{Program, Result};

use crate::config::Part;
use crate::lesson::Lesson;
use crate::rank::Rank;

/// The six lessons' programs, and nothing of the further ones: `None` for those, which whoever asks has to refuse.
pub fn six<'a>(lesson: Lesson, rank: &'a Rank, part: &'a Part) -> Option<Program<'a, Result<()>>> {
    let program: Program<'a, Result<()>> = match lesson {
        Lesson::SendRecv => Box::pin(send_recv::send_recv(rank)),
        Lesson::Root => Box::pin(root::root(rank)),
        Lesson::AllMembers => Box::pin(all_members::all_members(rank)),
        Lesson::Moe => Box::pin(moe::moe(rank, part)),
        Lesson::Groups => Box::pin(groups::groups(rank, part)),
        Lesson::DdpZero2 => Box::pin(ddp_zero2::ddp_zero2(rank, part)),
        _ => return None,
    };
    Some(program)
}

/// Every lesson's program: `None` for a program given as data alone, which is no lesson.
pub fn every<'a>(
    lesson: Lesson,
    rank: &'a Rank,
    part: &'a Part,
) -> Option<Program<'a, Result<()>>> {
    let program: Program<'a, Result<()>> = match lesson {
        Lesson::Pipeline => Box::pin(pipeline::pipeline(rank, part)),
        Lesson::Checkpoint => Box::pin(checkpoint::checkpoint(rank, part)),
        Lesson::LossReduce => Box::pin(loss_reduce::loss_reduce(rank, part)),
        Lesson::ScatterGather => Box::pin(scatter_gather::scatter_gather(rank)),
        Lesson::Fsdp => Box::pin(fsdp::fsdp(rank, part)),
        Lesson::RsAg => Box::pin(rs_ag::rs_ag(rank, part)),
        Lesson::Transpose => Box::pin(transpose::transpose(rank)),
        Lesson::Capacity => Box::pin(moe_capacity::moe_capacity(rank, part)),
        Lesson::Ragged => Box::pin(moe_ragged::moe_ragged(rank, part)),
        Lesson::TpGroups => Box::pin(tp_groups::tp_groups(rank, part)),
        Lesson::FoldOrder => Box::pin(fold_order::fold_order(rank, part)),
        Lesson::OneFOneB => Box::pin(one_f_one_b::one_f_one_b(rank, part)),
        Lesson::ZeroStages => Box::pin(zero_stages::zero_stages(rank, part)),
        Lesson::TpLinear => Box::pin(tp_linear::tp_linear(rank, part)),
        Lesson::RingAttention => Box::pin(ring_attention::ring_attention(rank, part)),
        Lesson::Top2 => Box::pin(moe_top2::moe_top2(rank, part)),
        Lesson::SendRecv
        | Lesson::Root
        | Lesson::AllMembers
        | Lesson::Moe
        | Lesson::Groups
        | Lesson::DdpZero2
        | Lesson::Program => return six(lesson, rank, part),
    };
    Some(program)
}
