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
mod tests;
