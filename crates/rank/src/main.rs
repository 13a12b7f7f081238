//! The worker that is one rank.

fn main() {
    web_sys::console::log_1(&"rank: started".into());
}
