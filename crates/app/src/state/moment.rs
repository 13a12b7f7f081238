use collective::trace::EventKind;
use lessons::{Lesson, Value};

use super::playback::Playback;

/// A check, or a line of the log, that the reader wants to see where it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goal {
    /// Whose lesson's.
    pub lesson: Lesson,
    /// Whose.
    pub rank: usize,
    /// The check's name; `None` for the lesson's line.
    pub check: Option<String>,
    /// The element of interest, of the tensor that the check is about.
    pub element: usize,
}

/// When a rank evaluated a check or said its line, and what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Place of the event in the order of all events.
    pub place: usize,
    /// Which of the rank's tensors, and which of its elements.
    pub about: Option<(usize, usize)>,
}

impl Playback {
    /// When it was, if it is in the record.
    pub fn moment(&self, goal: &Goal) -> Option<Moment> {
        let &Goal { lesson, rank, ref check, element } = goal;
        let places = self.replay().places(rank).iter().copied();
        let mut places = places.filter(|&place| self.lesson(place) == Some(lesson));
        places.find_map(|place| {
            let about = match (&self.event(place)?.1.kind, check) {
                (EventKind::Check { name, about, .. }, Some(wanted)) if name == wanted => about,
                (EventKind::Log, None) => return Some(Moment { place, about: None }),
                _ => return None,
            };
            // Under several names, the latest.
            let tracks = self.tracks(rank).iter().enumerate();
            let tracks = tracks.filter(|(_, track)| track.lesson == lesson);
            let written = |tensor: u64| {
                let of = tracks.clone().filter(|(_, track)| track.span.tensor == tensor);
                let of = of.filter_map(|(number, track)| Some((track.at(place)?.place, number)));
                of.max().map(|(_, number)| number)
            };
            let found = about.iter().find_map(|span| Some((span, written(span.tensor)?)));
            let about = found.map(|(span, track)| {
                let first = self.tracks(rank).get(track).map_or(0, |track| track.span.start);
                (track, (span.start.saturating_sub(first)) as usize + element)
            });
            Some(Moment { place, about })
        })
    }
}

/// The first element in which two values differ; 0 where none does.
pub fn difference(expected: &Value, actual: &Value) -> usize {
    match (expected, actual) {
        (Value::Tensor(_, expected), Value::Tensor(_, actual)) => {
            (0..actual.len()).find(|&i| expected.get(i) != actual.get(i)).unwrap_or(0)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;
    use tensor::Values;

    #[test]
    fn every_check_has_its_moment_and_most_their_tensor() {
        let (playback, _) = recorded(&[]);
        let mut about = Vec::new();
        for place in 0..playback.len() {
            let (rank, event) = playback.event(place).unwrap();
            let lesson = playback.lesson(place).unwrap();
            let goal = |check| Goal { lesson, rank, check, element: 0 };
            match &event.kind {
                EventKind::Check { name, .. } => {
                    let moment = playback.moment(&goal(Some(name.clone()))).unwrap();
                    assert_eq!(moment.place, place);
                    if rank == 0 {
                        let track = moment.about.map(|(track, _)| &playback.tracks(0)[track]);
                        about.push((name.as_str(), track.map(|track| track.name.as_str())));
                    }
                }
                EventKind::Log => {
                    assert_eq!(playback.moment(&goal(None)).map(|m| m.place), Some(place));
                }
                _ => {}
            }
        }
        for expected in [
            ("from_upstream", Some("from_upstream")),
            ("broadcast", Some("broadcast_out")),
            ("reduce_scatter", Some("shard")),
            ("ag_of_rs_equals_ar", Some("gathered")),
            ("tokens_home_times_ten", Some("final")),
            ("tp_sum", Some("tp_sum")),
            ("zero2_equals_ddp", Some("zero2_param")),
            ("ddp_rank_bytes", None),
        ] {
            assert!(about.contains(&expected), "{expected:?} in {about:?}");
        }
    }

    #[test]
    fn the_first_difference_is_of_interest() {
        let value = |values: [f32; 3]| Value::Tensor(vec![3], Values::of(&values));
        assert_eq!(difference(&value([1.0, 2.0, 3.0]), &value([1.0, 2.5, 0.0])), 1);
        assert_eq!(difference(&value([1.0; 3]), &value([1.0; 3])), 0);
        assert_eq!(difference(&Value::Number(1), &Value::Number(2)), 0);
    }
}
