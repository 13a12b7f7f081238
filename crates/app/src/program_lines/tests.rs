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
                    if lesson == Lesson::FoldOrder && *text == python_text && operation.number > 4 {
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
            assert!(says.iter().any(|says| line.contains(says)), "{lesson:?}: {event:?} at {line}");
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
