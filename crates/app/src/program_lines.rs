//! Where ranks stand in a lesson's program, in either of its two languages.

use collective::Collective;
use collective::trace::{Event, EventKind};
use lessons::{Lesson, Listing};

use crate::state::Playback;

/// By rank: at which event it comes to which line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgramLines(Vec<Vec<(usize, u32)>>);

impl ProgramLines {
    /// The lines of the Rust program, which events name.
    pub fn rust(playback: &Playback, lesson: Lesson) -> Self {
        Self::follow(playback, lesson, |_, _, event| Some(event.line).filter(|&line| line > 0))
    }

    /// The lines of a program that was given as data, each a call.
    pub fn data(playback: &Playback, listing: &Listing) -> Self {
        Self::follow(playback, Lesson::Program, |rank, _, event| {
            Some(event.line).filter(|&line| line > 0).map(|line| listing.line(rank, line))
        })
    }

    /// The lines of the Python program that say the same: the first call of a collective for the first that ran, and
    /// so on; the assignment of the tensor; the assertion with the check's name. Where there is none a rank stays.
    pub fn python(playback: &Playback, lesson: Lesson, source: &str) -> Self {
        let lines: Vec<&str> = source.lines().collect();
        let mut calls: Vec<(Collective, u32)> = Vec::new();
        for place in playback.steps(Some(lesson)) {
            let Some((_, event)) = playback.event(place) else { continue };
            let EventKind::Begin { collective, .. } = event.kind else { continue };
            if !calls.contains(&(collective, event.line)) {
                calls.push((collective, event.line));
            }
        }
        Self::follow(playback, lesson, |_, here, event| python_line(&lines, &calls, here, event))
    }

    fn follow(
        playback: &Playback,
        lesson: Lesson,
        line: impl Fn(usize, u32, &Event) -> Option<u32>,
    ) -> Self {
        let mut ranks = vec![Vec::<(usize, u32)>::new(); playback.world_size()];
        for place in playback.steps(Some(lesson)) {
            let Some((rank, event)) = playback.event(place) else { continue };
            let Some(path) = ranks.get_mut(rank) else { continue };
            let here = path.last().map_or(0, |&(_, line)| line);
            if let Some(line) = line(rank, here, event).filter(|&line| line != here) {
                path.push((place, line));
            }
        }
        Self(ranks)
    }

    /// The lines at which ranks stand at `cursor`, that of the lowest rank first, and which ranks: bit `r` for rank `r`.
    pub fn standing(&self, cursor: usize) -> Vec<(u32, u64)> {
        let mut standing: Vec<(u32, u64)> = Vec::new();
        for (rank, path) in self.0.iter().enumerate() {
            let reached = path.partition_point(|&(place, _)| place < cursor);
            let Some(latest) = reached.checked_sub(1).and_then(|latest| path.get(latest)) else {
                continue;
            };
            match standing.iter_mut().find(|(line, _)| *line == latest.1) {
                Some((_, ranks)) => *ranks |= 1 << rank,
                None => standing.push((latest.1, 1 << rank)),
            }
        }
        standing
    }

    /// The line after `line` that some rank comes to, or the one before it; the nearest where there is none.
    pub fn neighbour(&self, line: u32, after: bool) -> Option<u32> {
        let lines = || self.0.iter().flatten().map(|&(_, line)| line);
        if after {
            lines().filter(|&l| l > line).min().or(lines().max())
        } else {
            lines().filter(|&l| l < line).max().or(lines().min())
        }
    }

    /// The cursor behind the next event at which a rank comes to `line`; behind the first where there is none after
    /// `cursor`.
    pub fn next(&self, line: u32, cursor: usize) -> Option<usize> {
        let places = || self.0.iter().flatten().filter(|&&(_, l)| l == line).map(|&(at, _)| at);
        let next = places().filter(|&place| place >= cursor).min();
        next.or_else(|| places().min()).map(|place| place + 1)
    }
}

/// The line (from 1) of the Python program that `event` of a rank that stands at line `here` is about; `called` are
/// the lines of the Rust program that call collectives, in the order in which they first ran.
fn python_line(
    lines: &[&str],
    called: &[(Collective, u32)],
    here: u32,
    event: &Event,
) -> Option<u32> {
    let all = || (1u32..).zip(lines.iter().copied());
    let after = |says: &dyn Fn(&str) -> bool| {
        all().find(|&(number, text)| number > here && says(text)).map(|(number, _)| number)
    };
    match &event.kind {
        EventKind::Begin { collective, .. } => {
            let name = collective.name();
            let mut same = called.iter().filter(|(other, _)| other == collective);
            let nth = same.position(|&(_, line)| line == event.line)?;
            all().filter(|(_, text)| calls(text, name)).nth(nth).map(|(number, _)| number)
        }
        EventKind::Written { name, .. } => after(&|text| assigns(text, name)),
        EventKind::Local { name, .. } => after(&|text| has_word(text, name)),
        EventKind::Check { name, .. } => {
            let message = format!(", \"{name}\"");
            let asserted = all().find(|(_, text)| text.ends_with(&message));
            asserted.map(|(number, _)| number).or_else(|| after(&|text| has_word(text, name)))
        }
        EventKind::Log => {
            all().find(|(_, text)| text.trim_start().starts_with("print(")).map(|(n, _)| n)
        }
        _ => None,
    }
}

/// Whether a line, of either language, calls the collective of that name: in its form for one tensor, started to be waited
/// for later, or in a batch.
fn calls(text: &str, name: &str) -> bool {
    if matches!(name, "send" | "recv") && text.contains(".batch_isend_irecv(") {
        return true;
    }
    let forms = ["(", "_into_tensor(", "_tensor(", "_single(", "_single_with_splits("];
    [format!(".{name}"), format!(".i{name}")].iter().any(|method| {
        let mut rests = text.match_indices(method).map(|(at, method)| &text[at + method.len()..]);
        rests.any(|rest| forms.iter().any(|form| rest.starts_with(form)))
    })
}

/// Whether a line of Python gives `name` a value.
fn assigns(text: &str, name: &str) -> bool {
    let targets = text.split_once('=').map(|(targets, _)| targets);
    targets.is_some_and(|targets| has_word(targets, name) && !targets.contains('('))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::recorded;

    /// Lessons that end with an all-reduce of the bytes that ranks counted, which nobody counts in Python.
    const COUNTING: [Lesson; 5] =
        [Lesson::DdpZero2, Lesson::Checkpoint, Lesson::Fsdp, Lesson::RsAg, Lesson::Ragged];

    /// A lesson's program, in Rust and in Python.
    fn sources(lesson: Lesson) -> (String, String) {
        let (root, id) = (env!("CARGO_MANIFEST_DIR"), lesson.id());
        let read = |path: String| std::fs::read_to_string(path).unwrap();
        let rust = read(format!("{root}/../lessons/src/programs/{id}.rs"));
        (rust, read(format!("{root}/../../web/programs/{id}.py")))
    }

    /// The texts of the lines that `rank` comes to, one after the other.
    fn path(lines: &ProgramLines, rank: usize, text: &str) -> Vec<String> {
        let text: Vec<&str> = text.lines().collect();
        lines.0[rank].iter().map(|&(_, l)| text[l as usize - 1].trim().to_owned()).collect()
    }

    #[test]
    fn every_call_of_a_collective_is_a_line_of_both_programs() {
        for lesson in Lesson::every() {
            let (playback, _) = recorded(&[("lesson", lesson.id())]);
            let (rust_text, python_text) = sources(lesson);
            let rust = ProgramLines::rust(&playback, lesson);
            let python = ProgramLines::python(&playback, lesson, &python_text);
            for rank in 0..4 {
                for operation in playback.operations(rank) {
                    let cursor = operation.begins + 1;
                    let name = operation.collective.name();
                    // A mesh makes its groups by itself.
                    if lesson == Lesson::TpGroups && operation.collective == Collective::NewGroup {
                        continue;
                    }
                    for (lines, text) in [(&rust, &rust_text), (&python, &python_text)] {
                        let at = lines.standing(cursor);
                        let at = at.iter().find(|(_, ranks)| ranks >> rank & 1 == 1);
                        let line = text.lines().nth(at.unwrap().0 as usize - 1).unwrap();
                        // That all ranks' bytes are added up is the lesson's own business, not the Python program's.
                        let counting = COUNTING.contains(&lesson) && *text == python_text;
                        let last = operation.number == playback.operations(rank).len() as u32;
                        // In torch nobody chooses an algorithm: what others than gloo's give is worked out by hand.
                        if lesson == Lesson::FoldOrder
                            && *text == python_text
                            && operation.number > 4
                        {
                            continue;
                        }
                        assert!(
                            calls(line, name) || counting && last,
                            "{lesson:?} rank {rank}: {name} at {line}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_event_stands_where_the_rust_program_says_it() {
        for lesson in Lesson::every() {
            let (playback, _) = recorded(&[("lesson", lesson.id())]);
            let (rust, _) = sources(lesson);
            for place in playback.steps(Some(lesson)) {
                let Some((_, event)) = playback.event(place) else { continue };
                // What a collective does stands at its call.
                if event.operation > 0 {
                    continue;
                }
                let named = |name: &str| format!("\"{name}\"");
                let says = match &event.kind {
                    EventKind::Written { name, .. } => {
                        vec![".keep(".into(), ".show(".into(), named(name)]
                    }
                    EventKind::Local { name, .. } => {
                        vec![".computed(".into(), ".clone_of(".into(), named(name)]
                    }
                    EventKind::Check { name, .. } => vec![".check_".into(), named(name)],
                    EventKind::Log => vec![".log(".into()],
                    _ => continue,
                };
                let line = rust.lines().nth((event.line as usize).wrapping_sub(1));
                let line = line.unwrap_or_else(|| panic!("{lesson:?} has no line {}", event.line));
                assert!(
                    says.iter().any(|says| line.contains(says)),
                    "{lesson:?}: {event:?} at {line}"
                );
            }
        }
    }

    #[test]
    fn a_rank_goes_down_the_python_program_to_its_last_line() {
        for lesson in Lesson::every() {
            let (playback, _) = recorded(&[("lesson", lesson.id())]);
            let (_, python_text) = sources(lesson);
            let python = ProgramLines::python(&playback, lesson, &python_text);
            for rank in 0..4 {
                let visited: Vec<u32> = python.0[rank].iter().map(|&(_, line)| line).collect();
                // (Loops go back, and check names stand where Python asserts them.)
                let back = visited.windows(2).filter(|pair| pair[1] < pair[0]).count();
                // Microbatches and blocks go round and round, and ZeRO's stages share their functions.
                let round = [Lesson::OneFOneB, Lesson::RingAttention, Lesson::ZeroStages];
                let most = if round.contains(&lesson) { 12 } else { 4 };
                assert!(back <= most, "{lesson:?} rank {rank} goes back {back} times: {visited:?}");
                let path = path(&python, rank, &python_text);
                assert!(path.last().is_some_and(|line| line.starts_with("print(")), "{path:#?}");
            }
        }
    }

    #[test]
    fn tensors_and_checks_are_where_they_get_their_names() {
        let (playback, _) = recorded(&[("lesson", "ddp_zero2")]);
        let (_, python_text) = sources(Lesson::DdpZero2);
        let python = ProgramLines::python(&playback, Lesson::DdpZero2, &python_text);
        let path = path(&python, 2, &python_text);
        let expected = [
            "weight = linear.weight.data",
            "data = torch.randn(2, 8, generator=generator)",
            "linear(data).square().sum().backward()",
            "local_grad = linear.weight.grad",
            "mean_grad = local_grad.clone()",
            "dist.all_reduce(mean_grad)",
            "mean_grad /= world_size",
        ];
        assert_eq!(path[..7], expected, "{path:#?}");
        assert!(path.iter().any(|line| line.ends_with("\"zero2_equals_ddp\"")));
    }

    #[test]
    fn a_line_leads_to_the_next_rank_that_comes_to_it_and_round_again() {
        let (playback, _) = recorded(&[("lesson", "all_members")]);
        let lines = ProgramLines::rust(&playback, Lesson::AllMembers);
        let line = sources(Lesson::AllMembers).0.lines().position(|l| l.contains(".all_reduce("));
        let line = line.unwrap() as u32 + 1;
        let mut cursor = 0;
        let mut ranks = 0u64;
        for _ in 0..4 {
            cursor = lines.next(line, cursor).unwrap();
            let (rank, _) = playback.event(cursor - 1).unwrap();
            ranks |= 1 << rank;
            assert!(lines.standing(cursor).iter().any(|&(l, at)| l == line && at >> rank & 1 == 1));
        }
        assert_eq!(ranks, 0b1111);
        assert!(lines.next(line, cursor).unwrap() < cursor, "round again");
        assert_eq!(lines.next(1, 0), None);
        assert!(lines.neighbour(line, true) > Some(line));
        assert!(lines.neighbour(line, false) < Some(line));
        assert_eq!(lines.neighbour(9999, true), lines.neighbour(10_000, false));
    }
}
