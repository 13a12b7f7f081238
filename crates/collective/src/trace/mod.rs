//! What a rank did, recorded as it ran. Everything a page shows is a view of traces and a cursor.
//!
//! Order comes from each rank's own sequence and from the logical clock, never from wall time.

mod event;
mod recorder;
mod snapshot;
mod sound;

pub use event::{
    BlockedOn, Event, EventKind, How, LocalKind, Message, Place, Readable, Span, TensorRef,
};
pub use recorder::{Recorder, Trace, TraceLimits};
pub use snapshot::Snapshot;

/// The version of the trace's form. A reader refuses others.
pub const TRACE_VERSION: u32 = 2;
