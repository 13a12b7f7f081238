//! What a collective costs: elements sent, steps, and time in the α-β-γ model.
//!
//! For each algorithm there is a closed form ([`formula`]), and the same figures counted from its schedules
//! ([`Counted`]). They agree exactly, at every world size; tests see to it, and to the bytes that transports measure.

mod busbw;
mod counted;
mod formula;
mod model;

pub use busbw::{bus_factor, busbw};
pub use counted::Counted;
pub use formula::{Formula, formula};
pub use model::{LinkModel, PRESETS, Preset};
