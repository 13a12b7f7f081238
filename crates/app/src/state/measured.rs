//! A link between ranks on this machine, from the record of a program that sends to and fro.

use std::fmt::Write;

use collective::cost::LinkModel;
use collective::trace::{EventKind, Trace};
use fabric::TransportKind;

use super::RunError;

/// Whether the link has been measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Measurement {
    /// Not yet.
    #[default]
    NotYet,
    /// It is being measured.
    UnderWay,
    /// It could not be, since a run was under way.
    Busy,
    /// The program that measures did not come to its end.
    Failed(RunError),
    /// Its times fit no link: something else kept the machine busy.
    Unclear,
    /// It has been.
    Done {
        /// What it is.
        link: LinkModel,
        /// How frames travelled.
        transport: TransportKind,
    },
}

/// Bytes of a small message: two elements.
pub const SMALL: usize = 8;
/// Bytes of a large one.
pub const LARGE: usize = 1 << 20;
/// Rounds that count.
const ROUNDS: usize = 9;
/// Rounds before them: a browser compiles for good what has run for a while.
const WARMING_UP: usize = 4;
/// Operations that end on rank 0 in a round.
const ENDS: usize = 10;

/// What two ranks run: rounds of a small message there and back, of a large one there and back, and of a large one that
/// is folded there; in turns, so that a machine that grows slower does so for all three. Each comes twice, and the second time
/// counts: how the first began hangs on what came before.
///
/// Payloads follow their offers at once, as those of a collective do.
pub fn measuring_program() -> String {
    let mut text = format!("{{\"world_size\": 2, \"eager_limit\": {LARGE}, \"calls\": [\n");
    for (name, bytes) in [("small", SMALL), ("large", LARGE)] {
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "{{\"call\": \"zeros\", \"shape\": [{}], \"dtype\": \"float32\", \"as\": \"{name}\"}},",
            bytes / 4
        );
    }
    let send = |from: usize, name: &str| {
        let to = 1 - from;
        format!(
            "{{\"call\": \"send\", \"tensor\": \"{name}\", \"dst\": {to}, \"on\": {from}}},\n\
             {{\"call\": \"recv\", \"tensor\": \"{name}\", \"src\": {from}, \"on\": {to}}}"
        )
    };
    let round = |name| [send(0, name), send(1, name)].join(",\n");
    // Rank 0 folds what rank 1 has sent, and sends that back.
    let folded = "{\"call\": \"all_reduce\", \"tensor\": \"large\", \"algorithm\": \"flat\"}";
    let kinds = [round("small"), round("large"), folded.to_owned()];
    let whole = kinds.iter().flat_map(|kind| [kind.as_str(); 2]).collect::<Vec<_>>().join(",\n");
    text.push_str(&vec![whole; WARMING_UP + ROUNDS].join(",\n"));
    text.push_str("]}");
    text
}

/// The link, from rank 0's record of the [`measuring_program`]; `None` where that did not come to its end, or noise makes a
/// message, a byte or a fold look quicker than nothing.
pub fn fitted_link(trace: &Trace) -> Option<LinkModel> {
    let ends = trace.events.iter().filter(|event| event.kind == EventKind::End);
    let ends: Vec<f64> = ends.map(|event| event.at).collect();
    let rounds = ends.get(WARMING_UP * ENDS..(WARMING_UP + ROUNDS) * ENDS)?;
    // The median round: now and then something else keeps the machine busy.
    let seconds = |from: usize, to: usize| {
        let times: Vec<f64> = rounds
            .chunks_exact(ENDS)
            .filter_map(|round| Some(round.get(to)? - round.get(from)?))
            .collect();
        median(&times).map(|median| median / 1e6)
    };
    // A send and a receive to a message there and back; then one all-reduce.
    let there_and_back = [seconds(1, 3)?, seconds(5, 7)?, seconds(8, 9)?];
    let [small, large, folded] = there_and_back.map(|seconds| seconds / 2.0);
    let beta = (large - small) / (LARGE - SMALL) as f64;
    let alpha = small - beta * SMALL as f64;
    let gamma = 2.0 * (folded - large) / LARGE as f64;
    let is_told = alpha > 0.0 && beta > 0.0 && gamma > 0.0;
    is_told.then_some(LinkModel { alpha, beta, gamma })
}

/// The middle one; the lower of two. (Sorting is larger than all the rest of this.)
fn median(values: &[f64]) -> Option<f64> {
    let middle = values.len().saturating_sub(1) / 2;
    let count = |holds: &dyn Fn(f64) -> bool| values.iter().filter(|&&other| holds(other)).count();
    let is_middle = |value: f64| {
        count(&|other| other < value) <= middle && count(&|other| other <= value) > middle
    };
    values.iter().copied().find(|&value| is_middle(value))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use collective::trace::Event;
    use collective::{Context, threads};
    use lessons::Program;

    #[test]
    fn a_link_is_measured_between_threads() {
        let program = Program::parse(&measuring_program(), Some(2)).unwrap();
        let run = async |context: Context| lessons::run_program(context, &program).await;
        let measure = || {
            let ranks = threads::run(2, Default::default(), run);
            let (record, trace) = ranks.into_iter().next().unwrap().unwrap();
            assert_eq!(record.failure, None);
            fitted_link(&trace)
        };
        // A machine that is busy with other tests may not tell at once.
        let link = (0..10).find_map(|_| measure()).unwrap();
        // A message takes no second, and a byte no microsecond, on any machine that runs this.
        assert!(link.alpha < 1.0 && link.beta < 1e-6 && link.gamma < 1e-6, "{link:?}");
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 9.0, 1.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 9.0, 3.0]), Some(3.0));
        assert_eq!(median(&[2.0, 2.0, 2.0, 1.0]), Some(2.0));
    }

    /// Rank 0's record where a round of small messages, of large ones, and of large ones that are folded takes so many
    /// microseconds; more at first, and sometimes.
    fn record([small, large, folded]: [f64; 3]) -> Trace {
        let mut trace = Trace { version: 0, rank: 0, events: Vec::new(), dropped: 0 };
        let mut at = 5.0;
        for round in 0..WARMING_UP + ROUNDS {
            let slower = if round < WARMING_UP || round % 4 == 0 { 3.0 } else { 1.0 };
            for (time, operations) in [(small, 2), (large, 2), (folded, 1)] {
                for part in 0..2 * operations {
                    // The first of the two is held up.
                    at += slower * time / operations as f64 + if part == 0 { 70.0 } else { 0.0 };
                    let kind = EventKind::End;
                    let (seq, clock, line, operation) = (0, 0, 0, 0);
                    trace.events.push(Event { seq, clock, at, line, operation, kind });
                }
            }
        }
        trace
    }

    #[test]
    fn what_noise_makes_quicker_than_nothing_is_not_told() {
        assert!(fitted_link(&record([20.0, 220.0, 260.0])).is_some());
        // A byte, a message, a fold.
        for times in [[20.0, 20.0, 60.0], [0.0, 220.0, 260.0], [20.0, 220.0, 220.0]] {
            assert_eq!(fitted_link(&record(times)), None, "{times:?}");
        }
    }

    #[test]
    fn times_are_told_apart() {
        // Ten for a message, a hundred more for the large one, forty to fold it.
        let mut trace = record([20.0, 220.0, 220.0 + 40.0]);
        let link = super::fitted_link(&trace).unwrap();
        let near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-3;
        assert!(near(link.alpha, 10e-6), "{link:?}");
        assert!(near(link.beta, 100e-6 / LARGE as f64), "{link:?}");
        assert!(near(link.gamma, 40e-6 / LARGE as f64), "{link:?}");
        trace.events.pop();
        assert_eq!(super::fitted_link(&trace), None);
    }
}
