//! What the integration tests of this workspace share.

#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

pub mod collectives;
pub mod golden;
pub mod misuse;
