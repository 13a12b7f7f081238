//! Ranks on threads over the rings that browsers use.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::thread;
use std::time::{Duration, Instant};

use collective::MAX_HEADER;
use collective::{
    CollectiveError, Context, Doorbell, FailureReason, PeerFailure, ReduceOp, Settings, Transport,
    TransportError, drive,
};
use fabric::{MIN_CAPACITY, RingDoorbell, RingTransport};
use lessons::{Config, Raw, Report};
use shm::{Control, Layout, NativeWords, ShmError, Words, ring_capacity};
use tensor::{DType, Tensor};

/// Waits for the bell alone: a rank that is not rung for when it should be is not saved by looking up now and then.
struct Patient(RingDoorbell<NativeWords>);

impl Doorbell for Patient {
    fn read(&self) -> u32 {
        self.0.read()
    }

    fn wait(&self, seen: u32, _: Duration) {
        let begun = Instant::now();
        self.0.wait(seen, Duration::from_secs(20));
        assert!(begun.elapsed() < Duration::from_secs(19), "a rank was not rung for");
    }
}

/// Runs `program` on `world_size` threads over rings of `capacity` bytes; gives the results by rank, and the memory.
fn run<T: Send>(
    world_size: usize,
    capacity: usize,
    settings: Settings,
    program: impl AsyncFn(Context) -> T + Sync,
) -> (Vec<T>, Control<NativeWords>) {
    let layout = Layout::new(world_size, capacity).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    let control = Control::format(words.clone(), layout, 1).unwrap();
    let start = Instant::now();
    let rank = |rank: usize| {
        let clock = Box::new(move || start.elapsed().as_secs_f64() * 1e6);
        let transport = RingTransport::new(words.clone(), layout, rank, clock).unwrap();
        let doorbell = RingDoorbell::new(words.clone(), layout, rank).unwrap();
        drive(Box::pin(program(Context::new(Box::new(transport), settings))), &Patient(doorbell))
    };
    let results = thread::scope(|scope| {
        let threads: Vec<_> = (0..world_size).map(|r| scope.spawn(move || rank(r))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    (results, control)
}

fn config(settings: &[(&str, String)]) -> Config {
    let raw: Vec<_> = settings.iter().map(|(key, text)| (*key, Raw::flat(text))).collect();
    Config::from_settings(&raw).unwrap()
}

/// All lessons; every check must hold, and both ends of every ring must have counted the same payload.
fn assert_passes(config: &Config, capacity: usize) {
    let program = async |context| lessons::run(context, config).await.0;
    let (records, control) = run(config.world_size(), capacity, Settings::default(), program);
    let what = format!("W = {}, rings of {capacity} bytes", config.world_size());
    for (rank, record) in records.iter().enumerate() {
        let line = control.rank(rank).unwrap();
        assert_eq!(line.sent(), record.traffic.sent_bytes(), "{what}: rank {rank}");
        assert_eq!(line.received(), record.traffic.received_bytes(), "{what}: rank {rank}");
    }
    let report = Report::new("shared", config.clone(), records);
    assert_eq!(report.failure, None, "{what}");
    assert!(report.checks().count() > 0, "{what}");
    if let Some(check) = report.checks().find(|check| !check.passed) {
        panic!("{what}: {check:?}");
    }
}

#[test]
fn lessons_pass_at_every_world_size() {
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 16, 64] {
        let config = config(&[("world_size", size.to_string())]);
        assert_passes(&config, ring_capacity(size));
    }
}

#[test]
fn rings_smaller_than_one_message_do() {
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 16] {
        for capacity in [MIN_CAPACITY, MIN_CAPACITY + 8, 256, 1000] {
            let settings =
                [("world_size", size.to_string()), ("n_tok", "30".into()), ("d", "7".into())];
            assert_passes(&config(&settings), capacity);
        }
    }
    assert_passes(&config(&[("world_size", "64".into())]), MIN_CAPACITY);
}

#[test]
fn nothing_is_lost_however_full_rings_run() {
    // Everybody sends everybody far more than a ring holds, again and again: whoever finds no room must be woken when
    // there is some.
    for capacity in [MIN_CAPACITY, 136, 520, 4096] {
        let program = async |context: Context| {
            let world = context.world();
            for round in 0..20 {
                let rank = context.rank() as f64;
                let x = Tensor::full(&[1501], rank + f64::from(round), DType::Float32).unwrap();
                world.all_reduce(&x, ReduceOp::Sum).await.unwrap();
                let sum = 6.0 + 4.0 * f64::from(round);
                assert!(x.to_vec::<f32>().unwrap().iter().all(|&v| f64::from(v) == sum));
            }
        };
        run(4, capacity, Settings::default(), program);
    }
}

#[test]
fn a_failure_reaches_ranks_that_sleep() {
    let program = async |context: Context| {
        let world = context.world();
        let x = Tensor::zeros(&[3], DType::Float32).unwrap();
        if context.rank() == 2 {
            thread::sleep(Duration::from_millis(30));
            let message = "gone".to_owned();
            context.announce(&PeerFailure { rank: 2, reason: FailureReason::Panicked, message });
            return Ok(());
        }
        world.all_reduce(&x, ReduceOp::Sum).await.map(|_| ())
    };
    let begun = Instant::now();
    let (ends, control) = run(4, 4096, Settings::default(), program);
    assert!(begun.elapsed() < Duration::from_secs(10));
    let expected = PeerFailure {
        rank: 2,
        reason: FailureReason::Panicked,
        // The flag has no room for words.
        message: String::new(),
    };
    for rank in [0, 1, 3] {
        assert_eq!(ends[rank], Err(CollectiveError::PeerFailed(expected.clone()).into()));
    }
    assert_eq!(control.death().unwrap().unwrap().rank, Some(2));
}

fn ends(words: &NativeWords, layout: Layout) -> [RingTransport<NativeWords>; 2] {
    [0, 1].map(|rank| RingTransport::new(words.clone(), layout, rank, Box::new(|| 7.0)).unwrap())
}

fn pair(capacity: usize) -> (NativeWords, Layout, [RingTransport<NativeWords>; 2]) {
    let layout = Layout::new(2, capacity).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    Control::format(words.clone(), layout, 1).unwrap();
    let ends = ends(&words, layout);
    (words, layout, ends)
}

#[test]
fn frames_arrive_whole_and_in_order() {
    let (_, _, [mut near, mut far]) = pair(1024);
    assert_eq!((near.rank(), near.world_size(), near.now()), (0, 2, 7.0));
    assert_eq!(near.max_frame(), 256);
    let frames: [(&[u8], &[u8]); 3] =
        [(b"head", b"body"), (&[9; MAX_HEADER], b""), (b"", &[1; 256])];
    for (header, payload) in frames {
        assert_eq!(near.try_send(1, header, payload), Ok(true));
    }
    let mut frame = vec![5; 3];
    for (header, payload) in frames {
        assert_eq!(far.poll(&mut frame), Ok(Some(0)));
        assert_eq!(frame, [header, payload].concat());
    }
    assert_eq!(far.poll(&mut frame), Ok(None));
}

#[test]
fn a_full_ring_takes_no_frame_and_a_peers_frames_do_not_wait_for_anothers() {
    let (_, _, [mut near, mut far]) = pair(MIN_CAPACITY);
    assert_eq!(near.max_frame(), MAX_HEADER);
    assert_eq!(near.try_send(1, &[1; MAX_HEADER], b""), Ok(true));
    assert_eq!(near.try_send(1, b"x", b""), Ok(false));
    let mut frame = Vec::new();
    assert_eq!(far.poll(&mut frame), Ok(Some(0)));
    assert_eq!(near.try_send(1, b"x", b""), Ok(true));
}

#[test]
fn what_cannot_be_sent_is_an_error() {
    let (_, _, [mut near, _far]) = pair(1024);
    for (peer, header, payload) in [(0, 1, 1), (2, 1, 1), (1, MAX_HEADER + 1, 0), (1, 1, 256)] {
        let sent = near.try_send(peer, &vec![0; header], &vec![0; payload]);
        let broken = matches!(*sent.unwrap_err(), TransportError::Broken { .. });
        assert!(broken, "{peer} {header} {payload}");
    }
}

#[test]
fn memory_that_was_overwritten_is_an_error_and_no_panic() {
    let (words, layout, [mut near, mut far]) = pair(1024);
    assert_eq!(near.try_send(1, b"head", b"body"), Ok(true));
    let ring = layout.ring(0, 1).unwrap();
    let sound = words.load(ring.data_byte() / 4 + 2);
    // The length of the header, beyond the frame.
    words.store(ring.data_byte() / 4 + 2, sound | 0xff);
    let mut frame = Vec::new();
    let corrupt = |result: Result<_, Box<_>>| {
        result.is_err_and(|error| matches!(*error, TransportError::Corrupt { peer: 0, .. }))
    };
    assert!(corrupt(far.poll(&mut frame)));
    words.store(ring.data_byte() / 4, 0xffff_ffff);
    let [_, mut far] = ends(&words, layout);
    assert!(corrupt(far.poll(&mut frame)));
    words.store(ring.tail_word(), 3);
    assert!(corrupt(far.poll(&mut frame)) || far.poll(&mut frame).is_err());
}

#[test]
fn worlds_that_cannot_be_are_refused() {
    let layout = Layout::new(2, MIN_CAPACITY - 8).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    Control::format(words.clone(), layout, 1).unwrap();
    let new = |words: &NativeWords, layout, rank| {
        RingTransport::new(words.clone(), layout, rank, Box::new(|| 0.0)).err()
    };
    let given = 1 + MAX_HEADER;
    assert_eq!(new(&words, layout, 0), Some(ShmError::RecordTooLarge { given, max: given - 8 }));
    let layout = Layout::new(2, MIN_CAPACITY).unwrap();
    let words = NativeWords::new(layout.len_bytes());
    assert_eq!(new(&words, layout, 0), Some(ShmError::NotFormatted { found: 0 }));
    Control::format(words.clone(), layout, 1).unwrap();
    assert_eq!(new(&words, layout, 2), Some(ShmError::Rank { rank: 2, world_size: 2 }));
    assert!(RingDoorbell::new(words, layout, 2).is_err());
}
