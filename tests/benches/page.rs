//! How long a reader waits, and for how many bytes: `cargo xtask bench`.
//!
//! Times run from `window.rankscope.run(…)` to its report, in the page's own clock, in headless Chromium. Cold: in a page
//! loaded half a second ago, whose workers are yet to be started (in that time it has rehearsed a run, as it always does).
//! Warm: the same run again. With `ui`: how long looking at a run takes.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/browser.rs"]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/driver.rs"]
mod driver;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/e2e/server.rs"]
mod server;

#[cfg(not(target_arch = "wasm32"))]
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[cfg(not(target_arch = "wasm32"))]
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    if std::env::args().any(|argument| argument == "ui") {
        measure::ui::times().await?;
    } else {
        measure::times().await?;
    }
    measure::sizes()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
