//! What the page knows, as plain data.

mod alignment;
mod carried;
mod costs;
mod element;
mod forecast;
mod groups;
mod look;
mod measured;
mod moment;
mod operation;
mod outcome;
mod playback;
mod run;
mod setting;
mod settings;
mod sight;
mod story;
mod tracks;
mod transport;
mod view;

pub use alignment::Alignment;
pub use carried::{Stretch, stretches};
pub use costs::{Cost, costs, resident};
pub use element::{Content, Element};
pub use forecast::{COLLECTIVES, Forecast, ForecastField, Link, RANKS};
pub use groups::{CheckGroup, groups};
pub use look::{Lang, Theme};
pub use measured::{Measurement, fitted_link, measuring_program};
pub use moment::{Goal, Moment, difference};
pub use operation::Operation;
pub use outcome::{Carried, Handed, Outcome};
pub use playback::Playback;
#[cfg(test)]
pub(crate) use playback::tests::recorded;
pub use run::{RunError, RunState};
pub use setting::Setting;
pub use settings::Settings;
pub use sight::{Known, Sight, Way};
pub use story::{Hop, Root, Source, Story};
pub use tracks::{Track, Write, value};
pub use transport::TransportChoice;
pub use view::View;
