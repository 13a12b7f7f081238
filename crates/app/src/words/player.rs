use collective::Collective;
use collective::replay::Doing;
use collective::trace::Event;

use crate::cells::Colour;
use crate::diagram::{Arrow, Bar};
use crate::state::{Element, Operation, View};

/// How to look at a run.
pub struct ViewWords {
    /// The choice's name.
    pub legend: &'static str,
    /// A view.
    pub name: fn(View) -> &'static str,
    /// There is no run to replay.
    pub nothing: &'static str,
    /// The traces are being read.
    pub reading: &'static str,
    /// What the traces do not hold: ranks whose trace is missing, events that did not fit.
    pub missing: fn(&[usize], u64) -> String,
}

/// Playing a run back.
pub struct PlayerWords {
    /// The area's name.
    pub heading: &'static str,
    /// Plays.
    pub play: &'static str,
    /// Pauses.
    pub pause: &'static str,
    /// One event on.
    pub step: &'static str,
    /// One event back.
    pub back: &'static str,
    /// One operation on.
    pub over: &'static str,
    /// One operation back.
    pub back_over: &'static str,
    /// How fast.
    pub speed: &'static str,
    /// So many events a second.
    pub per_second: fn(usize) -> String,
    /// The choice of whose events are played.
    pub scope: &'static str,
    /// Those of the lesson shown.
    pub lesson: &'static str,
    /// All.
    pub whole: &'static str,
    /// The scrubber's name.
    pub position: &'static str,
    /// Before the first of so many events.
    pub before: fn(usize) -> String,
    /// Where the cursor stands: number of the latest event, how many there are, what happened.
    pub stands: fn(usize, usize, &str) -> String,
    /// What a rank did, in which operation.
    pub event: fn(usize, &Event, Option<Collective>) -> String,
    /// What a rank is about, in which operation.
    pub doing: fn(&Doing, Option<&Operation>) -> String,
    /// The keys.
    pub keys: &'static str,
}

/// Tensors at the cursor.
pub struct ElementWords {
    /// The choice of what colours tell.
    pub colour: &'static str,
    /// What a colour tells, in a word.
    pub name: fn(Colour) -> &'static str,
    /// The two ends of the ramp, and what is neither.
    pub ends: fn(Colour) -> [&'static str; 2],
    /// Several ranks, none of them the owner.
    pub several: &'static str,
    /// The tensors' area: what it is and which keys move in it.
    pub tensors: &'static str,
    /// What outlines mean: the same element on other ranks, what it comes from, what a message carries.
    pub outlines: [&'static str; 3],
    /// Draws a tensor larger.
    pub larger: &'static str,
    /// Draws it as small as it was.
    pub smaller: &'static str,
    /// Before an element is pointed at.
    pub hint: &'static str,
    /// An element, its value and where it comes from.
    pub tell: fn(&Element) -> String,
}

/// The space-time diagram.
pub struct DiagramWords {
    /// Its heading.
    pub heading: &'static str,
    /// What it shows: ranks, operations, messages.
    pub label: fn(usize, usize, usize) -> String,
    /// The choice of what runs from left to right.
    pub time: &'static str,
    /// Logical time.
    pub logical: &'static str,
    /// Wall time.
    pub wall: &'static str,
    /// Closer.
    pub closer: &'static str,
    /// Farther.
    pub farther: &'static str,
    /// All of it.
    pub fit: &'static str,
    /// An operation.
    pub bar: fn(&Bar) -> String,
    /// A message.
    pub arrow: fn(&Arrow) -> String,
    /// Points at the message before.
    pub previous: &'static str,
    /// Points at the next message.
    pub next: &'static str,
    /// While no message is pointed at.
    pub hint: &'static str,
    /// A message: its number, how many there are, itself, and the tensors' elements it takes and those it fills.
    pub message: fn(usize, usize, &Arrow, &[String], &[String]) -> String,
    /// So many of so many messages are drawn.
    pub thinned: fn(usize, usize) -> String,
    /// From end to end, in microseconds.
    pub span: fn(u64) -> String,
    /// What bars and lines mean: operation, waiting, message.
    pub keys: [&'static str; 3],
}

/// Who sent how much to whom.
pub struct TrafficWords {
    /// The heading.
    pub heading: &'static str,
    /// What is counted.
    pub note: &'static str,
    /// The corner of the matrix.
    pub corner: &'static str,
    /// One of its cells: from, to, bytes, messages.
    pub cell: fn(usize, usize, u64, u64) -> String,
    /// The ledger's heading.
    pub ledger: &'static str,
    /// Columns: rank, sent bytes, received bytes, messages sent, messages received.
    pub columns: [&'static str; 5],
    /// All ranks.
    pub all: &'static str,
}

#[cfg(test)]
mod tests {
    use crate::state::{Element, Lang, recorded};
    use crate::words::Words;
    use collective::replay::Doing;

    /// The numbers in a sentence, sorted: languages put them in other orders.
    fn numbers(text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_digit());
        let mut numbers: Vec<String> =
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        numbers.sort();
        numbers
    }

    #[test]
    fn what_happened_carries_its_numbers_in_every_language() {
        let (mut playback, _) = recorded(&[]);
        let [english, chinese] = Lang::ALL.map(|lang| &Words::of(lang).player);
        for place in 0..playback.len() {
            let operation = playback.operation(place).map(|operation| operation.collective);
            let (rank, event) = playback.event(place).unwrap();
            let [en, zh] = [english, chinese].map(|words| (words.event)(rank, event, operation));
            assert_eq!(numbers(&en), numbers(&zh), "{en}\n{zh}");
            assert!(!en.contains("an operation"), "{en}");
            // Nothing of a run this small has as many elements: it would be a hash.
            assert!(numbers(&en).iter().all(|number| number.len() < 7), "{en}");
            let doing = playback.doing(rank, place + 1);
            let number = match doing {
                Doing::Communicating(number) | Doing::Blocked(number, _) => number,
                _ => 0,
            };
            let operation = playback.numbered(rank, number);
            let [en, zh] = [english, chinese].map(|words| (words.doing)(&doing, operation));
            assert_eq!(numbers(&en), numbers(&zh), "{en}\n{zh}");
        }
    }

    #[test]
    fn a_stage_says_whom_it_sends_to_and_waits_for() {
        let (mut playback, _) = recorded(&[("lesson", "send_recv")]);
        let mut told = Vec::new();
        for cursor in 0..=playback.len() {
            let doing = playback.doing(1, cursor);
            let number = match doing {
                Doing::Communicating(number) | Doing::Blocked(number, _) => number,
                _ => 0,
            };
            told.push((Words::of(Lang::En).player.doing)(&doing, playback.numbered(1, number)));
        }
        for expected in ["computing", "sending to 2", "blocked on recv from 0 tag 10", "done"] {
            assert!(told.iter().any(|told| told == expected), "{expected}: {told:?}");
        }
    }

    #[test]
    fn the_sum_of_a_reduce_names_what_every_rank_gave() {
        let (mut playback, _) = recorded(&[("lesson", "root")]);
        let track = playback.tracks(0).iter().position(|track| track.name == "reduce_out");
        let end = playback.len();
        let element = Element::at(&mut playback, 0, track.unwrap(), 0, end).unwrap();
        let told = (Words::of(Lang::En).element.tell)(&element);
        assert!(told.contains("0.0 + 1.0 + 2.0 + 3.0, scatter_out[0] of ranks 0–3"), "{told}");
    }
}
