//! What an algorithm costs by its formula, by its schedules, and as a transport measures it: the same.

#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

mod worlds;

use collective::algorithm::*;
use collective::cost::{
    Busiest, Counted, LinkModel, PRESETS, Preset, bus_factor, busbw, critical, formula,
};
use collective::{Collective, Context, ReduceOp, simulator};
use tensor::{DType, Tensor};
use worlds::COLLECTIVES;

fn schedule(
    collective: Collective,
    algorithm: Algorithm,
    rank: usize,
    w: usize,
    n: usize,
) -> Option<Schedule> {
    use Algorithm::*;
    Some(match (collective, algorithm) {
        (Collective::Broadcast, Binomial) => binomial_broadcast(rank, w, 0, n),
        (Collective::Broadcast, Flat) => flat_broadcast(rank, w, 0, n),
        (Collective::Broadcast, Chain) => chain_broadcast(rank, w, 0, n, 8),
        (Collective::Broadcast, ScatterAllGather) => scatter_all_gather_broadcast(rank, w, 0, n),
        (Collective::Scatter, Flat) => flat_scatter(rank, w, 0, n),
        (Collective::Scatter, Binomial) => binomial_scatter(rank, w, 0, n),
        (Collective::Gather, Flat) => flat_gather(rank, w, 0, n),
        (Collective::Gather, Binomial) => binomial_gather(rank, w, 0, n),
        (Collective::Reduce, Flat) => flat_reduce(rank, w, 0, n),
        (Collective::Reduce, Binomial) => binomial_reduce(rank, w, 0, n),
        (Collective::AllGather, Direct) => direct_all_gather(rank, w, n),
        (Collective::AllGather, Ring) => ring_all_gather(rank, w, n),
        (Collective::AllGather, RecursiveDoubling) => recursive_doubling_all_gather(rank, w, n),
        (Collective::AllGather, Bruck) => bruck_all_gather(rank, w, n),
        (Collective::ReduceScatter, Direct) => direct_reduce_scatter(rank, w, n),
        (Collective::ReduceScatter, Ring) => ring_reduce_scatter(rank, w, n),
        (Collective::ReduceScatter, RecursiveHalving) => {
            recursive_halving_reduce_scatter(rank, w, n)
        }
        (Collective::AllReduce, Direct) => direct_all_reduce(rank, w, n),
        (Collective::AllReduce, Ring) => ring_all_reduce(rank, w, n),
        (Collective::AllReduce, RecursiveDoubling) => recursive_doubling_all_reduce(rank, w, n),
        (Collective::AllReduce, HalvingDoubling) => halving_doubling_all_reduce(rank, w, n),
        (Collective::AllReduce, Binomial) => binomial_all_reduce(rank, w, n),
        (Collective::AllReduce, DoubleTree) => double_tree_all_reduce(rank, w, n),
        (Collective::AllReduce, Flat) => flat_all_reduce(rank, w, n),
        (Collective::AllReduce, Gloo) => gloo_all_reduce(rank, w, n, 4),
        (Collective::ReduceScatter, Gloo) => gloo_reduce_scatter(rank, w, n, 4),
        (Collective::AllToAll, Direct) => direct_all_to_all(rank, w, n),
        (Collective::AllToAll, Pairwise) => pairwise_all_to_all(rank, w, n),
        (Collective::AllToAll, Bruck) => bruck_all_to_all(rank, w, n),
        (Collective::Barrier, Dissemination) => dissemination_barrier(rank, w),
        (Collective::Barrier, Binomial) => tree_barrier(rank, w),
        _ => return None,
    })
}

fn counted(collective: Collective, algorithm: Algorithm, w: usize, n: usize) -> Counted {
    let schedules: Option<Vec<Schedule>> =
        (0..w).map(|rank| schedule(collective, algorithm, rank, w, n)).collect();
    Counted::of(&schedules.expect("the collective has the algorithm"))
}

#[test]
fn formulas_are_what_schedules_add_up_to() {
    for collective in COLLECTIVES {
        for &algorithm in Algorithm::of(collective) {
            let formula = formula(collective, algorithm).expect("every algorithm has a formula");
            for w in 1..=64 {
                for n in [0, 1, 5, 64, 100] {
                    let counted = counted(collective, algorithm, w, n);
                    let name = (collective.name(), algorithm.name(), w, n);
                    assert_eq!(counted.total(), (formula.total)(w, n), "{name:?}");
                    assert_eq!(counted.steps.len(), (formula.steps)(w), "steps of {name:?}");
                }
            }
        }
    }
}

#[test]
fn transports_measure_what_formulas_say() {
    for &algorithm in Algorithm::of(Collective::AllReduce) {
        let formula = formula(Collective::AllReduce, algorithm).expect("it has a formula");
        for w in [1, 2, 3, 4, 5, 7, 8, 13, 16, 64] {
            let n = 100;
            let run = async |context: Context| -> collective::Result<u64> {
                let x = Tensor::zeros(&[n], DType::Int32)?;
                context.world().using(algorithm).all_reduce(&x, ReduceOp::Sum).await?;
                context.flush().await?;
                Ok(context.traffic().sent_bytes())
            };
            let results = simulator::run(w, simulator::Options::default(), run);
            let sent: Vec<usize> = results
                .into_iter()
                .map(|rank| rank.expect("no rank is lost").expect("it succeeds") as usize)
                .collect();
            let counted = counted(Collective::AllReduce, algorithm, w, n);
            assert_eq!(sent, counted.sent.iter().map(|count| 4 * count).collect::<Vec<_>>());
            assert_eq!(sent.iter().sum::<usize>(), 4 * (formula.total)(w, n));
        }
    }
}

#[test]
fn time_has_the_crossovers_that_textbooks_have() {
    let link = LinkModel { alpha: 1e-5, beta: 1e-9, gamma: 0.0 };
    let seconds = |algorithm, n| link.seconds(&counted(Collective::AllReduce, algorithm, 16, n), 4);
    // Few steps win where messages are small, few bytes where they are large.
    assert!(seconds(Algorithm::RecursiveDoubling, 16) < seconds(Algorithm::Ring, 16));
    assert!(seconds(Algorithm::Ring, 1 << 22) < seconds(Algorithm::RecursiveDoubling, 1 << 22));
    // Rabenseifner's all-reduce has the ring's bytes in fewer steps.
    assert!(seconds(Algorithm::HalvingDoubling, 1 << 16) < seconds(Algorithm::Ring, 1 << 16));
    // 2 (W − 1) steps of n / W elements.
    let ring = 30.0 * (1e-5 + 1e-9 * 4.0 * 1000.0);
    assert!((seconds(Algorithm::Ring, 16_000) - ring).abs() < 1e-12);
}

#[test]
fn a_perfect_ring_has_the_links_bandwidth() {
    assert_eq!(bus_factor(Collective::AllReduce, 8), 1.75);
    for preset in PRESETS {
        let link = LinkModel { alpha: 0.0, gamma: 0.0, ..preset.link };
        let (w, n) = (8, 1 << 20);
        let time = link.seconds(&counted(Collective::AllReduce, Algorithm::Ring, w, n), 4);
        let bandwidth = busbw(Collective::AllReduce, w, 4 * n, time);
        assert!((bandwidth * preset.link.beta - 1.0).abs() < 1e-9, "{}", preset.name);
    }
}

#[test]
fn closed_forms_of_the_busiest_rank_are_what_schedules_add_up_to() {
    for collective in COLLECTIVES {
        for &algorithm in Algorithm::of(collective) {
            for w in 1..=64 {
                let name = (collective.name(), algorithm.name(), w);
                let critical = critical(collective, algorithm, w).expect("it has a closed form");
                // Parts of any algorithm are equal: chunks, halves down to the last, segments of a chain.
                let n = 64 * 8 * w;
                let counted = counted(collective, algorithm, w, n);
                let sum = |of: fn(&Busiest) -> usize| counted.steps.iter().map(of).sum::<usize>();
                assert_eq!(sum(|step| step.messages) as f64, critical.messages, "{name:?}");
                for (sum, parts) in [
                    (sum(|step| step.elements), critical.parts),
                    (sum(|step| step.folded), critical.folded),
                ] {
                    assert!((sum as f64 - parts * n as f64).abs() < 1e-6, "{name:?}: {sum}");
                }
            }
        }
    }
    assert_eq!(critical(Collective::Gather, Algorithm::Ring, 4), None);
}

#[test]
fn a_line_is_the_model_of_the_schedules() {
    let (w, bytes) = (12, 64 * 8 * 12 * 4);
    for collective in COLLECTIVES.into_iter().filter(|&c| c != Collective::Barrier) {
        let parts = match collective {
            Collective::Broadcast | Collective::Reduce | Collective::AllReduce => 1,
            _ => w,
        };
        for &algorithm in Algorithm::of(collective) {
            for Preset { link, .. } in PRESETS {
                let seconds =
                    link.seconds(&counted(collective, algorithm, w, bytes / 4 / parts), 4);
                let line = link.line(collective, algorithm, w).expect("it has a closed form");
                let off = line.at(bytes as f64) / seconds - 1.0;
                assert!(off.abs() < 1e-12 && seconds > 0.0, "{collective:?} {algorithm:?} {off}");
            }
        }
    }
}
