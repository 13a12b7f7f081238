//! What the page knows, as plain data.

mod groups;
mod look;
mod outcome;
mod run;
mod setting;
mod settings;
mod transport;

pub use groups::{Group, groups};
pub use look::{Lang, Theme};
pub use outcome::{Carried, Handed, Outcome};
pub use run::{RunError, RunState};
pub use setting::Setting;
pub use settings::Settings;
pub use transport::Choice;
