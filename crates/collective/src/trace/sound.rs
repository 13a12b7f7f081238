//! What can be asked of a trace that somebody else wrote.

use super::{Event, EventKind, Snapshot, Span, TRACE_VERSION, TensorRef, Trace};
use crate::by_number::ByNumber;
use crate::call::Collective;

/// Elements of one storage, at most.
const STORAGE: u64 = 1 << 24;

/// Elements of all storages that a trace names, at most.
const STORAGES: u64 = 1 << 27;

impl Trace {
    /// Whether the trace is of this version, and no event of it names elements that no rank can have: where a span or a
    /// view ends beyond 2²⁴ elements, all storages together hold more than 2²⁷, or sizes and values contradict each
    /// other. Replays take such traces only.
    ///
    /// ```
    /// # use collective::*;
    /// # use tensor::{DType, Tensor};
    /// # simulator::run(2, Default::default(), async |context: Context| -> Result<()> {
    /// # let (world, rank) = (context.world(), context.rank());
    /// world.barrier().await?;
    /// assert!(context.take_trace().is_sound());
    /// # Ok(())
    /// # }).into_iter().for_each(|rank| rank.unwrap().unwrap());
    /// ```
    pub fn is_sound(&self) -> bool {
        let mut storages: ByNumber<u64, u64> = ByNumber::default();
        let mut fits = |(storage, end): (u64, Option<u64>)| {
            let known = storages.entry(storage);
            *known = end.unwrap_or(u64::MAX).max(*known);
            *known <= STORAGE
        };
        let all = self.events.iter().all(|event| is_sound(event, &mut fits));
        all && self.version == TRACE_VERSION && storages.values().sum::<u64>() <= STORAGES
    }
}

fn is_sound(event: &Event, fits: &mut dyn FnMut((u64, Option<u64>)) -> bool) -> bool {
    match &event.kind {
        EventKind::Begin { collective, inputs, outputs, count, .. } => {
            // New groups compare a hash in its place.
            let counts = *count <= STORAGES || *collective == Collective::NewGroup;
            counts && inputs.iter().chain(outputs).all(|tensor| fits(view(tensor)))
        }
        EventKind::Sent { from, .. } => fits(span(from)),
        EventKind::Received { into, .. } => fits(span(into)),
        EventKind::Local { from, to, .. } => from.iter().all(|s| fits(span(s))) && fits(span(to)),
        EventKind::Check { about, .. } => about.iter().all(|s| fits(span(s))),
        EventKind::Written { span: elements, shape, values, .. } => {
            let holds = match values {
                Snapshot::Whole(values) => values.len() as u64 == u64::from(elements.len),
                Snapshot::Summary { head, count } => {
                    *count == u64::from(elements.len) && head.len() as u64 <= *count
                }
                Snapshot::Unreadable => true,
            };
            holds && sizes(shape) == Some(elements.len.into()) && fits(span(elements))
        }
        _ => true,
    }
}

fn span(span: &Span) -> (u64, Option<u64>) {
    (span.tensor, Some(u64::from(span.start) + u64::from(span.len)))
}

fn view(tensor: &TensorRef) -> (u64, Option<u64>) {
    let end = sizes(&tensor.shape).map(|len| len + u64::from(tensor.offset));
    (tensor.tensor, end.filter(|_| tensor.shape.len() == tensor.strides.len()))
}

/// Elements of that shape; `None` if no storage has so many.
fn sizes(shape: &[u32]) -> Option<u64> {
    let sizes = shape.iter().map(|&size| u64::from(size));
    sizes
        .reduce(|all, size| (all * size).min(STORAGE + 1))
        .or(Some(1))
        .filter(|&all| all <= STORAGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Place;

    fn trace(kind: EventKind) -> Trace {
        let event = Event { seq: 0, clock: 1, at: 0.0, line: 0, operation: 0, kind };
        Trace { version: TRACE_VERSION, rank: 0, events: vec![event], dropped: 0 }
    }

    fn check(start: u32, len: u32) -> Trace {
        let span = Span { tensor: 1, start, len, place: Place::Tensor };
        trace(EventKind::Check { name: String::new(), passed: true, about: vec![span] })
    }

    #[test]
    fn spans_end_where_storages_can() {
        assert!(check(1 << 23, 1 << 23).is_sound());
        assert!(!check(1 << 23, (1 << 23) + 1).is_sound());
        assert!(!check(u32::MAX, 2).is_sound(), "it wraps to one element");
        assert!(!check(0, u32::MAX).is_sound());
    }

    #[test]
    fn storages_fit_together() {
        let spans = |count: u64| {
            let span = |tensor| Span { tensor, start: 0, len: 1 << 24, place: Place::Tensor };
            let about = (0..count).map(span).collect();
            trace(EventKind::Check { name: String::new(), passed: true, about })
        };
        assert!(spans(8).is_sound());
        assert!(!spans(9).is_sound());
    }

    #[test]
    fn shapes_multiply_to_what_there_is() {
        assert_eq!((sizes(&[]), sizes(&[3, 0]), sizes(&[4, 5])), (Some(1), Some(0), Some(20)));
        assert_eq!(sizes(&[1 << 16, 1 << 16, 1 << 16, 1 << 16, 1 << 16]), None);
    }

    #[test]
    fn another_version_is_not_read() {
        assert!(!Trace { version: TRACE_VERSION + 1, ..check(0, 1) }.is_sound());
    }
}
