use collective::trace::{EventKind, Readable};

use super::playback::Playback;
use super::story::Story;
use super::tracks::value;
use crate::figures::figure;
use crate::places::place;

/// One element of a named tensor, on one rank at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Whose.
    pub rank: usize,
    /// The tensor's name.
    pub name: String,
    /// Where in the tensor: an index for each dimension.
    pub place: Vec<usize>,
    /// Its value.
    pub content: Content,
    /// The ranks whose inputs are in it.
    pub mask: u64,
    /// How it came to be; `None` before it has a value.
    pub story: Option<Story>,
}

/// What an element holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The program has not named the tensor yet.
    NotYet,
    /// It means nothing.
    Undefined,
    /// It is more than the trace keeps of a tensor.
    NotKept,
    /// This, as exactly as it can be written.
    Exact(String),
}

impl Element {
    /// Element `index` of the rank's tensor number `track` at `cursor`.
    pub fn at(
        playback: &mut Playback,
        rank: usize,
        track: usize,
        index: usize,
        cursor: usize,
    ) -> Option<Element> {
        let of = playback.tracks(rank).get(track)?;
        let (name, span) = (of.name.clone(), of.span);
        let place = place(index, &of.shape);
        let Some(write) = of.at(cursor) else {
            let state = playback.world(cursor).ranks().get(rank)?;
            let mask = state.provenance(&span).get(index).copied().unwrap_or(0);
            let content = Content::NotYet;
            return Some(Element { rank, name, place, content, mask, story: None });
        };
        let mask = write.masks.get(index).copied().unwrap_or(0);
        let (_, event) = playback.event(write.place)?;
        let content = match (&event.kind, value(&event.kind)) {
            (EventKind::Written { state: Readable::Undefined(_), .. }, _) | (_, None) => {
                Content::Undefined
            }
            (_, Some((_, values))) if index >= values.len() => Content::NotKept,
            (_, Some((_, values))) => Content::Exact(figure(values, index).exact),
        };
        let written = (write.place, index);
        let story = match &event.kind {
            EventKind::Written { span, .. } if index < span.len as usize => {
                let element = span.start as usize + index;
                Some(Story::of(playback, rank, (span.tensor, element), written))
            }
            _ => None,
        };
        Some(Element { rank, name, place, content, mask, story })
    }
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;

    #[test]
    fn an_element_tells_its_value_and_its_ranks() {
        let (mut playback, _) = recorded(&[("lesson", "all_members")]);
        let number = |playback: &Playback, name: &str| {
            playback.tracks(2).iter().position(|track| track.name == name).unwrap()
        };
        let reduced = number(&playback, "all_reduced");
        let end = playback.len();
        let element = Element::at(&mut playback, 2, reduced, 1, end).unwrap();
        assert_eq!(element.content, Content::Exact("604.0".to_owned()));
        assert_eq!(element.mask, 0b1111);
        let before = Element::at(&mut playback, 2, reduced, 1, 0).unwrap();
        assert_eq!((before.content, before.mask), (Content::NotYet, 0));
        assert_eq!(Element::at(&mut playback, 2, 99, 0, end), None);
    }

    #[test]
    fn what_reduce_leaves_to_others_is_undefined() {
        let (mut playback, _) = recorded(&[("lesson", "root")]);
        let end = playback.len();
        let of = |playback: &mut Playback, rank: usize| {
            let mut tracks = playback.tracks(rank).iter();
            let track = tracks.position(|track| track.name == "reduce_out").unwrap();
            Element::at(playback, rank, track, 0, end).unwrap().content
        };
        assert_eq!(of(&mut playback, 1), Content::Undefined);
        assert!(matches!(of(&mut playback, 0), Content::Exact(_)));
    }
}
