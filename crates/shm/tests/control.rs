//! The control block as the ranks and their host use it.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use shm::{Control, Death, Doorbell, Layout, NativeWords, Producer, Reason, ShmError, Words};

fn world(world_size: usize) -> (Layout, NativeWords) {
    let layout = Layout::new(world_size, 64).unwrap();
    (layout, NativeWords::new(layout.len_bytes()))
}

#[test]
fn opens_only_what_was_formatted_alike() {
    let (layout, words) = world(3);
    assert_eq!(Control::attach(&words, layout).err(), Some(ShmError::NotFormatted { found: 0 }));
    Control::format(&words, layout, 41).unwrap();
    assert_eq!(Control::attach(&words, layout).unwrap().run(), 41);

    let smaller = Layout::new(2, 64).unwrap();
    let error = ShmError::Mismatch { what: "world size", expected: 2, found: 3 };
    assert_eq!(Control::attach(&words, smaller).err(), Some(error));
    let larger = NativeWords::new(1 << 16);
    Control::format(&larger, layout, 0).unwrap();
    let error = ShmError::Mismatch { what: "ring capacity", expected: 128, found: 64 };
    assert_eq!(Control::attach(&larger, Layout::new(3, 128).unwrap()).err(), Some(error));
    larger.store(1, 99);
    let error = ShmError::Mismatch { what: "version", expected: 1, found: 99 };
    assert_eq!(Control::attach(&larger, layout).err(), Some(error));

    let (given, needed) = (layout.len_bytes() - 64, layout.len_bytes());
    let short = NativeWords::new(given);
    let error = ShmError::RegionTooSmall { given, needed };
    assert_eq!(Control::attach(&short, layout).err(), Some(error));
    assert_eq!(Control::format(&short, layout, 0).err(), Some(error));
}

#[test]
fn formatting_again_forgets_the_run_before() {
    let (layout, words) = world(2);
    let control = Control::format(&words, layout, 1).unwrap();
    control.declare_dead(Death { rank: Some(1), reason: Reason::Failed(0) }).unwrap();
    let line = control.rank(1).unwrap();
    line.beat();
    line.add_sent(5_000_000_000);
    line.add_received(7);
    let ring = layout.ring(0, 1).unwrap();
    let mut producer = Producer::new(&words, ring).unwrap();
    assert!(producer.try_write(&[&[0; 56]]).unwrap());

    let control = Control::format(&words, layout, 2).unwrap();
    assert_eq!((control.run(), control.death()), (2, Ok(None)));
    let line = control.rank(1).unwrap();
    assert_eq!((line.heartbeat(), line.sent(), line.received()), (0, 0, 0));
    assert_eq!(Producer::new(&words, ring).unwrap().free(), Ok(56));
}

#[test]
fn the_first_death_stands_and_rings_every_doorbell() {
    let (layout, words) = world(64);
    let control = Control::format(&words, layout, 0).unwrap();
    let bells: Vec<_> = (0..64)
        .map(|rank| Doorbell::new(&words, layout.doorbell(rank).unwrap()).unwrap())
        .collect();
    let tickets: Vec<_> = bells.iter().map(Doorbell::read).collect();

    let first = Death { rank: Some(63), reason: Reason::Panicked };
    assert_eq!(control.death(), Ok(None));
    assert_eq!(control.declare_dead(first), Ok(first));
    assert!(bells.iter().zip(tickets).all(|(bell, ticket)| bell.read() != ticket));
    assert_eq!(control.declare_dead(Death { rank: None, reason: Reason::Cancelled }), Ok(first));
    assert_eq!(Control::attach(&words, layout).unwrap().death(), Ok(Some(first)));
}

#[test]
fn every_death_survives_the_word() {
    let (layout, words) = world(64);
    use Reason::*;
    for reason in
        [Panicked, Failed(0), Failed(1), Failed(255), NotStarted, Terminated, Cancelled, Corrupt]
    {
        for rank in (0..64).map(Some).chain([None]) {
            let control = Control::format(&words, layout, 0).unwrap();
            let death = Death { rank, reason };
            assert_eq!(control.declare_dead(death), Ok(death));
            assert_eq!(control.death(), Ok(Some(death)));
        }
    }
}

#[test]
fn nonsense_in_the_flag_is_named() {
    let (layout, words) = world(2);
    let control = Control::format(&words, layout, 0).unwrap();
    let bell = Doorbell::new(&words, layout.doorbell(0).unwrap()).unwrap();
    for value in [1, 0x103, 0x700, 0x701, 0x100, 0x1_0101, 0x100_0201, u32::MAX] {
        words.store(5, value);
        let ticket = bell.read();
        assert_eq!(control.death(), Err(ShmError::CorruptDeath { value }));
        let death = Death { rank: None, reason: Reason::Corrupt };
        assert_eq!(control.declare_dead(death), Err(ShmError::CorruptDeath { value }));
        assert_ne!(bell.read(), ticket);
    }
}

#[test]
fn a_rank_that_is_not_there_is_refused() {
    let (layout, words) = world(2);
    let control = Control::format(&words, layout, 0).unwrap();
    let error = ShmError::Rank { rank: 2, world_size: 2 };
    assert_eq!(control.rank(2).err(), Some(error));
    assert_eq!(
        control.declare_dead(Death { rank: Some(2), reason: Reason::Failed(0) }),
        Err(error)
    );
    assert_eq!(control.death(), Ok(None));
}

#[test]
fn lines_of_ranks_are_their_own() {
    let (layout, words) = world(3);
    let control = Control::format(&words, layout, 0).unwrap();
    let lines: Vec<_> = (0..3).map(|rank| control.rank(rank).unwrap()).collect();
    for (rank, line) in (1..).zip(&lines) {
        for _ in 0..rank {
            line.beat();
            line.add_sent(u64::from(u32::MAX));
            line.add_received(10);
        }
    }
    for (rank, line) in (1..).zip(&lines) {
        assert_eq!(line.heartbeat(), rank);
        assert_eq!(line.sent(), u64::from(u32::MAX) * u64::from(rank));
        assert_eq!(line.received(), 10 * u64::from(rank));
    }
}
