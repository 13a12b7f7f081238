//! What the page knows, as plain data.

mod element;
mod groups;
mod look;
mod operation;
mod outcome;
mod playback;
mod run;
mod setting;
mod settings;
mod tracks;
mod transport;
mod view;

pub use element::{Content, Element};
pub use groups::{Group, groups};
pub use look::{Lang, Theme};
pub use operation::Operation;
pub use outcome::{Carried, Handed, Outcome};
pub use playback::Playback;
#[cfg(test)]
pub(crate) use playback::tests::recorded;
pub use run::{RunError, RunState};
pub use setting::Setting;
pub use settings::Settings;
pub use tracks::{Track, Write, value};
pub use transport::Choice;
pub use view::View;
