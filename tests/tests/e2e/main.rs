//! End-to-end tests: the built page in a real, headless browser.
//!
//! `cargo xtask test` builds the page first. By hand: `trunk build --release`, then
//! `cargo test -p rankscope-tests --test e2e`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used, reason = "a test says what went wrong by panicking")]

mod accessibility;
mod browser;
mod code;
mod compare;
mod driver;
mod endurance;
mod forecast;
mod further;
mod isolation;
mod keyboard;
mod layout;
mod lesson_views;
mod losses;
mod misuse;
mod moments;
mod phone;
mod player;
mod programs;
mod ranks;
mod router;
mod runs;
mod seen;
mod server;
mod settings;
mod shown;

/// What a test ends with: any error fails it, with its message.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
