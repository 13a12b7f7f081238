use collective::Collective;
use collective::replay::Replay;
use collective::trace::{EventKind, Snapshot, Span};
use lessons::Lesson;
use tensor::Values;

use super::operation::Operation;

/// One value of a named tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// Place of the event in the order of all events.
    pub place: usize,
    /// Which ranks' inputs each element held then: bit `r` for rank `r`.
    pub masks: Vec<u64>,
    /// The operation that filled it, if one did.
    pub by: Option<Collective>,
}

/// A named tensor of a rank in a lesson, through time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Track {
    /// Its name in the program.
    pub name: String,
    /// Whose it is.
    pub lesson: Lesson,
    /// Its elements when it was first named.
    pub span: Span,
    /// Sizes, then.
    pub shape: Vec<usize>,
    /// Its values, the first one first; never empty.
    pub writes: Vec<Write>,
}

impl Track {
    /// Its latest value at `cursor`, if it has one by then.
    pub fn at(&self, cursor: usize) -> Option<&Write> {
        let written = self.writes.partition_point(|write| write.place < cursor);
        self.writes.get(written.checked_sub(1)?)
    }
}

/// A value as an event tells it: type, sizes and elements, as far as the trace keeps them.
pub fn value(kind: &EventKind) -> Option<(&[u32], &Values)> {
    match kind {
        EventKind::Written { shape, values, .. } => match values {
            Snapshot::Whole(values) | Snapshot::Summary { head: values, .. } => {
                Some((shape, values))
            }
            Snapshot::Unreadable => None,
        },
        _ => None,
    }
}

/// All named tensors, by rank. One pass over all events.
pub(super) fn tracks(
    replay: &mut Replay,
    lessons: &[Lesson],
    operations: &[Vec<Operation>],
) -> Vec<Vec<Track>> {
    let mut tracks: Vec<Vec<Track>> = vec![Vec::new(); operations.len()];
    for place in 0..replay.len() {
        let Some((rank, event)) = replay.event(place) else { continue };
        let EventKind::Written { span, name, shape, .. } = &event.kind else { continue };
        let (span, name) = (*span, name.clone());
        let shape = shape.iter().map(|&size| size as usize).collect();
        let (Some(&lesson), Some(of_rank)) = (lessons.get(place), tracks.get_mut(rank)) else {
            continue;
        };
        let by = || {
            let filled = operations.get(rank)?.iter().rev();
            let mut filled = filled.filter(|o| o.ends < place && o.writes.contains(&span.tensor));
            filled.next().map(|operation| operation.collective)
        };
        let write = Write { place, by: by(), masks: masks(replay, place, rank, &span) };
        match of_rank.iter_mut().find(|track| track.name == name && track.lesson == lesson) {
            Some(track) => track.writes.push(write),
            None => of_rank.push(Track { name, lesson, span, shape, writes: vec![write] }),
        }
    }
    tracks
}

fn masks(replay: &mut Replay, place: usize, rank: usize, span: &Span) -> Vec<u64> {
    let ranks = replay.at(place + 1).ranks();
    ranks.get(rank).map_or_else(Vec::new, |state| state.provenance(span))
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;

    #[test]
    fn a_value_keeps_the_ranks_that_were_in_it_when_it_was_named() {
        let (playback, _) = recorded(&[("lesson", "all_members")]);
        for rank in 0..4 {
            let masks = |name: &str| {
                let track = playback.tracks(rank).iter().find(|t| t.name == name);
                track.map(|track| track.writes[0].masks.clone()).unwrap_or_default()
            };
            assert!(masks("input").iter().all(|&mask| mask == 1 << rank));
            assert!(masks("gathered").iter().all(|&mask| mask == 0b1111));
            let shard = playback.tracks(rank).iter().find(|t| t.name == "shard");
            assert_eq!(shard.map(|t| t.writes[0].by), Some(Some(Collective::ReduceScatter)));
        }
    }

    #[test]
    fn an_in_place_operation_does_not_change_what_was_named_before_it() {
        let (playback, _) = recorded(&[("lesson", "root")]);
        let of = |name: &str| {
            let track = playback.tracks(2).iter().find(|t| t.name == name).unwrap();
            (track.span.tensor, track.writes[0].masks[0], track.writes[0].by)
        };
        let ((before, own, nobody), (after, root, by)) = (of("broadcast_in"), of("broadcast_out"));
        assert_eq!((before, own, nobody), (after, 0b100, None));
        assert_eq!((root, by), (1, Some(Collective::Broadcast)));
    }

    #[test]
    fn a_tensor_has_no_value_before_it_is_named() {
        let (playback, _) = recorded(&[]);
        for track in playback.tracks(3) {
            let first = track.writes[0].place;
            assert_eq!(track.at(first), None);
            assert_eq!(track.at(first + 1), Some(&track.writes[0]));
            // What reduce leaves to others than its root is undefined.
            let known = playback.event(first).and_then(|(_, event)| value(&event.kind));
            assert_eq!(known.is_none(), track.name == "reduce_out", "{}", track.name);
            let Some((shape, values)) = known else { continue };
            assert_eq!(shape.iter().product::<u32>() as usize, values.len(), "{}", track.name);
        }
    }
}
