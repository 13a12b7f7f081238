//! The lessons' programs, one to a file: what each rank runs.

mod all_members;
mod ddp_zero2;
mod groups;
mod moe;
mod root;
mod send_recv;

pub use all_members::PART_ELEMENTS;
pub(crate) use all_members::all_members;
pub use ddp_zero2::PARAMETERS;
pub(crate) use ddp_zero2::ddp_zero2;
pub(crate) use groups::groups;
pub(crate) use moe::moe;
pub(crate) use root::root;
pub(crate) use send_recv::send_recv;
