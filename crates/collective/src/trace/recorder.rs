use serde::{Deserialize, Serialize};
use tensor::Tensor;

use super::{Event, EventKind, Snapshot, TRACE_VERSION};

/// How much a rank's trace may hold.
///
/// ```
/// # use collective::{Context, Settings, simulator, trace::TraceLimits};
/// let trace = TraceLimits { events: 1, ..TraceLimits::default() };
/// let settings = Settings { trace, ..Settings::default() };
/// let options = simulator::Options { settings, ..Default::default() };
/// for trace in simulator::run(2, options, async |context: Context| {
///     context.world().barrier().await.map(|()| context.take_trace())
/// }) {
///     let trace = trace.unwrap().unwrap();
///     assert!(trace.events.len() == 1 && trace.dropped > 0);
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceLimits {
    /// Events kept; what comes after is counted only.
    pub events: u32,
    /// Elements of a tensor kept at each writing; larger ones are summarised.
    pub elements: u32,
}

impl Default for TraceLimits {
    fn default() -> Self {
        Self { events: 100_000, elements: 1024 }
    }
}

/// One rank's events.
///
/// ```
/// # use collective::*;
/// # use tensor::{DType, Tensor};
/// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
/// # let (world, rank) = (context.world(), context.rank());
/// let trace = context.take_trace();
/// assert_eq!((trace.version, trace.rank), (trace::TRACE_VERSION, rank as u32));
/// # Ok(())
/// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// [`TRACE_VERSION`] of the writer.
    pub version: u32,
    /// Whose events these are.
    pub rank: u32,
    /// In the order in which they happened on this rank.
    pub events: Vec<Event>,
    /// Events that did not fit any more.
    pub dropped: u64,
}

/// Writes one rank's trace.
#[derive(Debug)]
pub(crate) struct Recorder {
    trace: Trace,
    limits: TraceLimits,
    clock: u64,
    seq: u32,
}

impl Recorder {
    pub(crate) fn new(rank: usize, limits: TraceLimits) -> Self {
        let trace =
            Trace { version: TRACE_VERSION, rank: rank as u32, events: Vec::new(), dropped: 0 };
        Self { trace, limits, clock: 0, seq: 0 }
    }

    /// The logical clock of the latest event.
    pub(crate) fn clock(&self) -> u64 {
        self.clock
    }

    /// Takes over a clock that arrived with a message.
    pub(crate) fn observe(&mut self, clock: u64) {
        self.clock = self.clock.max(clock);
    }

    pub(crate) fn record(&mut self, at: f64, line: u32, operation: u32, kind: EventKind) {
        self.clock += 1;
        let event = Event { seq: self.seq, clock: self.clock, at, line, operation, kind };
        self.seq = self.seq.wrapping_add(1);
        if self.trace.events.len() < self.limits.events as usize {
            self.trace.events.push(event);
        } else {
            self.trace.dropped += 1;
        }
    }

    pub(crate) fn written(&self, name: &str, tensor: &Tensor) -> EventKind {
        EventKind::Written {
            span: tensor.into(),
            name: name.to_owned(),
            shape: tensor.shape().iter().map(|&size| size as u32).collect(),
            dtype: tensor.dtype(),
            values: Snapshot::of(tensor, self.limits.elements as usize),
            state: tensor.state().into(),
        }
    }

    pub(crate) fn take(&mut self) -> Trace {
        let rank = self.trace.rank;
        std::mem::replace(
            &mut self.trace,
            Trace { version: TRACE_VERSION, rank, events: Vec::new(), dropped: 0 },
        )
    }
}
