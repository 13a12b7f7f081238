//! One ring against a queue, every step compared; then against memory full of noise.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::VecDeque;

use proptest::{collection::vec, prelude::*};
use shm::{
    Consumer, NativeWords, PREFIX_BYTES, Producer, RingSpan, ShmError, Words, max_record,
    record_bytes,
};

#[derive(Clone, Debug)]
enum Step {
    Write(Vec<Vec<u8>>),
    Read,
    Peek(usize, usize),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let parts = vec(vec(any::<u8>(), 0..40), 0..4);
    prop_oneof![
        5 => parts.prop_map(Step::Write),
        5 => Just(Step::Read),
        1 => (0..100_usize, 0..100_usize).prop_map(|(start, len)| Step::Peek(start, len)),
        1 => Just(Step::Reopen),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_ring_is_a_queue(capacity in (2_usize..40).prop_map(|n| n * 8), steps in vec(step(), 0..120)) {
        let guard = 64;
        let span = RingSpan::new(guard, capacity).unwrap();
        let words = NativeWords::new(guard + RingSpan::bytes(capacity) + guard);
        let mut producer = Producer::new(&words, span).unwrap();
        let mut consumer = Consumer::new(&words, span).unwrap();
        let mut queue: VecDeque<Vec<u8>> = VecDeque::new();
        for step in steps {
            let free = capacity - queue.iter().map(|record| record_bytes(record.len())).sum::<usize>();
            prop_assert_eq!(producer.free().unwrap(), free.saturating_sub(PREFIX_BYTES));
            match step {
                Step::Write(parts) => {
                    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
                    let record = parts.concat();
                    let max = max_record(capacity);
                    let written = producer.try_write(&parts);
                    if record.len() > max {
                        prop_assert_eq!(written, Err(ShmError::RecordTooLarge { given: record.len(), max }));
                    } else {
                        prop_assert_eq!(written, Ok(record_bytes(record.len()) <= free));
                        if written == Ok(true) {
                            queue.push_back(record);
                        }
                    }
                }
                Step::Read => {
                    let mut into = vec![0xaa; 3];
                    let len = consumer.try_read(&mut into).unwrap();
                    match queue.pop_front() {
                        Some(record) => {
                            prop_assert_eq!(len, Some(record.len()));
                            prop_assert_eq!(into, record);
                        }
                        None => prop_assert_eq!((len, into), (None, vec![0xaa; 3])),
                    }
                }
                Step::Peek(start, len) => {
                    let record = consumer.peek().unwrap();
                    prop_assert_eq!(record.as_ref().map(|record| record.len()), queue.front().map(Vec::len));
                    if let (Some(record), Some(expected)) = (record, queue.front()) {
                        let mut into = vec![0; len];
                        let copied = record.copy_out(start, &mut into);
                        match expected.get(start..start + len) {
                            Some(bytes) => prop_assert_eq!((copied, into.as_slice()), (Ok(()), bytes)),
                            None => {
                                let (end, len) = (start + len, expected.len());
                                prop_assert_eq!(copied, Err(ShmError::OutsideRecord { start, end, len }));
                            }
                        }
                    }
                }
                Step::Reopen => {
                    producer = Producer::new(&words, span).unwrap();
                    consumer = Consumer::new(&words, span).unwrap();
                }
            }
        }
        // What lies around the ring is nobody's.
        let mut around = vec![1; guard];
        for start in [0, guard + RingSpan::bytes(capacity)] {
            words.copy_out(start, &mut around);
            prop_assert_eq!(&around, &vec![0; guard]);
        }
    }

    /// Whatever stands in the memory, the answer is a record that fits or a typed error.
    #[test]
    fn noise_is_never_a_panic(
        capacity in (2_usize..10).prop_map(|n| n * 8),
        noise in vec((0..52_usize, prop_oneof![0..40_u32, any::<u32>()]), 0..40),
    ) {
        let span = RingSpan::new(0, capacity).unwrap();
        let words = NativeWords::new(RingSpan::bytes(capacity));
        let mut producer = Producer::new(&words, span).unwrap();
        let mut consumer = Consumer::new(&words, span).unwrap();
        let mut into = Vec::new();
        for (word, value) in noise {
            words.store(word.min(words.len_bytes() / 4 - 1), value);
            let _ = producer.try_write(&[&[1; 9]]);
            let _ = producer.free();
            if let Ok(Some(len)) = consumer.try_read(&mut into) {
                prop_assert!(len <= max_record(capacity));
            }
            let _ = Producer::new(&words, span);
            let _ = Consumer::new(&words, span);
        }
    }
}

#[test]
fn damage_is_named_and_stays() {
    let span = RingSpan::new(0, 64).unwrap();
    let words = NativeWords::new(RingSpan::bytes(64));
    let mut producer = Producer::new(&words, span).unwrap();
    let mut consumer = Consumer::new(&words, span).unwrap();
    let mut into = Vec::new();
    producer.try_write(&[b"hello"]).unwrap();

    // The length alone, then length and check together.
    let length = span.data_byte() / 4;
    words.store(length, 6);
    let error = ShmError::CorruptLength { length: 6, check: !5, available: 16 };
    assert_eq!(consumer.try_read(&mut into), Err(error));
    for bad in [9, 57, u32::MAX - 3, u32::MAX] {
        words.store(length, bad);
        words.store(length + 1, !bad);
        let error = ShmError::CorruptLength { length: bad, check: !bad, available: 16 };
        assert_eq!(consumer.try_read(&mut into), Err(error));
        assert_eq!(consumer.try_read(&mut into), Err(error));
    }
    words.store(length, 5);
    words.store(length + 1, !5);
    assert_eq!(consumer.try_read(&mut into), Ok(Some(5)));
    assert_eq!(into, b"hello");

    for tail in [12, 104, 128, u32::MAX] {
        words.store(span.tail_word(), tail);
        let error = ShmError::CorruptCounter { tail, head: 16, capacity: 64 };
        assert_eq!(consumer.try_read(&mut into), Err(error));
    }
    words.store(span.head_word(), 24);
    let error = ShmError::CorruptCounter { tail: 16, head: 24, capacity: 64 };
    assert_eq!(producer.free(), Err(error));
    assert_eq!(producer.try_write(&[&[0; 56]]), Err(error));
}

#[test]
fn a_region_too_small_is_refused() {
    let span = RingSpan::new(0, 64).unwrap();
    let words = NativeWords::new(RingSpan::bytes(64) - 4);
    let error = ShmError::RegionTooSmall { given: 188, needed: 192 };
    assert_eq!(Producer::new(&words, span).err(), Some(error));
    assert_eq!(Consumer::new(&words, span).err(), Some(error));
}
