use collective::replay::{Beginning, Cell, Term};
use collective::trace::{EventKind, LocalKind};
use collective::{Collective, ReduceOp};
use tensor::Values;

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
                let single = shown.is_some_and(|(values, _)| matches!(values, Values::Float32(_)));
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
mod tests {
    use super::super::playback::tests::recorded;
    use super::*;
    use crate::state::{Content, Element, Lang};
    use crate::words::Words;

    fn told(settings: &[(&str, &str)], rank: usize, name: &str, index: usize) -> String {
        let (mut playback, _) = recorded(settings);
        let end = playback.len();
        let track = playback.tracks(rank).iter().position(|track| track.name == name).unwrap();
        let element = Element::at(&mut playback, rank, track, index, end).unwrap();
        (Words::of(Lang::En).element.tell)(&element)
    }

    #[test]
    fn a_sum_is_told_with_its_addends_and_the_way_it_came() {
        let all_members = [("lesson", "all_members")];
        assert_eq!(
            told(&all_members, 0, "shard", 0),
            "rank 0 · shard[0] = 600.0 = 0.0 + 100.0 + 200.0 + 300.0, input[0] of ranks 0–3, by reduce_scatter step 1"
        );
        assert_eq!(
            told(&all_members, 2, "gathered", 2),
            "rank 2 · gathered[2] = 608.0 = 2.0 + 102.0 + 202.0 + 302.0, input[2] of ranks 0–3, by reduce_scatter step 1 \
             → received from rank 1 in all_gather step 1"
        );
        let sixteen = [("lesson", "all_members"), ("world_size", "16")];
        assert_eq!(
            told(&sixteen, 0, "shard", 1),
            "rank 0 · shard[1] = 12016.0 = 1.0 + 101.0 + 201.0 + … + 1501.0 (16 terms), input[1] of ranks 0–15, by \
             reduce_scatter step 1"
        );
    }

    #[test]
    fn a_token_is_told_from_its_row_to_its_expert_and_home() {
        let moe = [("lesson", "moe"), ("router", "1,0;1,1;2,3;3,0")];
        let told = told(&moe, 0, "final", 1);
        let way = " → dispatch → received from rank 0 in all_to_all step 1 → × 10 → received from rank 1 in all_to_all \
                   step 1 → home";
        assert!(told.contains("from rank 0's tokens[0, 1] = ") && told.ends_with(way), "{told}");
    }

    #[test]
    fn what_is_not_recorded_is_said_to_be_so() {
        let told = |name, index| told(&[("lesson", "ddp_zero2")], 1, name, index);
        assert!(
            told("bytes", 0).contains("= ? + ? + ? + ? from ranks 0–3"),
            "{}",
            told("bytes", 0)
        );
        assert!(
            told("mean_grad", 0).contains(": begins as ")
                && told("mean_grad", 0).ends_with(" → ÷ 4")
        );
        assert!(told("local_grad", 0).ends_with(", computed by backward from weight and data"));
        assert!(told("weight", 0).ends_with(", rank 1's own"));
    }

    #[test]
    fn a_sum_that_does_not_come_to_the_value_is_not_called_equal() {
        let (playback, config) = recorded(&[("lesson", "all_members")]);
        let mut traces = playback.replay().traces().to_vec();
        for event in &mut traces[0].events {
            if let EventKind::Written { name, values, .. } = &mut event.kind
                && name == "shard"
            {
                *values = collective::trace::Snapshot::Whole(Values::Float64(vec![1.0, 2.0]));
            }
        }
        let mut playback = Playback::new(traces, config.lessons());
        let end = playback.len();
        let element = Element::at(&mut playback, 0, 1, 0, end).unwrap();
        let told = (Words::of(Lang::En).element.tell)(&element);
        assert!(told.contains("shard[0] = 1.0: begins as 0.0 + 100.0"), "{told}");
        assert!(told.contains("the record does not tell how"), "{told}");
    }

    #[test]
    fn every_element_has_a_story_with_its_numbers_in_every_language() {
        for w in ["1", "2", "5"] {
            let (mut playback, _) = recorded(&[("world_size", w)]);
            let (end, world) = (playback.len(), playback.world_size());
            for rank in 0..world {
                for track in 0..playback.tracks(rank).len() {
                    for index in [0, 3, 9] {
                        let element = Element::at(&mut playback, rank, track, index, end).unwrap();
                        if matches!(element.content, Content::Exact(_)) {
                            let story = element.story.as_ref().unwrap();
                            assert!(story.root != Root::Unknown, "{element:?}");
                            if let Root::Folded { changed, .. } = &story.root {
                                assert!(!changed, "{element:?}");
                            }
                        }
                        let figures = Lang::ALL.map(|lang| {
                            let told = (Words::of(lang).element.tell)(&element);
                            let words = told.split(|c: char| !c.is_ascii_digit());
                            let mut figures: Vec<String> =
                                words.filter(|f| !f.is_empty()).map(str::to_owned).collect();
                            figures.sort();
                            figures
                        });
                        assert_eq!(figures[0], figures[1]);
                    }
                }
            }
        }
    }

    #[test]
    fn sources_are_elements_of_named_tensors() {
        let (mut playback, _) = recorded(&[("lesson", "all_members")]);
        let end = playback.len();
        let element = Element::at(&mut playback, 1, 1, 0, end).unwrap();
        let sources = element.story.unwrap().sources;
        let expected = (0..4).map(|rank| Source { rank, track: 0, index: Some(2) });
        assert_eq!(sources, expected.collect::<Vec<_>>());
    }
}
