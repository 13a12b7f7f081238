//! Process groups, collectives, matching and traces, over any transport.
//!
//! A rank owns a [`Context`] on a [`Transport`]; [`Context::world`] is its first [`ProcessGroup`], whose methods are
//! the collectives, by torch's names. Each call becomes a [`algorithm`] schedule that one executor runs, whatever the
//! transport. Everything a rank does is recorded in its [`trace`].
//!
//! Two transports are here: [`threads`], one OS thread for each rank, and [`simulator`], all ranks on one thread in an
//! order drawn from a seed.
//!
//! ```
//! use collective::{Context, ReduceOp, simulator};
//! use tensor::Tensor;
//!
//! async fn sum(context: Context) -> collective::Result<Vec<i64>> {
//!     let x = Tensor::from_slice(&[context.rank() as i64, 1]);
//!     context.world().all_reduce(&x, ReduceOp::Sum).await?;
//!     Ok(x.to_vec()?)
//! }
//!
//! for sums in simulator::run(4, simulator::Options::default(), sum) {
//!     assert_eq!(sums.expect("no rank is lost").expect("calls that agree"), [6, 4]);
//! }
//! ```
//!
#![doc = include_str!("../NAMES.md")]
#![forbid(unsafe_code)]

pub mod algorithm;
mod buffers;
mod by_number;
mod by_rank;
mod call;
mod collectives;
mod context;
pub mod cost;
mod drive;
mod emulation;
mod endpoint;
mod envelope;
mod error;
mod few;
mod flush;
mod group;
mod member;
mod mesh;
mod op;
mod operations;
mod pending;
mod plan;
pub mod replay;
mod running;
mod settings;
mod sleep;
pub mod trace;
mod traffic;
mod transport;
mod transports;
mod under_way;
mod waiting;
pub mod wire;
mod work;

pub use call::{Call, Collective};
pub use collectives::{AnySource, P2POp, split_sizes};
pub use context::Context;
pub use drive::{Doorbell, Program, drive, poll_once};
pub use emulation::Emulation;
pub use endpoint::MAX_HEADER;
pub use envelope::Envelope;
pub use error::{
    Breakage, Cell, CollectiveError, ErrorKind, FailureReason, Misuse, Nonsense, PeerFailure,
    Result, TransportError,
};
pub use group::ProcessGroup;
pub use member::Member;
pub use mesh::DeviceMesh;
pub use op::ReduceOp;
pub use settings::Settings;
pub use traffic::{PeerTraffic, Traffic};
pub use transport::Transport;
pub use transports::simulator;
#[cfg(not(target_arch = "wasm32"))]
pub use transports::threads;
pub use work::Work;
