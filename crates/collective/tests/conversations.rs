//! What ranks say to each other beside one collective after another: tags, groups, lists, splits, several works at once.

mod worlds;

use collective::{CollectiveError, Context, ReduceOp};
use tensor::Tensor;
use worlds::{Outcome, WORLD_SIZES, element, empty, everywhere, input};

#[test]
fn a_later_tag_may_be_received_first() {
    let run = async |context: Context| -> Outcome<Vec<i64>> {
        let world = context.world();
        let (first, second) = (empty(500)?, empty(500)?);
        if context.rank() == 0 {
            let one = world.send(&input(1, 500)?, 1, 1);
            world.send(&input(2, 500)?, 1, 2).await?;
            one.await?;
        } else {
            world.recv(&second, 0, 2).await?;
            world.recv(&first, 0, 1).await?;
        }
        context.flush().await?;
        if context.rank() == 0 {
            return Ok(vec![]);
        }
        Ok(vec![first.to_vec::<i64>()?[0], second.to_vec::<i64>()?[0]])
    };
    everywhere(2, run, |rank, got| {
        let expected = if rank == 0 { vec![] } else { vec![element(1, 0), element(2, 0)] };
        assert_eq!(got, &Ok(expected));
    });
}

#[test]
fn groups_keep_to_themselves() {
    for world_size in WORLD_SIZES {
        let run = async |context: Context| -> Outcome<(i64, i64)> {
            let (rank, w) = (context.rank(), context.world_size());
            let world = context.world();
            let even: Vec<usize> = (0..w).step_by(2).collect();
            let odd: Vec<usize> = (1..w).step_by(2).collect();
            let evens = world.new_group(&even).await?;
            let odds = if odd.is_empty() { None } else { Some(world.new_group(&odd).await?) };
            let group = if rank % 2 == 0 { Some(&evens) } else { odds.as_ref() };
            let (mine, all) = (input(rank, 1)?, input(rank, 1)?);
            // Both are under way at once, and the one started last is awaited first.
            let in_world = world.all_reduce(&all, ReduceOp::Sum);
            if let Some(group) = group {
                group.all_reduce(&mine, ReduceOp::Sum).await?;
            }
            in_world.await?;
            world.barrier().await?;
            context.flush().await?;
            Ok((mine.item()?, all.item()?))
        };
        everywhere(world_size, run, |rank, got| {
            let sum = |step: usize, from: usize| -> i64 {
                (from..world_size).step_by(step).map(|r| element(r, 0)).sum()
            };
            assert_eq!(got, &Ok((sum(2, rank % 2), sum(1, 0))));
        });
    }
}

#[test]
fn what_ranks_mean_differently_is_an_error_on_both() {
    let run = async |context: Context| -> Outcome<()> {
        let x = input(context.rank(), 3)?;
        let op = if context.rank() == 0 { ReduceOp::Sum } else { ReduceOp::Max };
        context.world().all_reduce(&x, op).await?;
        context.flush().await
    };
    everywhere(2, run, |rank, got| match got.as_ref().map_err(Box::as_ref) {
        Err(error @ CollectiveError::Mismatch { peer, .. }) => {
            assert_eq!(*peer, 1 - rank);
            assert!(error.to_string().contains("SUM") && error.to_string().contains("MAX"));
        }
        other => panic!("rank {rank} got {other:?}"),
    });
}

#[test]
fn a_receive_of_another_size_is_an_error_on_both() {
    let run = async |context: Context| -> Outcome<()> {
        match context.rank() {
            0 => context.world().send(&input(0, 4)?, 1, 0).await?,
            _ => context.world().recv(&empty(2)?, 0, 0).await?,
        }
        context.flush().await
    };
    everywhere(2, run, |_, got| {
        assert!(
            matches!(got, Err(error) if matches!(**error, CollectiveError::Mismatch { .. })),
            "{got:?}"
        );
    });
}

#[test]
fn a_group_goes_on_after_an_argument_error() {
    let run = async |context: Context| -> Outcome<i64> {
        let (rank, world) = (context.rank(), context.world());
        let x = input(rank, 1)?;
        if rank == 0 {
            let error = world.broadcast(&x, 9).await.expect_err("no rank 9");
            assert_eq!(error.code(), "rank_out_of_range");
            assert!(error.is_argument_error());
        }
        world.all_reduce(&x, ReduceOp::Sum).await?;
        context.flush().await?;
        Ok(x.item()?)
    };
    everywhere(3, run, |_, got| assert_eq!(got, &Ok(1000 + 2000 + 3000)));
}

#[test]
fn lists_work_as_tensors_do() {
    for world_size in WORLD_SIZES {
        for count in [0, 3] {
            let run = async |context: Context| -> Outcome<[Vec<i64>; 3]> {
                let (rank, w, world) = (context.rank(), context.world_size(), context.world());
                let lists = || (0..w).map(|_| empty(count)).collect::<Outcome<Vec<_>>>();
                let flat = |list: &[Tensor]| -> Outcome<Vec<i64>> {
                    let parts: Result<Vec<Vec<i64>>, _> =
                        list.iter().map(Tensor::to_vec::<i64>).collect();
                    Ok(parts?.concat())
                };
                let gathered = lists()?;
                world.all_gather(&gathered, &input(rank, count)?).await?;
                let inputs: Outcome<Vec<Tensor>> =
                    (0..w).map(|j| input(10 * rank + j, count)).collect();
                let inputs = inputs?;
                let sum = empty(count)?;
                world.reduce_scatter(&sum, &inputs, ReduceOp::Sum).await?;
                let exchanged = lists()?;
                world.all_to_all(&exchanged, &inputs).await?;
                context.flush().await?;
                Ok([flat(&gathered)?, sum.to_vec()?, flat(&exchanged)?])
            };
            everywhere(world_size, run, |rank, got| {
                let of = |r: usize| (0..count).map(move |i| element(r, i));
                let gathered = (0..world_size).flat_map(of).collect();
                let sum = (0..count)
                    .map(|i| (0..world_size).map(|r| element(10 * r + rank, i)).sum())
                    .collect();
                let exchanged = (0..world_size).flat_map(|r| of(10 * r + rank)).collect();
                assert_eq!(got, &Ok([gathered, sum, exchanged]));
            });
        }
    }
}

#[test]
fn split_sizes_may_be_ragged_and_zero() {
    for world_size in WORLD_SIZES {
        // Rank i sends rank j so many rows of two.
        let rows = |i: usize, j: usize| (i + 2 * j) % 4;
        let run = async |context: Context| -> Outcome<Vec<i64>> {
            let (rank, w) = (context.rank(), context.world_size());
            let ins: Vec<usize> = (0..w).map(|j| rows(rank, j)).collect();
            let outs: Vec<usize> = (0..w).map(|i| rows(i, rank)).collect();
            let (sent, taken) = (ins.iter().sum::<usize>(), outs.iter().sum::<usize>());
            let x = input(rank, 2 * sent)?.reshape(&[sent as isize, 2])?;
            let y = empty(2 * taken)?.reshape(&[taken as isize, 2])?;
            context.world().all_to_all_single_with_splits(&y, &x, &outs, &ins).await?;
            context.flush().await?;
            Ok(y.to_vec()?)
        };
        everywhere(world_size, run, |rank, got| {
            let part = |i: usize| {
                let before: usize = (0..rank).map(|j| rows(i, j)).sum();
                (2 * before..2 * (before + rows(i, rank))).map(move |k| element(i, k))
            };
            assert_eq!(got, &Ok((0..world_size).flat_map(part).collect::<Vec<_>>()));
        });
    }
}

#[test]
fn split_sizes_that_disagree_are_an_error() {
    let run = async |context: Context| -> Outcome<()> {
        let rank = context.rank();
        let (x, y) = (input(rank, 4)?, empty(if rank == 0 { 4 } else { 5 })?);
        // Rank 1 expects three rows from rank 0, which sends two.
        let outs = if rank == 0 { [2, 2] } else { [3, 2] };
        context.world().all_to_all_single_with_splits(&y, &x, &outs, &[2, 2]).await?;
        context.flush().await
    };
    everywhere(2, run, |rank, got| {
        // Rank 0 may be done before rank 1 looks.
        let told = matches!(got, Err(error) if matches!(**error, CollectiveError::Mismatch { .. }));
        assert!(told || (rank == 0 && got.is_ok()), "{got:?}");
    });
}

#[test]
fn a_receive_from_any_source_tells_who_sent() {
    let run = async |context: Context| -> Outcome<Vec<(usize, i64)>> {
        let (rank, w, world) = (context.rank(), context.world_size(), context.world());
        let mut got = Vec::new();
        if rank == 0 {
            for _ in 1..w {
                let x = empty(1)?;
                let source = world.recv_any_source(&x, 4).await?;
                got.push((source, x.item()?));
            }
            got.sort_unstable();
        } else {
            world.send(&input(rank, 1)?, 0, 4).await?;
        }
        context.flush().await?;
        Ok(got)
    };
    everywhere(5, run, |rank, got| {
        let all = (1..5).map(|r| (r, element(r, 0))).collect();
        assert_eq!(got, &Ok(if rank == 0 { all } else { vec![] }));
    });
}

#[test]
fn works_may_be_outstanding_and_end_in_any_order() {
    let run = async |context: Context| -> Outcome<Vec<i64>> {
        let (rank, w, world) = (context.rank(), context.world_size(), context.world());
        let (a, b) = (input(rank, 2)?, input(rank, 3)?);
        let first = world.all_reduce(&a, ReduceOp::Sum);
        let second = world.broadcast(&b, 1);
        assert!(a.to_vec::<i64>().is_err(), "what a work will fill cannot be read");
        second.await?;
        first.await?;
        let got = empty(1)?;
        let receive = world.recv(&got, (rank + w - 1) % w, 0);
        let send = world.send(&input(rank, 1)?, (rank + 1) % w, 0);
        send.await?;
        receive.await?;
        assert!(world.barrier().await.is_ok());
        context.flush().await?;
        Ok([a.to_vec::<i64>()?, b.to_vec()?, got.to_vec()?].concat())
    };
    everywhere(3, run, |rank, got| {
        let sum = |i| (0..3).map(|r| element(r, i)).sum();
        let mut expected: Vec<i64> = (0..2).map(sum).collect();
        expected.extend((0..3).map(|i| element(1, i)));
        expected.push(element((rank + 2) % 3, 0));
        assert_eq!(got, &Ok(expected));
    });
}
