use collective::Collective;
use collective::algorithm::Algorithm;
use collective::cost::formula;
use collective::trace::EventKind;
use lessons::Lesson;

use super::operation::Operation;
use super::playback::Playback;

/// Calls of one collective on as many ranks and elements each, and what they sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// Which.
    pub collective: Collective,
    /// How it is done.
    pub algorithm: Algorithm,
    /// Ranks that take part.
    pub ranks: usize,
    /// Elements of one rank's part, as formulas count them.
    pub part: usize,
    /// Bytes of an element.
    pub size: usize,
    /// How many such calls there were.
    pub calls: usize,
    /// What all ranks sent in them, by formula; `None` where there is no closed form.
    pub expected: Option<(&'static str, u64)>,
    /// What all ranks sent in them, as recorded.
    pub measured: u64,
}

/// What each kind of call in `lesson` cost, by group and in the order of its calls.
pub fn costs(playback: &Playback, lesson: Lesson) -> Vec<Cost> {
    // By group and number in it: ranks that take part, bytes that they send, and the operation of one of them.
    let mut calls: Vec<((u32, u32), usize, u64, &Operation)> = Vec::new();
    let mut costs: Vec<Cost> = Vec::new();
    for rank in 0..playback.world_size() {
        let of_lesson = |o: &&Operation| playback.lesson(o.begins) == Some(lesson);
        for operation in playback.operations(rank).iter().filter(of_lesson) {
            let key = (operation.group, operation.op);
            // Point-to-point operations have no number in their group: each is a call of its own.
            match calls.binary_search_by_key(&key, |call| call.0) {
                Ok(found) if operation.op > 0 => {
                    calls[found].1 += 1;
                    calls[found].2 += operation.sent;
                }
                Ok(place) | Err(place) => calls.insert(place, (key, 1, operation.sent, operation)),
            }
        }
    }
    for &(_, ranks, measured, operation) in &calls {
        let &Operation { collective, algorithm, count, size, .. } = operation;
        // What a receive receives is counted where it is sent.
        if collective == Collective::Recv {
            continue;
        }
        let part = match collective {
            Collective::ReduceScatter | Collective::AllToAll => count / ranks,
            _ => count,
        };
        let expected = match collective {
            Collective::Send => Some(("n", (part * size) as u64)),
            // Parts of any sizes have none.
            Collective::AllToAll if count == 0 && measured > 0 => None,
            _ => formula(collective, algorithm)
                .map(|formula| (formula.text, ((formula.total)(ranks, part) * size) as u64)),
        };
        let cost = Cost { collective, algorithm, ranks, part, size, calls: 1, expected, measured };
        let alike = |known: &&mut Cost| {
            let kind = |c: &Cost| (c.collective, c.algorithm, c.ranks, c.part, c.size);
            kind(known) == kind(&cost)
        };
        match costs.iter_mut().find(alike) {
            Some(known) => {
                known.calls += 1;
                known.measured += cost.measured;
                known.expected = known.expected.zip(cost.expected).map(|(a, b)| (a.0, a.1 + b.1));
            }
            None => costs.push(cost),
        }
    }
    costs
}

/// Bytes in the storages of `lesson`'s named tensors, by rank. Views of one storage count once.
pub fn resident(playback: &Playback, lesson: Lesson) -> Vec<u64> {
    let of = |rank: usize| {
        let mut storages: Vec<(u64, usize)> = Vec::new();
        for track in playback.tracks(rank).iter().filter(|track| track.lesson == lesson) {
            for write in &track.writes {
                let event = playback.event(write.place).map(|(_, event)| &event.kind);
                if let Some(EventKind::Written { span, dtype, .. }) = event {
                    let bytes = span.elements().end * dtype.size();
                    match storages.iter_mut().find(|(storage, _)| *storage == span.tensor) {
                        Some((_, known)) => *known = (*known).max(bytes),
                        None => storages.push((span.tensor, bytes)),
                    }
                }
            }
        }
        storages.iter().map(|&(_, bytes)| bytes as u64).sum()
    };
    (0..playback.world_size()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;

    #[test]
    fn every_call_of_every_lesson_costs_what_its_formula_says() {
        for w in ["1", "2", "3", "4", "7", "8"] {
            let (playback, config) = recorded(&[("world_size", w), ("n_tok", "3")]);
            let mut sent = 0;
            for &lesson in config.lessons() {
                for cost in costs(&playback, lesson) {
                    sent += cost.measured;
                    match cost.expected {
                        Some((_, expected)) => assert_eq!(expected, cost.measured, "{cost:?}"),
                        None => assert_eq!(cost.collective, Collective::NewGroup, "{cost:?}"),
                    }
                }
            }
            let bytes = |place| match playback.event(place).map(|(_, event)| &event.kind) {
                Some(EventKind::Sent { message, .. }) => u64::from(message.bytes),
                _ => 0,
            };
            assert_eq!(sent, (0..playback.len()).map(bytes).sum::<u64>());
        }
    }

    #[test]
    fn like_calls_are_counted_together() {
        let (playback, _) = recorded(&[("lesson", "moe")]);
        let told: Vec<_> = costs(&playback, Lesson::Moe)
            .iter()
            .map(|cost| (cost.collective.name(), cost.part, cost.size, cost.calls))
            .collect();
        assert_eq!(told[0], ("all_to_all", 1, 8, 1));
        assert_eq!(told[1], ("all_reduce", 1, 8, 1));
        assert_eq!((told[2].0, told[2].3, told.len()), ("all_to_all", 2, 3));
    }

    #[test]
    fn storages_count_once() {
        let (playback, _) = recorded(&[("lesson", "root")]);
        let held = resident(&playback, Lesson::Root);
        // Broadcast in place: four; scatter one, reduce one; the root has gathered four more.
        assert_eq!(held, [10 * 8, 6 * 8, 6 * 8, 6 * 8]);
    }
}
