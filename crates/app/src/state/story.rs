use collective::replay::{Beginning, Cell, Term};
use collective::trace::{EventKind, LocalKind};
use collective::{Collective, ReduceOp};
use tensor::{DType, Values};

use super::playback::Playback;
use super::tracks::value;
use crate::figures::figure;
use crate::places::place;

/// Addends written out; of more, the first ones and the last.
const WRITTEN: usize = 8;

/// How an element came to be, ready to be told.
#[derive(Debug, Clone, PartialEq)]
pub struct Story {
    /// What brought it here from where it began, in order.
    pub hops: Vec<Hop>,
    /// Where it began.
    pub root: Root,
    /// The elements it came from.
    pub sources: Vec<Source>,
}

/// One thing that happened to an element on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hop {
    /// A message brought it.
    Received {
        /// Who sent it.
        from: u32,
        /// The operation, if it is known.
        operation: Option<Collective>,
        /// Step of it, from 0.
        step: u32,
        /// Tag, of a point-to-point message.
        tag: u32,
    },
    /// Its rank copied it, or computed something of it alone: the program's name for that.
    Local {
        /// The name.
        name: String,
        /// Whether it is still the same value.
        copied: bool,
    },
}

impl Hop {
    /// Whether the value is another one after it.
    pub fn alters(&self) -> bool {
        matches!(self, Hop::Local { copied: false, .. })
    }
}

/// Where an element began.
#[derive(Debug, Clone, PartialEq)]
pub enum Root {
    /// As a fold.
    Folded {
        /// The terms in order, with their values: `0.0 + 100.0`; `?` where a value is not known.
        sum: String,
        /// How many there are.
        count: usize,
        /// Their ranks.
        ranks: u64,
        /// The tensor's name and the element's place, where they are the same for all.
        name: Option<String>,
        /// The operation.
        operation: Option<Collective>,
        /// Its last step, from 0.
        step: Option<u32>,
        /// Whether the terms fold to something else than is there: the program has changed it untold.
        changed: bool,
    },
    /// As the result of a computation.
    Computed {
        /// The program's name for it.
        name: String,
        /// Of what: names with places and values, or names alone where it took whole tensors.
        of: Vec<String>,
    },
    /// As this element, which its rank just had: rank, name with place and value, if it was ever named.
    Held(usize, Option<String>),
    /// As itself.
    Own,
    /// The record does not tell.
    Unknown,
}

/// An element that another came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// Whose.
    pub rank: usize,
    /// Which of the rank's tensors.
    pub track: usize,
    /// Which element; `None` for all.
    pub index: Option<usize>,
}

impl Story {
    /// How element `element` of `rank`'s storage `tensor` came to be what is shown at place `at` as `index` of a tensor.
    pub fn of(
        playback: &Playback,
        rank: usize,
        (tensor, element): (u64, usize),
        (at, index): (usize, usize),
    ) -> Story {
        let origin = playback.replay().origin(rank, tensor, element, at);
        let hops: Vec<Hop> = origin.hops.iter().rev().filter_map(|&h| hop(playback, h)).collect();
        let altered = hops.iter().any(Hop::alters);
        let mut sources = Vec::new();
        let mut light = |cell: &Cell, whole: bool| {
            sources.extend(
                source(playback, cell).map(|s| Source { index: s.index.filter(|_| !whole), ..s }),
            );
        };
        let root = match &origin.beginning {
            Beginning::Folded { terms, op, place, step } => {
                let all = Term::Folded(terms.clone());
                let cells = all.cells();
                cells.iter().for_each(|cell| light(cell, false));
                let mut names = cells.iter().map(|cell| title(playback, cell));
                let first = names.next().flatten();
                let name = first.filter(|first| names.all(|name| name.as_ref() == Some(first)));
                let shown = shown(playback, (at, index));
                let is = shown.and_then(|(values, index)| values.to_f64(index));
                let single = shown.is_some_and(|(values, _)| values.dtype() == DType::Float32);
                let folded = op.and_then(|op| fold(playback, &all, op, single));
                let differs = |a: f64, b: f64| a != b && !(a.is_nan() && b.is_nan());
                let apart = is.zip(folded).is_some_and(|(is, folded)| differs(is, folded));
                Root::Folded {
                    sum: sum(playback, terms, *op),
                    count: cells.len(),
                    ranks: cells.iter().fold(0, |mask, cell| mask | 1 << (cell.rank & 63)),
                    name,
                    operation: playback.operation(*place).map(|operation| operation.collective),
                    step: *step,
                    changed: apart && !altered,
                }
            }
            Beginning::Computed { place, index } => {
                let event = playback.event(*place).map(|(_, event)| &event.kind);
                let (name, mixed) = match event {
                    Some(EventKind::Local { kind, name, .. }) => {
                        (name.clone(), *kind == LocalKind::Mixed)
                    }
                    _ => Default::default(),
                };
                let cells = playback.replay().sources(*place, *index);
                cells.iter().for_each(|cell| light(cell, mixed));
                let told = |cell: &Cell| match (track(playback, cell), mixed) {
                    (Some((name, _)), true) => name.to_owned(),
                    _ => with_value(playback, cell),
                };
                Root::Computed { name, of: cells.iter().map(told).collect() }
            }
            Beginning::Held(cell) if cell.shown == Some((at, index)) || hops.is_empty() => {
                Root::Own
            }
            Beginning::Held(cell) => {
                light(cell, false);
                Root::Held(cell.rank, cell.shown.map(|_| with_value(playback, cell)))
            }
            Beginning::Unknown => Root::Unknown,
        };
        Story { hops, root, sources }
    }
}

fn hop(playback: &Playback, at: usize) -> Option<Hop> {
    let (_, event) = playback.event(at)?;
    match &event.kind {
        EventKind::Received { message, .. } => Some(Hop::Received {
            from: message.peer,
            operation: playback.operation(at).map(|operation| operation.collective),
            step: message.step,
            tag: message.tag,
        }),
        EventKind::Local { kind, name, .. } => {
            Some(Hop::Local { name: name.clone(), copied: *kind == LocalKind::Copied })
        }
        _ => None,
    }
}

/// The value that was shown there.
fn shown(playback: &Playback, (at, index): (usize, usize)) -> Option<(&Values, usize)> {
    let (_, event) = playback.event(at)?;
    let (_, values) = value(&event.kind)?;
    (index < values.len()).then_some((values, index))
}

fn text(playback: &Playback, cell: &Cell) -> String {
    let shown = cell.shown.and_then(|shown_at| shown(playback, shown_at));
    shown.map_or_else(|| "?".to_owned(), |(values, index)| figure(values, index).exact)
}

/// The name under which a cell was shown, and its place.
fn track<'a>(playback: &'a Playback, cell: &Cell) -> Option<(&'a str, Vec<usize>)> {
    let (at, index) = cell.shown?;
    let (_, event) = playback.event(at)?;
    let EventKind::Written { name, shape, .. } = &event.kind else { return None };
    let shape: Vec<usize> = shape.iter().map(|&size| size as usize).collect();
    Some((name, place(index, &shape)))
}

fn title(playback: &Playback, cell: &Cell) -> Option<String> {
    track(playback, cell).map(|(name, place)| format!("{name}{place:?}"))
}

fn with_value(playback: &Playback, cell: &Cell) -> String {
    match title(playback, cell) {
        Some(title) => format!("{title} = {}", text(playback, cell)),
        None => text(playback, cell),
    }
}

fn source(playback: &Playback, cell: &Cell) -> Option<Source> {
    let (at, index) = cell.shown?;
    let mut tracks = playback.tracks(cell.rank).iter();
    let track = tracks.position(|track| track.writes.iter().any(|write| write.place == at))?;
    Some(Source { rank: cell.rank, track, index: Some(index) })
}

/// `0.0 + 100.0`, `max(3, 5)`.
fn sum(playback: &Playback, terms: &[Term], op: Option<ReduceOp>) -> String {
    let (open, sign, close) = match op {
        Some(ReduceOp::Product) => ("", " × ", ""),
        Some(ReduceOp::Min) => ("min(", ", ", ")"),
        Some(ReduceOp::Max) => ("max(", ", ", ")"),
        Some(ReduceOp::Band) => ("", " & ", ""),
        Some(ReduceOp::Bor) => ("", " | ", ""),
        Some(ReduceOp::Bxor) => ("", " ^ ", ""),
        Some(ReduceOp::Avg) => ("(", " + ", ")"),
        Some(ReduceOp::Sum) | None => ("", " + ", ""),
    };
    let cells: Vec<Cell> = terms.iter().flat_map(Term::cells).collect();
    let mut parts: Vec<String> = match cells.as_slice() {
        [first, second, third, .., last] if cells.len() > WRITTEN => {
            let [first, second, third, last] =
                [first, second, third, last].map(|cell| text(playback, cell));
            vec![first, second, third, "…".to_owned(), last]
        }
        _ => Vec::new(),
    };
    if parts.is_empty() {
        let part = |term: &Term| match term {
            Term::Cell(cell) => text(playback, cell),
            Term::Folded(terms) if open.is_empty() => format!("({})", sum(playback, terms, op)),
            // An average is divided once, when all is added.
            Term::Folded(terms) => sum(playback, terms, op),
        };
        parts = terms.iter().map(part).collect();
    }
    let average =
        if op == Some(ReduceOp::Avg) { format!(" / {}", cells.len()) } else { String::new() };
    format!("{open}{}{close}{average}", parts.join(sign))
}

/// What the terms fold to, in float64, or rounded to float32 at every step; `None` where a value is not known.
fn fold(playback: &Playback, term: &Term, op: ReduceOp, single: bool) -> Option<f64> {
    let round = |value: f64| if single { f64::from(value as f32) } else { value };
    match term {
        Term::Cell(cell) => {
            let (values, index) = shown(playback, cell.shown?)?;
            values.to_f64(index)
        }
        Term::Folded(terms) => {
            let mut terms = terms.iter().map(|term| fold(playback, term, op, single));
            let first = terms.next()??;
            terms.try_fold(first, |a, b| {
                let b = b?;
                Some(round(match op {
                    ReduceOp::Sum => a + b,
                    ReduceOp::Product => a * b,
                    ReduceOp::Min => a.min(b),
                    ReduceOp::Max => a.max(b),
                    _ => return None,
                }))
            })
        }
    }
}

#[cfg(test)]
mod tests;
