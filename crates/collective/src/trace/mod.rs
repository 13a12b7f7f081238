//! What a rank did, recorded as it ran. Everything a page shows is a view of traces and a cursor.
//!
//! Order comes from each rank's own sequence and from the logical clock, never from wall time.

mod event;
mod recorder;
mod snapshot;
mod sound;
mod span;

pub use event::{BlockedOn, Event, EventKind, How, LocalKind, Message};
pub(crate) use recorder::Recorder;
pub use recorder::{Trace, TraceLimits};
pub use snapshot::Snapshot;
pub use span::{Place, Readable, Span, TensorRef};

/// The version of the trace's form. A reader refuses others.
pub const TRACE_VERSION: u32 = 3;
