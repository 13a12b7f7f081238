//! What the page knows, as plain data.

mod look;
mod outcome;
mod run;
mod setting;
mod settings;
mod transport;

pub use look::{Lang, Theme};
pub use outcome::Outcome;
pub use run::{RunError, RunState};
pub use setting::Setting;
pub use settings::Settings;
pub use transport::Choice;
