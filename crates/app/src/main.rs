//! The page, started.

#[cfg(target_arch = "wasm32")]
fn main() {
    page::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("the page runs in a browser: `cargo xtask serve` builds and serves it");
}
