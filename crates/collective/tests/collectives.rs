//! Every collective against its definition, at many world sizes and counts, on threads and in the simulator.

mod worlds;

use collective::{Context, ReduceOp};
use tensor::{State, Tensor, Undefined};
use worlds::{Outcome, WORLD_SIZES, element, empty, everywhere, input};

fn counts(world_size: usize) -> [usize; 6] {
    [0, 1, world_size - 1, world_size, world_size + 1, 1000]
}

/// Runs a program that turns an input of `count` elements into one tensor, at all sizes.
fn at_all_sizes(
    program: impl AsyncFn(&Context, usize) -> Outcome<Option<Tensor>> + Sync,
    expected: impl Fn(usize, usize, usize) -> Option<Vec<i64>>,
) {
    for world_size in WORLD_SIZES {
        for count in counts(world_size) {
            let run = async |context: Context| -> Outcome<Option<Vec<i64>>> {
                let result = program(&context, count).await?;
                context.flush().await?;
                Ok(result.map(|tensor| tensor.to_vec()).transpose()?)
            };
            everywhere(world_size, run, |rank, got| {
                let expected = Ok(expected(rank, world_size, count));
                assert_eq!(got, &expected, "rank {rank} of {world_size}, count {count}");
            });
        }
    }
}

#[test]
fn all_reduce_leaves_the_sum_everywhere() {
    at_all_sizes(
        async |context, count| {
            let x = input(context.rank(), count)?;
            context.world().all_reduce(&x, ReduceOp::Sum).await?;
            Ok(Some(x))
        },
        |_, w, n| Some((0..n).map(|i| (0..w).map(|r| element(r, i)).sum()).collect()),
    );
}

#[test]
fn all_reduce_with_max_leaves_the_largest_everywhere() {
    at_all_sizes(
        async |context, count| {
            let x = input(context.rank(), count)?;
            context.world().all_reduce(&x, ReduceOp::Max).await?;
            Ok(Some(x))
        },
        |_, w, n| Some((0..n).map(|i| element(w - 1, i)).collect()),
    );
}

#[test]
fn reduce_gives_the_root_the_sum() {
    at_all_sizes(
        async |context, count| {
            let root = context.world_size() / 2;
            let x = input(context.rank(), count)?;
            context.world().reduce(&x, root, ReduceOp::Sum).await?;
            if context.rank() == root {
                return Ok(Some(x));
            }
            assert_eq!(x.state(), State::Undefined(Undefined::ReduceNonRoot { root }));
            assert!(count == 0 || x.to_vec::<i64>().is_err());
            Ok(None)
        },
        |rank, w, n| {
            let sum = |i| (0..w).map(|r| element(r, i)).sum();
            (rank == w / 2).then(|| (0..n).map(sum).collect())
        },
    );
}

#[test]
fn broadcast_copies_the_roots_values() {
    for root in [0, 1] {
        at_all_sizes(
            async |context, count| {
                let root = root % context.world_size();
                let x = if context.rank() == root { input(root, count)? } else { empty(count)? };
                context.world().broadcast(&x, root).await?;
                Ok(Some(x))
            },
            |_, w, n| Some((0..n).map(|i| element(root % w, i)).collect()),
        );
    }
}

#[test]
fn scatter_gives_each_rank_its_part() {
    at_all_sizes(
        async |context, count| {
            let root = context.world_size() - 1;
            let parts: Outcome<Vec<Tensor>> =
                (0..context.world_size()).map(|j| input(j, count)).collect();
            let list = (context.rank() == root).then_some(parts?);
            let mine = empty(count)?;
            context.world().scatter(&mine, list.as_deref(), root).await?;
            Ok(Some(mine))
        },
        |rank, _, n| Some((0..n).map(|i| element(rank, i)).collect()),
    );
}

#[test]
fn gather_gives_the_root_all_parts() {
    at_all_sizes(
        async |context, count| {
            let root = context.world_size() - 1;
            let whole = empty(count * context.world_size())?;
            let parts: Result<Vec<Tensor>, _> =
                (0..context.world_size()).map(|j| whole.narrow(0, j * count, count)).collect();
            let list = (context.rank() == root).then_some(parts?);
            context.world().gather(&input(context.rank(), count)?, list.as_deref(), root).await?;
            Ok((context.rank() == root && count > 0).then_some(whole))
        },
        |rank, w, n| {
            let all = (0..w).flat_map(|r| (0..n).map(move |i| element(r, i)));
            (rank == w - 1 && n > 0).then(|| all.collect())
        },
    );
}

#[test]
fn all_gather_concatenates_by_rank() {
    at_all_sizes(
        async |context, count| {
            let whole = empty(count * context.world_size())?;
            let mine = input(context.rank(), count)?;
            context.world().all_gather_into_tensor(&whole, &mine).await?;
            Ok(Some(whole))
        },
        |_, w, n| Some((0..w).flat_map(|r| (0..n).map(move |i| element(r, i))).collect()),
    );
}

#[test]
fn reduce_scatter_gives_each_rank_its_part_of_the_sum() {
    at_all_sizes(
        async |context, count| {
            let part = empty(count)?;
            let whole = input(context.rank(), count * context.world_size())?;
            context.world().reduce_scatter_tensor(&part, &whole, ReduceOp::Sum).await?;
            Ok(Some(part))
        },
        |rank, w, n| {
            let sum = |i| (0..w).map(|r| element(r, rank * n + i)).sum();
            Some((0..n).map(sum).collect())
        },
    );
}

#[test]
fn all_to_all_transposes_the_parts() {
    at_all_sizes(
        async |context, count| {
            let output = empty(count * context.world_size())?;
            let whole = input(context.rank(), count * context.world_size())?;
            context.world().all_to_all_single(&output, &whole).await?;
            Ok(Some(output))
        },
        |rank, w, n| {
            Some((0..w).flat_map(|r| (0..n).map(move |i| element(r, rank * n + i))).collect())
        },
    );
}

#[test]
fn send_and_recv_pass_values_round_the_ring() {
    at_all_sizes(
        async |context, count| {
            let (rank, w) = (context.rank(), context.world_size());
            if w == 1 {
                return Ok(None);
            }
            let (world, got) = (context.world(), empty(count)?);
            let (next, last) = ((rank + 1) % w, (rank + w - 1) % w);
            let sending = world.send(&input(rank, count)?, next, 7);
            world.recv(&got, last, 7).await?;
            sending.await?;
            Ok(Some(got))
        },
        |rank, w, n| (w > 1).then(|| (0..n).map(|i| element((rank + w - 1) % w, i)).collect()),
    );
}
