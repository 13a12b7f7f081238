//! The operations of a process group, one to a file. Each validates its arguments, names its schedule, and starts.

mod all_gather;
mod all_reduce;
mod all_to_all;
mod arguments;
mod barrier;
mod broadcast;
mod encoding;
mod gather;
mod isend;
mod monitored_barrier;
mod new_group;
mod object_lists;
mod objects;
mod recv;
mod reduce;
mod reduce_scatter;
mod scatter;
mod send;
mod subgroups;

pub use all_to_all::split_sizes;
pub use isend::P2POp;
pub use recv::AnySource;
