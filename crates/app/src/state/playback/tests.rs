use super::*;
use collective::{Context, simulator};
use lessons::{Config, Raw};

/// A run of these settings, on one thread.
pub(crate) fn recorded(settings: &[(&str, &str)]) -> (Playback, Config) {
    let raw: Vec<_> = settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
    let config = Config::from_settings(&raw).unwrap();
    let program = async |context: Context| lessons::run(context, &config).await.1;
    let ranks = simulator::run(config.world_size(), simulator::Options::default(), program);
    let traces: Vec<_> = ranks.into_iter().map(Result::unwrap).collect();
    let bytes: Vec<_> = traces.iter().map(wire::encode).collect();
    (Playback::decode(&bytes, config.lessons()), config)
}

/// The names of a lesson's checks, sorted, and how many lines it writes into logs.
fn said(playback: &Playback, lesson: Lesson) -> (Vec<String>, usize) {
    let (mut checks, mut logs) = (Vec::new(), 0);
    for (_, event) in playback.steps(Some(lesson)).into_iter().filter_map(|p| playback.event(p)) {
        match &event.kind {
            EventKind::Check { name, .. } => checks.push(name.clone()),
            EventKind::Log => logs += 1,
            _ => {}
        }
    }
    checks.sort();
    (checks, logs)
}

#[test]
fn every_lesson_has_its_own_events_and_all_of_them_are_the_run() {
    let (playback, config) = recorded(&[]);
    let of: Vec<usize> = config.lessons().iter().map(|&l| playback.steps(Some(l)).len()).collect();
    assert!(of.iter().all(|&events| events > 20), "{of:?}");
    assert_eq!(of.iter().sum::<usize>(), playback.len());
    assert_eq!(playback.steps(None).len(), playback.len());
    // Each has the checks that it has when it is run alone, and ends with every rank's line in the log.
    for lesson in Lesson::SIX {
        let (alone, _) = recorded(&[("lesson", lesson.id())]);
        let (its, logs) = said(&playback, lesson);
        assert_eq!((&its, logs), (&said(&alone, lesson).0, config.world_size()), "{lesson:?}");
        assert!(!its.is_empty(), "{lesson:?}");
    }
}

#[test]
fn stepping_over_operations_comes_to_the_end_and_back() {
    let (playback, _) = recorded(&[("lesson", "all_members")]);
    let mut stops = vec![0];
    while let Some(&here) = stops.last().filter(|&&here| here < playback.len()) {
        assert!(playback.over(here) > here);
        stops.push(playback.over(here));
    }
    // Three collectives: far fewer stops than events.
    assert!(stops.len() > 6 && stops.len() < playback.len() / 3, "{stops:?}");
    let mut here = playback.len();
    while here > 0 {
        let before = playback.back_over(here);
        assert!(before < here);
        here = before;
    }
}

#[test]
fn ranks_begin_waiting_and_are_done_at_the_end() {
    let (mut playback, _) = recorded(&[]);
    let end = playback.len();
    for rank in 0..4 {
        assert_eq!(playback.doing(rank, 0), Doing::Waiting);
        assert_eq!(playback.doing(rank, end), Doing::Done);
    }
    let seen: Vec<Doing> = (0..end).map(|cursor| playback.doing(1, cursor)).collect();
    assert!(seen.iter().any(|doing| matches!(doing, Doing::Blocked(..))));
    assert!(seen.iter().any(|doing| matches!(doing, Doing::Communicating(_))));
    assert!(seen.contains(&Doing::Computing));
}

#[test]
fn only_ranks_with_events_in_between_are_touched() {
    let (playback, _) = recorded(&[]);
    for place in 0..playback.len() {
        let rank = playback.event(place).map(|(rank, _)| rank).unwrap();
        assert_eq!(playback.touched(place, place + 1), 1 << rank);
        assert_eq!(playback.touched(place + 1, place), 1 << rank);
    }
    assert_eq!(playback.touched(7, 7), 0);
}

#[test]
fn a_trace_that_cannot_be_read_is_named() {
    let playback = Playback::decode(&[vec![255; 9], Vec::new()], &[Lesson::Moe]);
    assert_eq!((playback.unread(), playback.len()), (&[0, 1][..], 0));
}

/// What rank 1 of two hands over, with `change` made to it.
fn handed(change: impl FnOnce(&mut Trace)) -> [Vec<u8>; 2] {
    let config = Config::from_settings(&[("world_size", Raw::text("2"))]).unwrap();
    let program = async |context: Context| lessons::run(context, &config).await.1;
    let mut ranks = simulator::run(2, simulator::Options::default(), program).into_iter();
    let [first, mut second] = [(); 2].map(|()| ranks.next().unwrap().unwrap());
    change(&mut second);
    [wire::encode(&first), wire::encode(&second)]
}

#[test]
fn elements_that_no_rank_can_have_make_a_trace_unreadable() {
    for (start, len) in [(u32::MAX, 2), (0, u32::MAX), (1 << 31, 1 << 31)] {
        let handed = handed(|trace| {
            let spans = trace.events.iter_mut().filter_map(|event| match &mut event.kind {
                EventKind::Sent { from, .. } => Some(from),
                _ => None,
            });
            spans.for_each(|span| *span = collective::trace::Span { start, len, ..*span });
        });
        assert_eq!(Playback::decode(&handed, &Lesson::SIX).unread(), [1], "{start} {len}");
    }
}

#[test]
fn whatever_is_read_of_garbled_bytes_is_played_back() {
    let handed = handed(|_| {});
    let mut drawn = 1u64;
    let mut draw = || {
        drawn = drawn.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (drawn >> 33) as usize
    };
    let mut read = 0;
    for _ in 0..60 {
        let [first, mut second] = handed.clone();
        for _ in 0..1 + draw() % 4 {
            let at = draw() % second.len();
            second[at] ^= 1 << (draw() % 8);
        }
        let mut playback = Playback::decode(&[first, second], &Lesson::SIX);
        read += usize::from(playback.unread().is_empty());
        let end = playback.len();
        for cursor in (0..=end).step_by(64).chain([end]) {
            playback.doing(1, cursor);
            playback.over(cursor);
        }
        let steps = playback.steps(None);
        for time in [crate::diagram::Time::Logical, crate::diagram::Time::Wall] {
            crate::diagram::Diagram::of(&playback, &steps, time);
        }
        for lesson in Lesson::SIX {
            crate::state::costs(&playback, lesson);
            crate::state::resident(&playback, lesson);
        }
        for track in 0..playback.tracks(1).len() {
            crate::state::Element::at(&mut playback, 1, track, 0, end);
        }
    }
    assert!(read > 10, "{read} of them were read at all");
}
