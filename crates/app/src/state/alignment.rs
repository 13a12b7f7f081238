use collective::trace::EventKind;
use lessons::Lesson;

use super::Playback;

/// Which cursor of another run is at the same moment of a lesson.
///
/// Two runs of a lesson have other numbers of events, but rank 0 goes through the same program in both. What its calls,
/// tensors, computations and checks have in common are the moments that are paired; in between, one run is as far from
/// one moment to the next as the other is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Cursors of both runs, ascending in both.
    pairs: Vec<(usize, usize)>,
}

/// A moment of rank 0: kind, line, the program's name for it, and how often it has been there.
type Landmark<'a> = (u8, u32, &'a str, usize);

impl Alignment {
    /// Pairs the moments of `lesson`.
    pub fn of(one: &Playback, other: &Playback, lesson: Lesson) -> Self {
        let moments = [one, other].map(|playback| moments(playback, lesson));
        let ends = [one, other].map(|playback| {
            let steps = playback.steps(Some(lesson));
            (steps.first().copied().unwrap_or(0), steps.last().map_or(0, |last| last + 1))
        });
        let mut pairs = vec![(ends[0].0, ends[1].0)];
        for (moment, cursor) in &moments[0] {
            let same = moments[1].iter().find(|(other, _)| other == moment);
            let latest = pairs.last().copied().unwrap_or_default();
            // Ranks that a loop runs over may be others: what would turn back is left out.
            if let Some(&(_, there)) = same.filter(|&&(_, there)| there > latest.1) {
                pairs.push((*cursor, there));
            }
        }
        pairs.push((ends[0].1, ends[1].1));
        Self { pairs }
    }

    /// The other run's cursor where the one's is `cursor`.
    pub fn at(&self, cursor: usize) -> usize {
        let next = self.pairs.partition_point(|&(here, _)| here <= cursor);
        let before = next.checked_sub(1).and_then(|latest| self.pairs.get(latest));
        match (before, self.pairs.get(next)) {
            (Some(&(here, there)), Some(&(here_next, there_next))) => {
                let (gone, long) = (cursor - here, (here_next - here).max(1));
                there + (there_next.saturating_sub(there)) * gone / long
            }
            (Some(&(_, there)), None) => there,
            (None, Some(&(_, there))) => there,
            (None, None) => 0,
        }
    }
}

/// Rank 0's moments, each with the cursor behind it.
fn moments(playback: &Playback, lesson: Lesson) -> Vec<(Landmark<'_>, usize)> {
    let mut moments: Vec<(Landmark<'_>, usize)> = Vec::new();
    for place in playback.steps(Some(lesson)) {
        let Some((0, event)) = playback.event(place) else { continue };
        let (kind, name) = match &event.kind {
            EventKind::Begin { .. } => (0, ""),
            EventKind::End => (1, ""),
            EventKind::Written { name, .. } => (2, name.as_str()),
            EventKind::Local { name, .. } => (3, name.as_str()),
            EventKind::Check { name, .. } => (4, name.as_str()),
            EventKind::Log => (5, ""),
            _ => continue,
        };
        let same =
            |&&((k, l, n, _), _): &&(Landmark<'_>, usize)| (k, l, n) == (kind, event.line, name);
        let moment = (kind, event.line, name, moments.iter().filter(same).count());
        moments.push((moment, place + 1));
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;

    #[test]
    fn a_run_is_aligned_with_itself() {
        for lesson in Lesson::SIX {
            let (playback, _) = recorded(&[]);
            let alignment = Alignment::of(&playback, &playback, lesson);
            for cursor in playback.steps(Some(lesson)) {
                assert_eq!(alignment.at(cursor), cursor, "{lesson:?}");
            }
        }
    }

    #[test]
    fn rank_0_is_at_the_same_line_in_runs_of_other_sizes() {
        for lesson in Lesson::SIX {
            let (four, _) = recorded(&[("lesson", lesson.id())]);
            let (three, _) = recorded(&[("lesson", lesson.id()), ("world_size", "3")]);
            let alignment = Alignment::of(&four, &three, lesson);
            assert_eq!(alignment.at(0), 0);
            assert_eq!(alignment.at(four.len()), three.len());
            let cursors: Vec<usize> = (0..=four.len()).map(|cursor| alignment.at(cursor)).collect();
            assert!(cursors.is_sorted(), "{lesson:?}: it never turns back");
            // Behind every tensor that rank 0 names, the other run's rank 0 has just named the same.
            let mut named = 0;
            for place in four.steps(Some(lesson)) {
                let Some((0, event)) = four.event(place) else { continue };
                let EventKind::Written { name, .. } = &event.kind else { continue };
                let (rank, there) = three.event(alignment.at(place + 1) - 1).unwrap();
                let there = matches!(&there.kind, EventKind::Written { name: n, .. } if n == name);
                assert!(rank == 0 && there, "{lesson:?}: {name}");
                named += 1;
            }
            assert!(named > 0, "{lesson:?}");
        }
    }

    #[test]
    fn what_is_empty_is_aligned_with_everything() {
        assert_eq!(Alignment::default().at(7), 0);
    }
}
