//! The schedules by themselves, without transport: what each element of each rank is made of at the end, how many
//! steps it took and how many elements were sent, at every world size.
use collective::algorithm::{
    Action, binomial_broadcast, chunk, direct_all_gather, direct_all_reduce, direct_all_to_all,
    direct_reduce_scatter, dissemination_barrier, flat_gather, flat_reduce, flat_scatter,
    gloo_chunk, gloo_reduce, gloo_reduce_chunk, neighbour_exchange,
};

mod replay;

use replay::{Origin, everywhere, log2_ceil, nowhere, run};

fn counts(world_size: usize) -> [usize; 5] {
    [0, 1, world_size - 1, world_size + 1, 100]
}

fn in_rank_order(world_size: usize, element: usize) -> Option<Origin> {
    Some((0..world_size).map(|rank| (rank, element)).collect())
}

#[test]
fn all_reduce_folds_every_element_in_rank_order() {
    for w in 1..=64 {
        for n in counts(w) {
            let schedule = |rank| direct_all_reduce(rank, w, n);
            let outcome = run(w, schedule, |_| 0, |_| n, everywhere);
            for output in &outcome.outputs {
                let expected: Vec<_> = (0..n).map(|i| in_rank_order(w, i)).collect();
                assert_eq!(output, &expected);
            }
            assert_eq!(outcome.sent.iter().sum::<usize>(), 2 * (w - 1) * n);
            assert_eq!(outcome.steps, if w > 1 { 2 } else { 0 });
        }
    }
}

#[test]
fn reduce_scatter_folds_each_part_in_rank_order() {
    for w in 1..=64 {
        let n = 3;
        let schedule = |rank| direct_reduce_scatter(rank, w, n);
        let outcome = run(w, schedule, |_| w * n, |_| n, nowhere);
        for (rank, output) in outcome.outputs.iter().enumerate() {
            let expected: Vec<_> = (0..n).map(|i| in_rank_order(w, rank * n + i)).collect();
            assert_eq!(output, &expected);
        }
        assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
    }
}

#[test]
fn all_gather_places_parts_by_rank() {
    for w in 1..=64 {
        let n = 2;
        let outcome = run(w, |rank| direct_all_gather(rank, w, n), |_| n, |_| w * n, nowhere);
        let expected: Vec<_> =
            (0..w).flat_map(|rank| (0..n).map(move |i| Some(vec![(rank, i)]))).collect();
        assert!(outcome.outputs.iter().all(|output| *output == expected));
        assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
    }
}

#[test]
fn all_to_all_transposes() {
    for w in 1..=64 {
        let n = 2;
        let outcome = run(w, |rank| direct_all_to_all(rank, w, n), |_| w * n, |_| w * n, nowhere);
        for (rank, output) in outcome.outputs.iter().enumerate() {
            let part = |peer| (0..n).map(move |i| Some(vec![(peer, rank * n + i)]));
            assert_eq!(output, &(0..w).flat_map(part).collect::<Vec<_>>());
        }
        assert_eq!(outcome.sent, vec![(w - 1) * n; w]);
    }
}

#[test]
fn broadcast_reaches_all_in_log2_steps() {
    for w in 1..=64 {
        for root in [0, w / 2, w - 1] {
            let n = 3;
            let schedule = |rank| binomial_broadcast(rank, w, root, n);
            let outcome = run(w, schedule, |_| 0, |_| n, |rank| rank == root);
            let expected: Vec<_> = (0..n).map(|i| Some(vec![(root, i)])).collect();
            assert!(outcome.outputs.iter().all(|output| *output == expected));
            assert_eq!(outcome.sent.iter().sum::<usize>(), (w - 1) * n);
            assert_eq!(outcome.steps, log2_ceil(w));
        }
    }
}

#[test]
fn scatter_gather_and_reduce_meet_at_the_root() {
    for w in 1..=64 {
        for root in [0, w / 2, w - 1] {
            let n = 2;
            let at_root = |rank: usize, count: usize| if rank == root { count } else { 0 };
            let scattered =
                run(w, |r| flat_scatter(r, w, root, n), |r| at_root(r, w * n), |_| n, nowhere);
            for (rank, output) in scattered.outputs.iter().enumerate() {
                let part = (0..n).map(|i| Some(vec![(root, rank * n + i)]));
                assert_eq!(output, &part.collect::<Vec<_>>());
            }
            let gathered =
                run(w, |r| flat_gather(r, w, root, n), |_| n, |r| at_root(r, w * n), nowhere);
            let parts = (0..w).flat_map(|rank| (0..n).map(move |i| Some(vec![(rank, i)])));
            assert_eq!(gathered.outputs[root], parts.collect::<Vec<_>>());
            let reduced = run(w, |r| flat_reduce(r, w, root, n), |_| n, |r| at_root(r, n), nowhere);
            let folded: Vec<_> = (0..n).map(|i| in_rank_order(w, i)).collect();
            assert_eq!(reduced.outputs[root], folded);
            for outcome in [scattered, gathered, reduced] {
                assert_eq!(outcome.sent.iter().sum::<usize>(), (w - 1) * n);
            }
        }
    }
}

#[test]
fn barrier_hears_of_every_rank_and_neighbours_of_one() {
    for w in 1..=64usize {
        let barrier = run(w, |rank| dissemination_barrier(rank, w), |_| 0, |_| 0, nowhere);
        assert_eq!(barrier.steps, log2_ceil(w));
        // Who has heard of whom, as the messages go.
        let mut heard: Vec<u128> = (0..w).map(|rank| 1 << rank).collect();
        for step in 0..barrier.steps {
            let before = heard.clone();
            for (rank, heard) in heard.iter_mut().enumerate() {
                for action in &dissemination_barrier(rank, w).steps[step].actions {
                    if let Action::Receive { peer, .. } = action {
                        *heard |= before[*peer];
                    }
                }
            }
        }
        assert!(heard.iter().all(|mask| *mask == (1 << w) - 1));
        let neighbours = run(w, |rank| neighbour_exchange(rank, w), |_| 0, |_| 0, nowhere);
        assert_eq!(neighbours.sent, vec![0; w]);
    }
}

#[test]
fn chunks_cover_without_overlap() {
    for w in 1..=64 {
        for n in counts(w) {
            let covered: Vec<usize> = (0..w).flat_map(|index| chunk(n, w, index)).collect();
            assert_eq!(covered, (0..n).collect::<Vec<_>>());
        }
    }
}

#[test]
fn gloos_reduce_folds_downwards_and_leaves_the_way_there() {
    for w in 1..=16 {
        for (n, root) in counts(w).into_iter().flat_map(|n| [(n, 0), (n, w - 1)]) {
            let schedule = |rank| gloo_reduce(rank, w, root, n, 4);
            let outcome = run(w, schedule, |_| 0, |_| n, everywhere);
            for (rank, output) in outcome.outputs.iter().enumerate() {
                for chunk in 0..w {
                    // All ranks at the root and where the chunk is finished; elsewhere those from its first on.
                    let steps = (chunk + w - rank + w - 1) % w;
                    let folded = if rank == root { w } else { steps + 1 };
                    let first = if folded == w { chunk } else { rank };
                    // Each rank has its own before what the next one sent it.
                    let ranks = (0..folded).map(|ahead| (first + ahead) % w);
                    for element in gloo_reduce_chunk(n, 4, w, chunk) {
                        let origin: Origin = ranks.clone().map(|r| (r, element)).collect();
                        assert_eq!(output[element], Some(origin), "{w} {n} {rank} {chunk}");
                    }
                }
            }
        }
    }
}

#[test]
fn gloos_reduce_cuts_as_its_all_reduce_does_until_segments_are_full() {
    for w in 1..=5 {
        let full = (2 * w) << 18;
        for (count, same) in [(0, true), (7, true), (100, true), (full, true), (full + 1, w == 1)] {
            let chunks = |cut: fn(usize, usize, usize, usize) -> std::ops::Range<usize>| {
                (0..w).map(|chunk| cut(count, 4, w, chunk)).collect::<Vec<_>>()
            };
            let (ours, theirs) = (chunks(gloo_reduce_chunk), chunks(gloo_chunk));
            assert_eq!(ours == theirs, same, "{w} {count}");
            assert_eq!(ours.iter().map(|chunk| chunk.len()).sum::<usize>(), count);
        }
    }
}
