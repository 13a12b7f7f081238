use collective::Collective;
use collective::algorithm::Algorithm;
use collective::trace::{EventKind, Trace};

/// One operation of one rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The rank's own number for it.
    pub number: u32,
    /// Which.
    pub collective: Collective,
    /// The group's number.
    pub group: u32,
    /// The operation's number in its group; 0 for point-to-point.
    pub op: u32,
    /// The other rank, for point-to-point operations that came to a message.
    pub peer: Option<u32>,
    /// How it is done.
    pub algorithm: Algorithm,
    /// Elements, as the call counts them.
    pub count: usize,
    /// Bytes of an element.
    pub size: usize,
    /// Payload bytes that the rank sent in it.
    pub sent: u64,
    /// The storages it writes.
    pub writes: Vec<u64>,
    /// Place of its beginning in the order of all events.
    pub begins: usize,
    /// Place of its end; of the rank's last event if it never ended.
    pub ends: usize,
}

/// A rank's operations, in the order in which they began; `places` are those of its events in the order of all.
pub(super) fn operations(trace: &Trace, places: &[usize]) -> Vec<Operation> {
    let mut operations: Vec<Operation> = Vec::new();
    let last = places.last().copied().unwrap_or(0);
    for (event, &place) in trace.events.iter().zip(places) {
        match &event.kind {
            EventKind::Begin {
                collective, group, op, algorithm, dtype, count, outputs, ..
            } => operations.push(Operation {
                number: event.operation,
                collective: *collective,
                group: *group,
                op: *op,
                peer: None,
                algorithm: *algorithm,
                count: *count as usize,
                size: dtype.size(),
                sent: 0,
                writes: outputs.iter().map(|tensor| tensor.tensor).collect(),
                begins: place,
                ends: last,
            }),
            EventKind::Sent { message, .. } | EventKind::Received { message, .. } => {
                let of = operations.iter_mut().rev().find(|o| o.number == event.operation);
                let Some(operation) = of else { continue };
                if message.op == 0 {
                    operation.peer = Some(message.peer);
                }
                if matches!(event.kind, EventKind::Sent { .. }) {
                    operation.sent += u64::from(message.bytes);
                }
            }
            EventKind::End => {
                let ended = operations.iter_mut().rev().find(|o| o.number == event.operation);
                if let Some(operation) = ended {
                    operation.ends = place;
                }
            }
            _ => {}
        }
    }
    operations
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;

    #[test]
    fn an_operation_extends_over_all_its_ranks() {
        let (playback, _) = recorded(&[("lesson", "all_members")]);
        for rank in 0..4 {
            let reduce_scatter = &playback.operations(rank)[0];
            assert_eq!(reduce_scatter.collective, Collective::ReduceScatter);
            let extent = playback.extent(reduce_scatter);
            let ends = (0..4).map(|rank| playback.operations(rank)[0].ends + 1).max();
            assert_eq!(Some(extent.end), ends);
        }
    }
}
