//! Rings, doorbells and a control block over shared words.
//!
//! Ranks that share memory need three things of it: a way to hand bytes to one peer ([`Producer`]
//! and [`Consumer`], the two ends of a ring), a way to sleep until any peer has done something
//! ([`Doorbell`]), and a place where everyone sees that the run is over for somebody ([`Control`]).
//! All are written once over [`Words`], a region of memory that answers to a handful of atomic
//! operations: a SharedArrayBuffer in the browser, [`NativeWords`] on threads, a model checker's
//! atomics in `tests/loom`. [`Layout`] says where in the region each of them lives.
//!
//! One rank's turn, whatever the transport above:
//!
//! 1. take a [`Ticket`] from the own doorbell,
//! 2. look at [`Control::death`] and at every ring,
//! 3. if nothing moved, [`Doorbell::wait`] with that ticket; otherwise start again.
//!
//! Whoever writes a record rings the reader's doorbell, whoever frees room in a ring rings the
//! writer's. The ticket is older than the look, so a ring that falls between the look and the wait
//! makes the wait return at once.

#![forbid(unsafe_code)]

mod control;
mod doorbell;
mod error;
mod layout;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod ring;
mod traffic;
mod words;

pub use control::{Control, Death, RankLine, Reason};
pub use doorbell::{Doorbell, Ticket};
pub use error::ShmError;
pub use layout::{Layout, MAX_WORLD_SIZE, ring_capacity};
#[cfg(not(target_arch = "wasm32"))]
pub use native::NativeWords;
pub use ring::{
    Consumer, MIN_RING_CAPACITY, PREFIX_BYTES, Producer, Record, RingSpan, max_record, record_bytes,
};
pub use words::{Wake, Words};
