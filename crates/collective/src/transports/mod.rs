//! Transports that need no browser.

pub mod simulator;
#[cfg(not(target_arch = "wasm32"))]
pub mod threads;
