//! The page's parts, by area of the screen.

mod app;
mod cards;
mod checks;
mod field;
mod grid;
mod header;
mod lesson;
mod lessons;
mod log;
mod notices;
mod run_bar;
mod segments;
mod settings;
mod shared;
mod tabs;
mod transport;

pub use app::App;
pub use field::field_id;
