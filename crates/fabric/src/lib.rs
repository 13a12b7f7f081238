//! The browser's transports, and what the page and its ranks say to each other.
//!
//! Every rank is a dedicated worker with its own instance of one small wasm. Its frames go through rings in a
//! SharedArrayBuffer ([`RingTransport`]) where the page is cross-origin isolated, and through one MessagePort for each
//! pair of ranks that talk where it is not. What a rank runs and what it hands over are bytes that mean nothing here.
//!
//! `page` is the side that starts ranks and sees to it that none is left behind; `rank` is the worker's side.

#![deny(unsafe_code)]

#[cfg(any(target_arch = "wasm32", test))]
mod batch;
#[cfg(target_arch = "wasm32")]
mod bytes;
mod death;
mod kind;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
mod port_transport;
#[cfg(target_arch = "wasm32")]
mod protocol;
#[cfg(target_arch = "wasm32")]
pub mod rank;
mod ring_transport;
#[cfg(target_arch = "wasm32")]
mod shared_words;
#[cfg(target_arch = "wasm32")]
mod timer;

pub use kind::TransportKind;
pub use ring_transport::{MIN_CAPACITY, RingDoorbell, RingTransport};
