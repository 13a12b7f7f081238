//! The protocols under a model checker, which runs every interleaving of a few threads and lets
//! each load see every value that the memory orderings allow: `RUSTFLAGS="--cfg loom" cargo test -p
//! rankscope-shm --release --test loom`
//!
//! Data bytes are cells that report unordered access, so a counter published a moment too early is
//! found even where the bytes would happen to be right. The last tests break the protocols on
//! purpose: the models must notice.

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::{collections::BTreeMap, ops::Range, sync::Arc, time::Duration};

use loom::{
    cell::UnsafeCell,
    model,
    sync::{
        Condvar, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};
use shm::{
    Consumer, Control, Death, Doorbell, Layout, Producer, Reason, RingSpan, Ticket, Wake, Words,
};

/// Words on the model checker's atomics, bytes in its cells. A place is the one or the other.
struct LoomWords {
    len: usize,
    atoms: BTreeMap<usize, AtomicU32>,
    data: Range<usize>,
    cells: Vec<UnsafeCell<u8>>,
    lock: Mutex<()>,
    wake: Condvar,
    store: Ordering,
}

// The cells are not Sync by themselves: the model checker, run for exactly this, reports every
// unordered access.
unsafe impl Send for LoomWords {}
unsafe impl Sync for LoomWords {}

impl LoomWords {
    fn new(len: usize, atoms: impl IntoIterator<Item = usize>, data: Range<usize>) -> Self {
        Self {
            len,
            atoms: atoms
                .into_iter()
                .map(|word| (word, AtomicU32::new(0)))
                .collect(),
            cells: data.clone().map(|_| UnsafeCell::new(0)).collect(),
            data,
            lock: Mutex::new(()),
            wake: Condvar::new(),
            store: Ordering::SeqCst,
        }
    }

    fn cells(&self, offset: usize, len: usize) -> &[UnsafeCell<u8>] {
        let start = offset - self.data.start;
        &self.cells[start..start + len]
    }
}

impl Words for LoomWords {
    fn len_bytes(&self) -> usize {
        self.len
    }

    fn load(&self, word: usize) -> u32 {
        self.atoms[&word].load(Ordering::SeqCst)
    }

    fn store(&self, word: usize, value: u32) {
        self.atoms[&word].store(value, self.store);
    }

    fn add(&self, word: usize, value: u32) -> u32 {
        self.atoms[&word].fetch_add(value, Ordering::SeqCst)
    }

    fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32 {
        let (Ok(before) | Err(before)) =
            self.atoms[&word].compare_exchange(current, new, Ordering::SeqCst, Ordering::SeqCst);
        before
    }

    fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake {
        assert!(timeout.is_none(), "models have no clock");
        let guard = self.lock.lock().unwrap();
        if self.load(word) != expected {
            return Wake::NotEqual;
        }
        drop(self.wake.wait(guard).unwrap());
        Wake::Notified
    }

    fn notify(&self, _word: usize) {
        drop(self.lock.lock().unwrap());
        self.wake.notify_all();
    }

    fn copy_in(&self, offset: usize, bytes: &[u8]) {
        for (cell, byte) in self.cells(offset, bytes.len()).iter().zip(bytes) {
            // The pointer is the cell's own, used inside the closure only.
            cell.with_mut(|place| unsafe { *place = *byte });
        }
    }

    fn copy_out(&self, offset: usize, bytes: &mut [u8]) {
        for (cell, byte) in self.cells(offset, bytes.len()).iter().zip(bytes) {
            cell.with(|place| *byte = unsafe { *place });
        }
    }
}

const WRITER_BELL: usize = 0;
const READER_BELL: usize = 1;

/// A ring at byte 64, and two doorbells in front of it.
fn ring(capacity: usize) -> (RingSpan, LoomWords) {
    let span = RingSpan::new(64, capacity).unwrap();
    let atoms = [WRITER_BELL, READER_BELL, span.tail_word(), span.head_word()];
    let data = span.data_byte()..span.data_byte() + capacity;
    (
        span,
        LoomWords::new(64 + RingSpan::bytes(capacity), atoms, data),
    )
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
    model(|| {
        // Room for one record and a half: the second wraps.
        let (span, words) = ring(24);
        sleeping_stream(span, words, lens);
    });
}

#[test]
fn records_follow_each_other_in_one_ring() {
    let lens = &[3, 0, 9];
    model(|| {
        let (span, words) = ring(40);
        sleeping_stream(span, words, lens);
    });
}

/// No doorbells, so that nothing but the ring's own counters orders its bytes.
fn polled(span: RingSpan, words: LoomWords) {
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
    let written = writer.join().unwrap();
    while consumer.try_read(&mut into).unwrap().is_some() {
        read.push(into.clone());
    }
    let expected: Vec<_> = written
        .into_iter()
        .map(|number| record(number, 8))
        .collect();
    assert_eq!(read, expected);
}

#[test]
fn the_counters_alone_order_the_bytes() {
    model(|| {
        let (span, words) = ring(24);
        polled(span, words);
    });
}

/// A ring leaves room for a record exactly while it is being read.
#[test]
fn a_reader_keeps_its_record_until_it_lets_go() {
    model(|| {
        let (span, words) = ring(16);
        polled(span, words);
    });
}

/// Two threads say one thing each and ring; the third sleeps until it has heard both.
fn hear_two(ticket: fn(&Doorbell<Arc<LoomWords>>, &dyn Fn() -> bool) -> Option<Ticket>) {
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
    model(|| {
        hear_two(|bell, heard| {
            let ticket = bell.read();
            (!heard()).then_some(ticket)
        })
    });
}

fn world() -> (Layout, Arc<LoomWords>) {
    let layout = Layout::new(2, 16).unwrap();
    let rings = [layout.ring(0, 1).unwrap(), layout.ring(1, 0).unwrap()];
    let counters = rings
        .iter()
        .flat_map(|ring| [ring.tail_word(), ring.head_word()]);
    let atoms = (0..rings[0].tail_word()).chain(counters);
    let words = Arc::new(LoomWords::new(layout.len_bytes(), atoms, 0..0));
    Control::format(words.clone(), layout, 0).unwrap();
    (layout, words)
}

#[test]
fn the_first_death_wins_and_wakes_the_sleeper() {
    model(|| {
        let (layout, words) = world();
        let declare = |death| {
            let control = Control::attach(words.clone(), layout).unwrap();
            thread::spawn(move || control.declare_dead(death).unwrap())
        };
        let deaths = [
            Death {
                rank: Some(0),
                reason: Reason::Panicked,
            },
            Death {
                rank: None,
                reason: Reason::Cancelled,
            },
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
    model(|| {
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
        assert!(
            readings.iter().all(|reading| all.contains(reading)),
            "{readings:x?}"
        );
        assert!(readings.is_sorted(), "{readings:x?}");
        assert_eq!(reader.sent(), all[4]);
    });
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_model_notices_counters_that_do_not_order() {
    model(|| {
        let (span, mut words) = ring(24);
        words.store = Ordering::Relaxed;
        polled(span, words);
    });
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_model_notices_a_ticket_read_too_late() {
    model(|| {
        hear_two(|bell, heard| {
            let silent = !heard();
            silent.then(|| bell.read())
        })
    });
}
