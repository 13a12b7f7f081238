//! What a collective costs: elements sent, steps, and time in the α-β-γ model.
//!
//! For each algorithm there are closed forms ([`formula`], [`critical`]), and the same figures counted from its schedules
//! ([`Counted`]). They agree exactly, at every world size; tests see to it, and to the bytes that transports measure.

mod busbw;
mod counted;
mod critical;
mod formula;
mod lowest;
mod model;

pub use busbw::{bus_factor, busbw};
pub use counted::{Busiest, Counted};
pub use critical::{Critical, critical};
pub use formula::{Formula, formula};
pub use lowest::{Line, lowest};
pub use model::{LinkModel, PRESETS, Preset};
