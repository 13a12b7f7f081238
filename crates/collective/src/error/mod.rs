//! Everything that can go wrong in a call, one code each.

mod breakage;
mod cell;
mod collective_error;
mod failure;
mod kind;
mod misuse;
mod nonsense;
mod result;
mod words;

pub use breakage::Breakage;
pub use cell::Cell;
pub use collective_error::CollectiveError;
pub use failure::{FailureReason, PeerFailure, TransportError};
pub use kind::ErrorKind;
pub use misuse::Misuse;
pub use nonsense::Nonsense;
pub use result::Result;
