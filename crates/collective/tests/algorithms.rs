//! The algorithms that are chosen by name, at every world size: what each element is made of at the end, in how many
//! steps, and how many elements were sent.

mod replay;

use collective::algorithm::*;
use replay::{Origin, Outcome, everywhere, log2_ceil, nowhere, run};

const COUNTS: [usize; 5] = [0, 1, 3, 16, 65];

/// A schedule by rank, world size and count; its steps by world size; whether every rank sends `(w − 1) · count`
/// elements whatever the world (else only where it is a power of two).
struct Case(fn(usize, usize, usize) -> Schedule, fn(usize) -> usize, bool);

fn sorted(outputs: Vec<Vec<Option<Origin>>>) -> Vec<Vec<Option<Origin>>> {
    let sort = |origin: Option<Origin>| {
        origin.map(|mut origin| {
            origin.sort_unstable();
            origin
        })
    };
    outputs.into_iter().map(|output| output.into_iter().map(sort).collect()).collect()
}

fn of_all(world_size: usize, element: usize) -> Option<Origin> {
    Some((0..world_size).map(|rank| (rank, element)).collect())
}

fn largest_power(world_size: usize) -> usize {
    1 << world_size.ilog2()
}

/// Steps of a doubling, and those before and after it in worlds that are no power of two.
fn doubling_steps(world_size: usize) -> usize {
    let power = largest_power(world_size);
    power.trailing_zeros() as usize + if power == world_size { 0 } else { 2 }
}

fn all_reduce(
    schedule: fn(usize, usize, usize) -> Schedule,
    check: impl Fn(usize, usize, &Outcome),
) {
    for w in 1..=64 {
        for n in COUNTS {
            let mut outcome = run(w, |rank| schedule(rank, w, n), |_| 0, |_| n, everywhere);
            outcome.outputs = sorted(outcome.outputs);
            let expected: Vec<_> = (0..n).map(|i| of_all(w, i)).collect();
            for (rank, output) in outcome.outputs.iter().enumerate() {
                assert_eq!(output, &expected, "rank {rank} of {w}, count {n}");
            }
            check(w, n, &outcome);
        }
    }
}

#[test]
fn ring_all_reduces() {
    all_reduce(ring_all_reduce, |w, n, outcome| {
        assert_eq!(outcome.steps, 2 * (w - 1));
        assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * n);
    });
}

#[test]
fn recursive_doubling_all_reduces() {
    all_reduce(recursive_doubling_all_reduce, |w, n, outcome| {
        let power = largest_power(w);
        assert_eq!(outcome.steps, doubling_steps(w));
        let doubled = power * power.trailing_zeros() as usize * n;
        assert_eq!(outcome.sent.iter().sum::<usize>(), doubled + 2 * (w - power) * n);
    });
}

#[test]
fn halving_doubling_all_reduces() {
    all_reduce(halving_doubling_all_reduce, |w, n, outcome| {
        let power = largest_power(w);
        assert_eq!(outcome.steps, doubling_steps(w) + power.trailing_zeros() as usize);
        let sent = 2 * (power - 1) * n + 2 * (w - power) * n;
        assert_eq!(outcome.sent.iter().sum::<usize>(), sent);
    });
}

#[test]
fn binomial_all_reduces() {
    all_reduce(binomial_all_reduce, |w, n, outcome| {
        assert_eq!(outcome.steps, 2 * log2_ceil(w));
        assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * n);
    });
}

#[test]
fn double_tree_all_reduces() {
    all_reduce(double_tree_all_reduce, |w, n, outcome| {
        assert!(outcome.steps <= 2 * (log2_ceil(w) + 1), "{} steps at {w}", outcome.steps);
        assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * n);
        // Nobody sends more than its share of both trees: a parent and two children, half the elements each.
        let most = outcome.sent.iter().max().copied().unwrap_or(0);
        assert!(most <= 2 * 3 * n.div_ceil(2), "{most} of {n} at {w}");
    });
}

#[test]
fn flat_all_reduces_in_rank_order() {
    for w in 1..=64 {
        let outcome = run(w, |rank| flat_all_reduce(rank, w, 2), |_| 0, |_| 2, everywhere);
        let expected = vec![of_all(w, 0), of_all(w, 1)];
        assert!(outcome.outputs.iter().all(|output| *output == expected));
        assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * 2);
    }
}

#[test]
fn gloo_all_reduces_each_chunk_from_the_rank_before_its_owner_down() {
    all_reduce(
        |rank, w, n| gloo_all_reduce(rank, w, n, 8),
        |w, n, outcome| {
            assert_eq!(outcome.steps, 2 * (w - 1));
            assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * n);
        },
    );
    for w in 1..=64 {
        for n in COUNTS {
            let outcome = run(w, |rank| gloo_all_reduce(rank, w, n, 8), |_| 0, |_| n, everywhere);
            let chunks: Vec<_> = (0..w).map(|c| gloo_chunk(n, 8, w, c)).collect();
            assert!(chunks.iter().cloned().flatten().eq(0..n));
            for (c, chunk) in chunks.into_iter().enumerate() {
                for i in chunk {
                    // A fold stands before what it has received: the first rank is the last one here.
                    let expected = (c..c + w).map(|rank| (rank % w, i)).collect();
                    assert_eq!(outcome.outputs[0][i], Some(expected), "element {i} of {n} at {w}");
                }
            }
        }
    }
}

#[test]
fn gloo_cuts_large_tensors_into_more_segments() {
    // Two segments a rank of one element each; then of four; then 102 segments, the multiple of 3 above 100 MiB.
    assert_eq!(gloo_chunk(5, 4, 3, 2), 4..5);
    assert_eq!(gloo_chunk(24, 4, 3, 1), 8..16);
    let (count, segment) = (100 << 18, 257_004);
    assert_eq!(usize::div_ceil(count, 102), segment);
    assert_eq!(gloo_chunk(count, 4, 3, 1), 34 * segment..68 * segment);
    assert_eq!(gloo_chunk(0, 4, 3, 1), 0..0);
}

#[test]
fn gloo_reduce_scatters_by_an_all_reduce() {
    for w in 1..=64 {
        for n in [0, 1, 3] {
            let schedule = |rank| gloo_reduce_scatter(rank, w, n, 4);
            let outcome = run(w, schedule, |_| w * n, |_| n, nowhere);
            let reduced =
                run(w, |rank| gloo_all_reduce(rank, w, w * n, 4), |_| 0, |_| w * n, everywhere);
            for (rank, output) in outcome.outputs.iter().enumerate() {
                assert_eq!(
                    output[..],
                    reduced.outputs[0][rank * n..(rank + 1) * n],
                    "{rank} of {w}"
                );
            }
            assert_eq!(outcome.steps, 2 * (w - 1));
        }
    }
}

#[test]
fn all_gathers() {
    let all: [Case; 3] = [
        Case(ring_all_gather, |w| w - 1, true),
        Case(recursive_doubling_all_gather, doubling_steps, false),
        Case(bruck_all_gather, log2_ceil, true),
    ];
    for Case(schedule, steps, even) in all {
        for w in 1..=64 {
            for n in [0, 1, 3] {
                let outcome = run(w, |rank| schedule(rank, w, n), |_| n, |_| w * n, nowhere);
                let expected: Vec<_> =
                    (0..w).flat_map(|rank| (0..n).map(move |i| Some(vec![(rank, i)]))).collect();
                assert!(outcome.outputs.iter().all(|output| *output == expected), "{w} {n}");
                assert_eq!(outcome.steps, steps(w), "at {w}");
                if even || w.is_power_of_two() {
                    assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
                }
            }
        }
    }
}

#[test]
fn reduce_scatters() {
    let all: [Case; 2] = [
        Case(ring_reduce_scatter, |w| w - 1, true),
        Case(recursive_halving_reduce_scatter, doubling_steps, false),
    ];
    for Case(schedule, steps, even) in all {
        for w in 1..=64 {
            for n in [0, 1, 3] {
                let outcome = run(w, |rank| schedule(rank, w, n), |_| w * n, |_| n, nowhere);
                for (rank, output) in sorted(outcome.outputs).iter().enumerate() {
                    let expected: Vec<_> = (0..n).map(|i| of_all(w, rank * n + i)).collect();
                    assert_eq!(output, &expected, "rank {rank} of {w}");
                }
                assert_eq!(outcome.steps, steps(w), "at {w}");
                if even || w.is_power_of_two() {
                    assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
                }
            }
        }
    }
}

#[test]
fn broadcasts() {
    for w in 1..=64 {
        for root in [0, w / 3, w - 1] {
            for n in COUNTS {
                let expected: Vec<_> = (0..n).map(|i| Some(vec![(root, i)])).collect();
                let check = |schedule: &dyn Fn(usize) -> Schedule, steps: usize, sent: usize| {
                    let outcome = run(w, schedule, |_| 0, |_| n, |rank| rank == root);
                    assert!(outcome.outputs.iter().all(|output| *output == expected), "{w} {n}");
                    assert_eq!(outcome.steps, steps, "at {w}");
                    assert_eq!(outcome.sent.iter().sum::<usize>(), sent, "at {w}");
                };
                let many = usize::from(w > 1);
                check(&|rank| flat_broadcast(rank, w, root, n), many, (w - 1) * n);
                for segments in [1, 2, 8] {
                    let steps = if w > 1 { w - 2 + segments } else { 0 };
                    let chain = |rank| chain_broadcast(rank, w, root, n, segments);
                    check(&chain, steps, (w - 1) * n);
                }
                let roots_own = chunk(n, w, root).len();
                let steps = if w > 1 { w } else { 0 };
                let sent = n - roots_own + (w - 1) * n;
                check(&|rank| scatter_all_gather_broadcast(rank, w, root, n), steps, sent);
            }
        }
    }
}

#[test]
fn binomial_trees_scatter_gather_and_reduce() {
    for w in 1..=64 {
        for root in [0, w / 3, w - 1] {
            let n = 2;
            let at_root = |rank: usize, count: usize| if rank == root { count } else { 0 };
            let scattered =
                run(w, |r| binomial_scatter(r, w, root, n), |r| at_root(r, w * n), |_| n, nowhere);
            for (rank, output) in scattered.outputs.iter().enumerate() {
                let part = (0..n).map(|i| Some(vec![(root, rank * n + i)]));
                assert_eq!(output, &part.collect::<Vec<_>>());
            }
            let gathered =
                run(w, |r| binomial_gather(r, w, root, n), |_| n, |r| at_root(r, w * n), nowhere);
            let parts = (0..w).flat_map(|rank| (0..n).map(move |i| Some(vec![(rank, i)])));
            assert_eq!(gathered.outputs[root], parts.collect::<Vec<_>>());
            let reduced =
                run(w, |r| binomial_reduce(r, w, root, n), |_| n, |r| at_root(r, n), nowhere);
            assert_eq!(reduced.sent.iter().sum::<usize>(), (w - 1) * n);
            let sums = sorted(vec![reduced.outputs[root].clone()]);
            assert_eq!(sums[0], (0..n).map(|i| of_all(w, i)).collect::<Vec<_>>());
            for steps in [scattered.steps, gathered.steps, reduced.steps] {
                assert_eq!(steps, log2_ceil(w));
            }
        }
    }
}

#[test]
fn all_to_alls() {
    let all: [Case; 2] =
        [Case(pairwise_all_to_all, |w| w - 1, true), Case(bruck_all_to_all, log2_ceil, false)];
    for Case(schedule, steps, even) in all {
        for w in 1..=64 {
            for n in [0, 1, 3] {
                let outcome = run(w, |rank| schedule(rank, w, n), |_| w * n, |_| w * n, nowhere);
                for (rank, output) in outcome.outputs.iter().enumerate() {
                    let part = |peer| (0..n).map(move |i| Some(vec![(peer, rank * n + i)]));
                    assert_eq!(output, &(0..w).flat_map(part).collect::<Vec<_>>(), "{rank} of {w}");
                }
                assert_eq!(outcome.steps, steps(w));
                if even {
                    assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
                }
            }
        }
    }
}

#[test]
fn a_tree_barrier_goes_up_and_down() {
    for w in 1..=64 {
        let outcome = run(w, |rank| tree_barrier(rank, w), |_| 0, |_| 0, nowhere);
        assert_eq!(outcome.steps, 2 * log2_ceil(w));
    }
}
