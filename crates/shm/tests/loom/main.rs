//! The protocols under a model checker, which runs a few threads in every interleaving with at most
//! three to five preemptions, and lets each load see every value that the memory orderings allow:
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p rankscope-shm --release --test loom`
//!
//! Data bytes are cells that report unordered access, so a counter published a moment too early is
//! found even where the bytes would happen to be right. The last tests break the protocols on
//! purpose: the models must notice.

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod words;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use loom::{model::Builder, sync::atomic::Ordering, thread};
use shm::{Consumer, Control, Death, Doorbell, Layout, Producer, Reason, RingSpan, Ticket, Words};
use words::LoomWords;

/// Runs a model with at most `preemptions` switches away from a thread that could go on.
fn model(preemptions: usize, run: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(run);
}

const WRITER_BELL: usize = 0;
const READER_BELL: usize = 1;

/// A ring at byte 64, and two doorbells in front of it.
fn ring(capacity: usize) -> (RingSpan, LoomWords) {
    let span = RingSpan::new(64, capacity).unwrap();
    let atoms = [WRITER_BELL, READER_BELL, span.tail_word(), span.head_word()];
    let data = span.data_byte()..span.data_byte() + capacity;
    (span, LoomWords::new(64 + RingSpan::bytes(capacity), atoms, data))
}

fn record(number: u8, len: usize) -> Vec<u8> {
    (1 + 16 * number..).take(len).collect()
}

/// Sends records of these lengths through a ring, both sides sleeping when they cannot go on.
fn sleeping_stream(span: RingSpan, words: LoomWords, lens: &'static [usize]) {
    let words = Arc::new(words);
    let writer = {
        let words = words.clone();
        thread::spawn(move || {
            let mine = Doorbell::new(&words, WRITER_BELL).unwrap();
            let peer = Doorbell::new(&words, READER_BELL).unwrap();
            let mut producer = Producer::new(&words, span).unwrap();
            for (number, &len) in (0..).zip(lens) {
                let record = record(number, len);
                let (first, rest) = record.split_at(len / 2);
                loop {
                    let ticket = mine.read();
                    if producer.try_write(&[first, rest]).unwrap() {
                        break;
                    }
                    mine.wait(ticket, None);
                }
                peer.ring();
            }
        })
    };
    let mine = Doorbell::new(&words, READER_BELL).unwrap();
    let peer = Doorbell::new(&words, WRITER_BELL).unwrap();
    let mut consumer = Consumer::new(&words, span).unwrap();
    let mut into = Vec::new();
    for (number, &len) in (0..).zip(lens) {
        loop {
            let ticket = mine.read();
            if consumer.try_read(&mut into).unwrap().is_some() {
                break;
            }
            mine.wait(ticket, None);
        }
        peer.ring();
        assert_eq!(into, record(number, len));
    }
    assert_eq!(consumer.try_read(&mut into), Ok(None));
    writer.join().unwrap();
}

#[test]
fn a_full_ring_makes_the_writer_wait_and_wraps() {
    let lens = &[8, 8, 5];
    model(3, || {
        // Room for one record and a half: the second wraps.
        let (span, words) = ring(24);
        sleeping_stream(span, words, lens);
    });
}

#[test]
fn records_follow_each_other_in_one_ring() {
    let lens = &[3, 0, 9];
    model(3, || {
        let (span, words) = ring(40);
        sleeping_stream(span, words, lens);
    });
}

/// No doorbells, so that nothing but the ring's own counters orders its bytes. Returns how many
/// records were read before the writer was known to be done, and which were written.
fn polled(span: RingSpan, words: LoomWords) -> (usize, Vec<u8>) {
    let words = Arc::new(words);
    let writer = {
        let words = words.clone();
        thread::spawn(move || {
            let mut producer = Producer::new(&words, span).unwrap();
            (0..4)
                .filter(|&number| producer.try_write(&[&record(number, 8)]).unwrap())
                .collect::<Vec<u8>>()
        })
    };
    let mut consumer = Consumer::new(&words, span).unwrap();
    let mut into = Vec::new();
    let mut read = Vec::new();
    for _ in 0..2 {
        if consumer.try_read(&mut into).unwrap().is_some() {
            read.push(into.clone());
        }
    }
    let early = read.len();
    let written = writer.join().unwrap();
    while consumer.try_read(&mut into).unwrap().is_some() {
        read.push(into.clone());
    }
    let expected: Vec<_> = written.iter().map(|&number| record(number, 8)).collect();
    assert_eq!(read, expected);
    (early, written)
}

/// A ring that is full of one record: its room is the writer's again exactly when it was read.
/// And one that holds a record and a half, so that records lie at three offsets and wrap.
#[test]
fn the_counters_alone_order_the_bytes() {
    for capacity in [16, 24] {
        let outcomes = Arc::new(Mutex::new(BTreeSet::new()));
        let seen = outcomes.clone();
        model(5, move || {
            let (span, words) = ring(capacity);
            let outcome = polled(span, words);
            seen.lock().unwrap().insert(outcome);
        });
        // The model did try what it is about: reading and writing at once, in many ways.
        let outcomes = outcomes.lock().unwrap();
        for outcome in
            [(0, vec![0]), (1, vec![0]), (1, vec![0, 1]), (1, vec![0, 3]), (2, vec![0, 1, 2])]
        {
            assert!(outcomes.contains(&outcome), "{outcome:?} is not among {outcomes:?}");
        }
    }
}

/// A ticket to wait with, unless both were heard.
type TicketUnlessHeard = fn(&Doorbell<Arc<LoomWords>>, &dyn Fn() -> bool) -> Option<Ticket>;

/// Two threads say one thing each and ring; the third sleeps until it has heard both.
fn hear_two(ticket: TicketUnlessHeard) {
    let words = Arc::new(LoomWords::new(64, 0..3, 0..0));
    let ringers: Vec<_> = (1..3)
        .map(|said| {
            let words = words.clone();
            thread::spawn(move || {
                words.store(said, 1);
                Doorbell::new(words, 0).unwrap().ring();
            })
        })
        .collect();
    let mine = Doorbell::new(words.clone(), 0).unwrap();
    let heard = move || (1..3).all(|said| words.load(said) == 1);
    while let Some(ticket) = ticket(&mine, &heard) {
        mine.wait(ticket, None);
    }
    assert!(heard());
    for ringer in ringers {
        ringer.join().unwrap();
    }
}

#[test]
fn no_ring_is_slept_through() {
    model(3, || {
        hear_two(|bell, heard| {
            let ticket = bell.read();
            (!heard()).then_some(ticket)
        })
    });
}

fn world() -> (Layout, Arc<LoomWords>) {
    let layout = Layout::new(2, 16).unwrap();
    let rings = [layout.ring(0, 1).unwrap(), layout.ring(1, 0).unwrap()];
    let counters = rings.iter().flat_map(|ring| [ring.tail_word(), ring.head_word()]);
    let atoms = (0..rings[0].tail_word()).chain(counters);
    let words = Arc::new(LoomWords::new(layout.len_bytes(), atoms, 0..0));
    Control::format(words.clone(), layout, 0).unwrap();
    (layout, words)
}

#[test]
fn the_first_death_wins_and_wakes_the_sleeper() {
    model(3, || {
        let (layout, words) = world();
        let declare = |death| {
            let control = Control::attach(words.clone(), layout).unwrap();
            thread::spawn(move || control.declare_dead(death).unwrap())
        };
        let deaths = [
            Death { rank: Some(0), reason: Reason::Panicked },
            Death { rank: None, reason: Reason::Cancelled },
        ];
        let declared = deaths.map(declare);
        let control = Control::attach(words.clone(), layout).unwrap();
        let mine = Doorbell::new(words.clone(), layout.doorbell(1).unwrap()).unwrap();
        let seen = loop {
            let ticket = mine.read();
            if let Some(death) = control.death().unwrap() {
                break death;
            }
            mine.wait(ticket, None);
        };
        assert!(deaths.contains(&seen));
        for thread in declared {
            assert_eq!(thread.join().unwrap(), seen);
        }
        assert_eq!(control.death(), Ok(Some(seen)));
    });
}

#[test]
fn a_count_read_while_it_grows_was_true_at_some_moment() {
    model(3, || {
        let (layout, words) = world();
        let line = |rank| {
            let control = Control::attach(words.clone(), layout).unwrap();
            control.rank(rank).unwrap()
        };
        let start = u64::from(u32::MAX) - 1;
        line(0).add_sent(start);
        let reader = line(0);
        let writer = line(0);
        let thread = thread::spawn(move || {
            writer.add_sent(5);
            writer.add_sent(1 << 32);
        });
        let readings = [reader.sent(), reader.sent()];
        thread.join().unwrap();
        let all = [start, 1 << 32, start + 5, 2 << 32, start + 5 + (1 << 32)];
        assert!(readings.iter().all(|reading| all.contains(reading)), "{readings:x?}");
        assert!(readings.is_sorted(), "{readings:x?}");
        assert_eq!(reader.sent(), all[4]);
    });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_model_notices_counters_that_do_not_order() {
    model(3, || {
        let (span, mut words) = ring(24);
        words.store = Ordering::Relaxed;
        polled(span, words);
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_model_notices_a_ticket_read_too_late() {
    model(3, || {
        hear_two(|bell, heard| {
            let silent = !heard();
            silent.then(|| bell.read())
        })
    });
}
