//! Rings and doorbells between real threads. Every wait has a limit, so that a lost wake-up fails
//! instead of hanging.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::{thread, time::Duration};

use shm::{
    Consumer, Control, Death, Doorbell, Layout, NativeWords, Producer, Reason, RingSpan, Wake,
    max_record,
};

const LIMIT: Option<Duration> = Some(Duration::from_secs(20));

/// A small generator (xorshift): the writer and the reader of a ring draw the same records from the
/// same seed.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn record(&mut self, max: usize) -> Vec<u8> {
        let len = self.next() as usize % (max + 1);
        (0..len).map(|_| self.next() as u8).collect()
    }
}

fn bell(words: &NativeWords, layout: &Layout, rank: usize) -> Doorbell<NativeWords> {
    Doorbell::new(words.clone(), layout.doorbell(rank).unwrap()).unwrap()
}

/// Two threads, a ring of `capacity`, `count` records of random sizes cut into random parts.
fn stream(capacity: usize, count: usize) {
    let layout = Layout::new(2, capacity).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    let ring = layout.ring(0, 1).unwrap();
    let max = max_record(capacity);
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mine, peer) = (bell(&words, &layout, 0), bell(&words, &layout, 1));
            let mut producer = Producer::new(words.clone(), ring).unwrap();
            let (mut draw, mut cut) = (Draw(17), Draw(4));
            for _ in 0..count {
                let record = draw.record(max);
                let (first, rest) = record.split_at(cut.next() as usize % (record.len() + 1));
                loop {
                    let ticket = mine.read();
                    if producer.try_write(&[first, rest]).unwrap() {
                        break;
                    }
                    assert_ne!(mine.wait(ticket, LIMIT), Wake::TimedOut);
                }
                peer.ring();
            }
        });
        let (mine, peer) = (bell(&words, &layout, 1), bell(&words, &layout, 0));
        let mut consumer = Consumer::new(words.clone(), ring).unwrap();
        let mut draw = Draw(17);
        let mut into = Vec::new();
        for number in 0..count {
            loop {
                let ticket = mine.read();
                if consumer.try_read(&mut into).unwrap().is_some() {
                    break;
                }
                assert_ne!(mine.wait(ticket, LIMIT), Wake::TimedOut);
            }
            peer.ring();
            assert!(into == draw.record(max), "record {number} of a ring of {capacity} bytes");
        }
        assert_eq!(consumer.try_read(&mut into), Ok(None));
    });
}

#[test]
fn records_arrive_in_order_and_intact() {
    for (capacity, count) in
        [(16, 20_000), (24, 20_000), (64, 20_000), (1000, 20_000), (4096, 5_000)]
    {
        stream(capacity, count);
    }
}

#[test]
fn no_wake_up_is_lost() {
    let layout = Layout::new(2, 64).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    const TURNS: u32 = 20_000;
    // A ball of two words, thrown to and fro: whoever waits for it has nothing else to wake it.
    let play = |rank: usize| {
        let (mine, peer) = (bell(&words, &layout, rank), bell(&words, &layout, 1 - rank));
        let mut out = Producer::new(words.clone(), layout.ring(rank, 1 - rank).unwrap()).unwrap();
        let mut back = Consumer::new(words.clone(), layout.ring(1 - rank, rank).unwrap()).unwrap();
        let mut ball = Vec::new();
        for turn in 0..TURNS {
            if rank == 0 {
                assert!(out.try_write(&[&turn.to_le_bytes()]).unwrap());
                peer.ring();
            }
            loop {
                let ticket = mine.read();
                if back.try_read(&mut ball).unwrap().is_some() {
                    break;
                }
                assert_ne!(mine.wait(ticket, LIMIT), Wake::TimedOut);
            }
            assert_eq!(ball, turn.to_le_bytes());
            if rank == 1 {
                assert!(out.try_write(&[&ball]).unwrap());
                peer.ring();
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| play(1));
        play(0);
    });
}

/// Every rank sends every other rank more than its ring holds, and serves all its rings in turn.
#[test]
fn five_ranks_all_talk_at_once() {
    const RANKS: usize = 5;
    const RECORDS: usize = 400;
    let layout = Layout::new(RANKS, 64).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    Control::format(words.clone(), layout, 1).unwrap();
    let max = max_record(layout.ring_capacity());
    let seed = |from: usize, to: usize| (from * RANKS + to + 1) as u64 * 0x9e37_79b9;
    let run = |rank: usize| {
        let control = Control::attach(words.clone(), layout).unwrap();
        let line = control.rank(rank).unwrap();
        let bells: Vec<_> = (0..RANKS).map(|rank| bell(&words, &layout, rank)).collect();
        let peers = || (0..RANKS).filter(|&peer| peer != rank);
        let mut outs: Vec<_> = peers()
            .map(|peer| {
                let producer =
                    Producer::new(words.clone(), layout.ring(rank, peer).unwrap()).unwrap();
                let mut draw = Draw(seed(rank, peer));
                let records: Vec<_> = (0..RECORDS).map(|_| draw.record(max)).collect();
                (peer, producer, records, 0)
            })
            .collect();
        let mut ins: Vec<_> = peers()
            .map(|peer| {
                let consumer =
                    Consumer::new(words.clone(), layout.ring(peer, rank).unwrap()).unwrap();
                (peer, consumer, Draw(seed(peer, rank)), 0)
            })
            .collect();
        let mut into = Vec::new();
        loop {
            let ticket = bells[rank].read();
            let mut moved = false;
            for (peer, producer, records, next) in &mut outs {
                while *next < RECORDS && producer.try_write(&[&records[*next]]).unwrap() {
                    line.add_sent(records[*next].len() as u64);
                    *next += 1;
                    moved = true;
                    bells[*peer].ring();
                }
            }
            for (peer, consumer, draw, next) in &mut ins {
                while let Some(len) = consumer.try_read(&mut into).unwrap() {
                    assert!(into == draw.record(max), "record {next} from {peer} to {rank}");
                    line.add_received(len as u64);
                    *next += 1;
                    moved = true;
                    bells[*peer].ring();
                }
            }
            line.beat();
            if outs.iter().all(|out| out.3 == RECORDS) && ins.iter().all(|from| from.3 == RECORDS) {
                break;
            }
            if !moved {
                assert_ne!(bells[rank].wait(ticket, LIMIT), Wake::TimedOut);
            }
        }
    };
    thread::scope(|scope| {
        for rank in 0..RANKS {
            scope.spawn(move || run(rank));
        }
    });
    let control = Control::attach(words.clone(), layout).unwrap();
    let lines: Vec<_> = (0..RANKS).map(|rank| control.rank(rank).unwrap()).collect();
    let sent: u64 = lines.iter().map(|line| line.sent()).sum();
    assert!(sent > 0 && sent == lines.iter().map(|line| line.received()).sum());
    assert!(lines.iter().all(|line| line.heartbeat() > 0));
}

#[test]
fn a_death_wakes_everyone_and_all_agree_on_it() {
    const RANKS: usize = 4;
    for round in 0..200 {
        let layout = Layout::new(RANKS, 64).unwrap();
        let words = NativeWords::new(layout.len_bytes());
        Control::format(words.clone(), layout, round).unwrap();
        let deaths: Vec<Death> = thread::scope(|scope| {
            let ranks: Vec<_> = (0..RANKS)
                .map(|rank| {
                    let words = &words;
                    scope.spawn(move || {
                        let control = Control::attach(words.clone(), layout).unwrap();
                        let mine = bell(words, &layout, rank);
                        if rank < 2 {
                            let death = Death { rank: Some(rank), reason: Reason::Panicked };
                            return control.declare_dead(death).unwrap();
                        }
                        loop {
                            let ticket = mine.read();
                            if let Some(death) = control.death().unwrap() {
                                return death;
                            }
                            assert_ne!(mine.wait(ticket, LIMIT), Wake::TimedOut);
                        }
                    })
                })
                .collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
        });
        assert!(deaths.iter().all(|death| *death == deaths[0]));
    }
}

#[test]
fn a_long_record_wraps_in_a_small_ring() {
    let span = RingSpan::new(0, 24).unwrap();
    let words = NativeWords::new(RingSpan::bytes(24));
    let mut producer = Producer::new(&words, span).unwrap();
    let mut consumer = Consumer::new(&words, span).unwrap();
    let mut into = Vec::new();
    for turn in 0..50_u8 {
        let record: Vec<u8> = (turn..).take(usize::from(turn) % 17).collect();
        assert_eq!(producer.try_write(&[&record]), Ok(true));
        assert_eq!(consumer.try_read(&mut into), Ok(Some(record.len())));
        assert_eq!(into, record);
    }
}
