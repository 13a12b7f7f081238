//! Tokens to their experts and home again.

pub mod buffers;
pub mod counts;
pub mod edit;
pub mod flow;
pub mod list;
mod routing;

pub use edit::moved;
pub use routing::{Routing, Token};
