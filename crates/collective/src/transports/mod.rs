//! Transports that need no browser.

#[cfg(not(target_arch = "wasm32"))]
mod hall;
pub mod simulator;
#[cfg(not(target_arch = "wasm32"))]
pub mod threads;
