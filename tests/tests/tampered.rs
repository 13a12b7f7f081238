//! Every check that rests on delivered data fails when a delivered byte is flipped.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use collective::{PeerFailure, Transport, TransportError, simulator};
use lessons::{Config, Lesson, RankRecord, Raw};

/// Flips one byte of one of the payloads that pass, and counts them.
struct Tampered {
    inner: Box<dyn Transport>,
    tap: Rc<Tap>,
}

#[derive(Default)]
struct Tap {
    payloads: Cell<usize>,
    longest: Cell<usize>,
    flip: Option<(usize, usize)>,
}

impl Transport for Tampered {
    fn rank(&self) -> usize {
        self.inner.rank()
    }
    fn world_size(&self) -> usize {
        self.inner.world_size()
    }
    fn now(&self) -> f64 {
        self.inner.now()
    }
    fn max_frame(&self) -> usize {
        self.inner.max_frame()
    }
    fn try_send(
        &mut self,
        peer: usize,
        header: &[u8],
        payload: &[u8],
    ) -> Result<bool, Box<TransportError>> {
        if payload.is_empty() {
            return self.inner.try_send(peer, header, payload);
        }
        let mut payload = payload.to_vec();
        let number = self.tap.payloads.get();
        if let Some((_, byte)) = self.tap.flip.filter(|&(wanted, _)| wanted == number)
            && let Some(byte) = payload.get_mut(byte)
        {
            *byte ^= 0xff;
        }
        let taken = self.inner.try_send(peer, header, &payload)?;
        if taken {
            self.tap.payloads.set(number + 1);
            self.tap.longest.set(self.tap.longest.get().max(payload.len()));
        }
        Ok(taken)
    }
    fn poll(&mut self, frame: &mut Vec<u8>) -> Result<Option<usize>, Box<TransportError>> {
        self.inner.poll(frame)
    }
    fn announce(&mut self, failure: &PeerFailure) {
        self.inner.announce(failure);
    }
}

fn run(config: &Config, tap: &Rc<Tap>) -> Vec<RankRecord> {
    let wrap = |inner: Box<dyn Transport>| -> Box<dyn Transport> {
        Box::new(Tampered { inner, tap: tap.clone() })
    };
    let program = async |context| lessons::run(context, config).await.0;
    let ranks =
        simulator::run_wrapped(config.world_size(), simulator::Options::default(), &wrap, program);
    ranks.into_iter().map(|rank| rank.unwrap_or_else(|failure| panic!("{failure}"))).collect()
}

fn checks(ranks: &[RankRecord], passed: bool) -> BTreeSet<(String, usize)> {
    let checks = ranks.iter().flat_map(|rank| &rank.checks);
    let those = checks.filter(|check| check.passed == passed);
    those.map(|check| (check.name.clone(), check.rank)).collect()
}

/// Checks of what a rank works out by itself, whatever arrives: bytes and elements it counted, its place in a mesh, and what
/// it computed from its own data.
const LOCAL: &[(Lesson, &str)] = &[
    (Lesson::DdpZero2, "ddp_rank_bytes"),
    (Lesson::DdpZero2, "zero2_rank_bytes"),
    (Lesson::DdpZero2, "ddp_live_gradient"),
    (Lesson::DdpZero2, "zero2_live_gradient"),
    (Lesson::Checkpoint, "rank_bytes"),
    (Lesson::ScatterGather, "rank_bytes"),
    (Lesson::Fsdp, "rank_bytes"),
    (Lesson::Fsdp, "kept_parameters"),
    (Lesson::RsAg, "whole_rank_bytes"),
    (Lesson::RsAg, "halves_rank_bytes"),
    (Lesson::Capacity, "rank_bytes"),
    (Lesson::Ragged, "ragged_rank_bytes"),
    (Lesson::Ragged, "padded_rank_bytes"),
    (Lesson::TpGroups, "coordinate"),
    (Lesson::TpGroups, "tp_rank"),
    (Lesson::TpGroups, "dp_rank"),
    (Lesson::TpGroups, "stage"),
    (Lesson::OneFOneB, "activations_held"),
    (Lesson::ZeroStages, "ddp_held"),
    (Lesson::ZeroStages, "ddp_sent"),
    (Lesson::ZeroStages, "zero1_held"),
    (Lesson::ZeroStages, "zero1_sent"),
    (Lesson::ZeroStages, "zero2_held"),
    (Lesson::ZeroStages, "zero2_sent"),
    (Lesson::ZeroStages, "zero3_held"),
    (Lesson::ZeroStages, "zero3_sent"),
    (Lesson::TpLinear, "hidden"),
    (Lesson::TpLinear, "weight_gradient"),
    (Lesson::TpLinear, "weight_gradient_b"),
    (Lesson::RingAttention, "sent"),
    (Lesson::RingAttention, "held"),
];
/// Checks of what a rank had from the start: the ends of a pipeline, and the root.
const OWN: &[(Lesson, &str, usize)] = &[
    (Lesson::SendRecv, "from_upstream", 0),
    (Lesson::SendRecv, "from_downstream", 3),
    (Lesson::Root, "broadcast", 0),
    (Lesson::Root, "scatter", 0),
    (Lesson::Pipeline, "activation", 0),
    (Lesson::Pipeline, "gradient", 3),
    (Lesson::Checkpoint, "embedding", 0),
    (Lesson::Checkpoint, "weight", 0),
    (Lesson::Checkpoint, "running_mean", 0),
    (Lesson::Checkpoint, "version", 0),
    (Lesson::ScatterGather, "scatter", 3),
    (Lesson::ScatterGather, "scatter_of_gather", 3),
    // The largest count is found where rank 0 adds its own.
    (Lesson::Capacity, "agreed_holds_all", 0),
];

#[test]
fn a_flipped_byte_fails_every_check_that_rests_on_it_and_no_other() {
    for lesson in Lesson::every() {
        let settings = [("lesson", lesson.id()), ("world_size", "4"), ("n_tok", "3")];
        let settings = settings.map(|(key, text)| (key, Raw::text(text)));
        let config = Config::from_settings(&settings).unwrap_or_else(|error| panic!("{error}"));
        let clean = Rc::new(Tap::default());
        let ranks = run(&config, &clean);
        assert_eq!(checks(&ranks, false), BTreeSet::new());
        let rests = |(name, rank): &(String, usize)| {
            let name = name.as_str();
            !LOCAL.contains(&(lesson, name)) && !OWN.contains(&(lesson, name, *rank))
        };
        let expected: BTreeSet<_> = checks(&ranks, true).into_iter().filter(rests).collect();
        assert!(!expected.is_empty());

        let mut failed = BTreeSet::new();
        for payload in 0..clean.payloads.get() {
            for byte in 0..clean.longest.get() {
                let tap = Rc::new(Tap { flip: Some((payload, byte)), ..Tap::default() });
                failed.extend(checks(&run(&config, &tap), false));
            }
        }
        assert_eq!(failed, expected, "{}", lesson.id());
    }
}
