//! Whether what a storage holds may be read.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::text::{self, Text};

/// The state of a storage, shared by all views of it.
///
/// A write through any view makes the storage [`Ready`](State::Ready): states are kept per storage, not per
/// element. The one exception is [`Pending`](State::Pending): only the work that fills it may end it, and write it once it
/// has read it (see [`Tensor::write_bytes`](crate::Tensor::write_bytes) and [`Tensor::set_state`](crate::Tensor::set_state)).
///
/// ```
/// # use tensor::*;
/// let x = Tensor::empty(&[1], DType::Int64)?;
/// assert_eq!(x.state(), State::Undefined(Undefined::Uninitialised));
/// x.select(0, 0)?.fill_(7)?;
/// assert_eq!(x.state(), State::Ready);
/// x.set_state(State::Pending { work: 3, read: false });
/// x.fill_(8)?;
/// assert_eq!(x.item::<i64>().unwrap_err().code(), "read_pending");
/// x.set_state(State::Pending { work: 3, read: true });
/// assert_eq!(x.fill_(9).unwrap_err().code(), "write_pending");
/// # Ok::<(), Box<TensorError>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Holds values.
    Ready,
    /// An asynchronous work will fill it; until then it may not be read.
    Pending {
        /// Which work, as its issuer numbers it.
        work: u64,
        /// Whether that work has read what it is to read of it. Until it has, what is written is what it will read; from then
        /// on writing is an error.
        read: bool,
    },
    /// Holds nothing that a program may rely on.
    Undefined(Undefined),
}

/// Why a storage holds nothing that a program may rely on. Displays as the second half of a sentence that starts
/// with "the tensor is undefined: ".
///
/// ```
/// # use tensor::*;
/// let x = Tensor::from_slice(&[1_i64]);
/// x.set_state(State::Undefined(Undefined::ReduceNonRoot { root: 2 }));
/// let error = x.item::<i64>().unwrap_err().to_string();
/// assert!(error.starts_with("the tensor is undefined: it took part in a reduce whose result is on rank 2 only"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Undefined {
    /// Made by `empty` and not written since.
    Uninitialised,
    /// Was given to a reduce whose result only the root gets.
    ReduceNonRoot {
        /// The rank that has the result.
        root: usize,
    },
    /// Another reason, in words.
    Other(#[serde(deserialize_with = "text::read")] Text),
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undefined::Uninitialised => {
                f.write_str("it was made by `empty` and nothing has been written to it yet")
            }
            Undefined::ReduceNonRoot { root } => {
                write!(f, "it took part in a reduce whose result is on rank {root} only")
            }
            Undefined::Other(why) => f.write_str(why),
        }
    }
}
