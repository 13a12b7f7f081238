use collective::Collective;
use collective::trace::Span;
use lessons::{Config, Lesson, Report, Value};
use tensor::Values;

use super::operation::Operation;
use super::playback::Playback;
use super::tracks::{Track, value};

/// One lesson as it is seen at one moment, as pictures ask for it: at a cursor of a run played back, or as a run ended.
pub struct Sight<'a> {
    /// The run's settings.
    pub config: &'a Config,
    lesson: Lesson,
    source: Basis<'a>,
}

enum Basis<'a> {
    End(&'a Report),
    At(&'a mut Playback, usize),
}

/// A named value: sizes, and its elements as numbers, as far as they are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// Sizes.
    pub shape: Vec<usize>,
    /// Row by row.
    pub numbers: Vec<f64>,
}

/// How far something is that goes from one rank to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// It has not set out.
    Not,
    /// It is under way.
    Going,
    /// It is there.
    There,
}

impl Way {
    /// Its name among classes of style.
    pub fn class(self) -> &'static str {
        match self {
            Way::Not => "not",
            Way::Going => "going",
            Way::There => "there",
        }
    }
}

impl<'a> Sight<'a> {
    /// `lesson` as `report` has it: at the end.
    pub fn end(report: &'a Report, lesson: Lesson) -> Self {
        Self { config: &report.config, lesson, source: Basis::End(report) }
    }

    /// `lesson` at `cursor` of a run with these settings.
    pub fn at(
        playback: &'a mut Playback,
        config: &'a Config,
        lesson: Lesson,
        cursor: usize,
    ) -> Self {
        Self { config, lesson, source: Basis::At(playback, cursor) }
    }

    /// The report, at the end.
    pub fn report(&self) -> Option<&Report> {
        match &self.source {
            Basis::End(report) => Some(report),
            Basis::At(..) => None,
        }
    }

    /// Ranks.
    pub fn world_size(&self) -> usize {
        self.config.world_size()
    }

    /// What `rank` holds as `name`; `None` before it is named, and where it means nothing.
    pub fn known(&self, rank: usize, name: &str) -> Option<Known> {
        match &self.source {
            Basis::End(report) => match report.ranks.get(rank)?.value(self.lesson, name)? {
                Value::None | Value::Text(_) => None,
                Value::Number(number) => {
                    Some(Known { shape: Vec::new(), numbers: vec![*number as f64] })
                }
                Value::Numbers(numbers) => Some(Known {
                    shape: vec![numbers.len()],
                    numbers: numbers.iter().map(|&number| number as f64).collect(),
                }),
                Value::Tensor(shape, values) => Some(known(shape.clone(), values)),
            },
            Basis::At(playback, cursor) => {
                let write = self.track(rank, name)?.at(*cursor)?;
                let (shape, values) = value(&playback.event(write.place)?.1.kind)?;
                Some(known(shape.iter().map(|&size| size as usize).collect(), values))
            }
        }
    }

    /// What `rank` found when it checked `name`; `None` before it did.
    pub fn checked(&self, rank: usize, name: &str) -> Option<f64> {
        let Basis::End(report) = &self.source else { return None };
        let mut checks = report.ranks.get(rank)?.checks.iter();
        let check = checks.find(|check| check.lesson == self.lesson && check.name == name)?;
        match check.actual {
            Value::Number(number) => Some(number as f64),
            _ => None,
        }
    }

    /// Whether `rank` has named `name` by now.
    pub fn has(&self, rank: usize, name: &str) -> bool {
        match &self.source {
            Basis::End(report) => {
                report.ranks.get(rank).is_some_and(|rank| rank.value(self.lesson, name).is_some())
            }
            Basis::At(_, cursor) => {
                self.track(rank, name).is_some_and(|track| track.at(*cursor).is_some())
            }
        }
    }

    /// Which ranks are in element `index` of `name`, even while an operation fills it; `None` at the end of a run that
    /// is not played back, where nobody knows.
    pub fn mask(&mut self, rank: usize, name: &str, index: usize) -> Option<u64> {
        let track = self.track(rank, name)?;
        let (span, cursor) = (track.span, self.cursor()?);
        if let Some(write) = track.at(cursor) {
            return write.masks.get(index).copied();
        }
        let (start, len) = (span.start + u32::try_from(index).ok()?, 1);
        let Basis::At(playback, _) = &mut self.source else { return None };
        let state = playback.world(cursor).ranks().get(rank)?;
        state.provenance(&Span { start, len, ..span }).first().copied()
    }

    /// How far `rank` is with its call number `nth` of `collective` in this lesson: begun is under way, ended is there.
    pub fn call(&self, rank: usize, collective: Collective, nth: usize) -> Way {
        let mut calls = self.calls(rank).filter(|call| call.collective == collective);
        self.way(calls.nth(nth))
    }

    /// How far a message is that `from` sends to `to` by send and recv.
    pub fn message(&self, from: usize, to: usize) -> Way {
        let of = |rank: usize, collective: Collective, peer: usize| {
            let peer = u32::try_from(peer).ok();
            let call = |call: &&Operation| call.collective == collective && call.peer == peer;
            self.way(self.calls(rank).find(call))
        };
        match (of(from, Collective::Send, to), of(to, Collective::Recv, from)) {
            (_, Way::There) => Way::There,
            (Way::Not, _) => Way::Not,
            _ => Way::Going,
        }
    }

    fn way(&self, call: Option<&Operation>) -> Way {
        match (self.cursor(), call) {
            (None, _) => Way::There,
            (Some(cursor), Some(call)) if call.ends < cursor => Way::There,
            (Some(cursor), Some(call)) if call.begins < cursor => Way::Going,
            _ => Way::Not,
        }
    }

    fn calls(&self, rank: usize) -> impl Iterator<Item = &Operation> {
        let playback = match &self.source {
            Basis::At(playback, _) => Some(&**playback),
            Basis::End(_) => None,
        };
        playback.into_iter().flat_map(move |playback| {
            let of_lesson =
                move |call: &&Operation| playback.lesson(call.begins) == Some(self.lesson);
            playback.operations(rank).iter().filter(of_lesson)
        })
    }

    /// Where the cursor stands; `None` at the end.
    fn cursor(&self) -> Option<usize> {
        match &self.source {
            Basis::At(_, cursor) => Some(*cursor),
            Basis::End(_) => None,
        }
    }

    fn track(&self, rank: usize, name: &str) -> Option<&Track> {
        let Basis::At(playback, _) = &self.source else { return None };
        let mut tracks = playback.tracks(rank).iter();
        tracks.find(|track| track.lesson == self.lesson && track.name == name)
    }
}

fn known(shape: Vec<usize>, values: &Values) -> Known {
    let numbers = (0..values.len()).map(|index| values.to_f64(index).unwrap_or(f64::NAN));
    Known { shape, numbers: numbers.collect() }
}
