//! The page's parts, by area of the screen.

mod app;
mod cards;
mod checks;
mod code;
mod colours;
mod compare;
mod copying;
mod explanation;
mod field;
mod following;
mod forecast;
mod grid;
mod header;
mod lab;
mod lesson;
mod lessons;
mod log;
mod notices;
mod picture;
mod piece;
mod player;
mod pointing;
mod replay;
mod run_bar;
mod segments;
mod settings;
mod space_time;
mod stage;
mod tabs;
mod traffic;
mod transport;

pub use app::app;
pub use field::field_id;
