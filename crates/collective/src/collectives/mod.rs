//! The operations of a process group, one to a file. Each validates its arguments, names its schedule, and starts.

mod all_gather;
mod all_reduce;
mod all_to_all;
mod arguments;
mod barrier;
mod broadcast;
mod gather;
mod new_group;
mod recv;
mod reduce;
mod reduce_scatter;
mod scatter;
mod send;

pub use recv::AnySource;
