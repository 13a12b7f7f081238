use std::ops::Range;

use collective::trace::Span;
use lessons::Lesson;

use super::playback::Playback;

/// Elements of a named tensor that a message takes from there or puts there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// Whose tensor.
    pub rank: usize,
    /// Which of the rank's tensors.
    pub track: usize,
    /// Which elements.
    pub elements: Range<usize>,
}

/// The elements of `span` on `rank`, as stretches of `lesson`'s named tensors: of several, where names share a storage.
pub fn stretches(playback: &Playback, rank: usize, span: &Span, lesson: Lesson) -> Vec<Stretch> {
    let tracks = playback.tracks(rank).iter().enumerate();
    let part = |(track, of): (usize, &super::Track)| {
        if of.lesson != lesson || of.span.tensor != span.tensor {
            return None;
        }
        let (all, some) = (of.span.elements(), span.elements());
        let elements = some.start.max(all.start)..some.end.min(all.end);
        let inside = |element: usize| element - all.start;
        (!elements.is_empty()).then(|| Stretch {
            rank,
            track,
            elements: inside(elements.start)..inside(elements.end),
        })
    };
    tracks.filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;
    use crate::diagram::{Diagram, Time};

    #[test]
    fn a_message_carries_elements_of_named_tensors() {
        let (playback, _) = recorded(&[("lesson", "all_members")]);
        let diagram = Diagram::of(&playback, &playback.steps(None), Time::Logical);
        let name = |part: &Stretch| playback.tracks(part.rank)[part.track].name.as_str();
        // The first message from rank 2 to rank 1: its input's chunk for rank 1.
        let arrow = diagram.arrows.iter().find(|a| (a.sender, a.receiver) == (2, 1)).unwrap();
        let from = stretches(&playback, 2, &arrow.from_span, Lesson::AllMembers);
        assert_eq!((name(&from[0]), from[0].elements.clone()), ("input", 2..4));
        assert!(stretches(&playback, 2, &arrow.from_span, Lesson::Moe).is_empty());
        let into = stretches(&playback, 1, &arrow.into_span, Lesson::AllMembers);
        assert_eq!((name(&into[0]), into[0].elements.clone()), ("shard", 0..2));
    }
}
