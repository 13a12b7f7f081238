//! Every algorithm of every collective gives what the default gives, on threads and in the simulator.

mod worlds;

use collective::algorithm::Algorithm;
use collective::{Collective, CollectiveError, Context, ReduceOp};
use tensor::{DType, Tensor};
use worlds::{COLLECTIVES, WORLD_SIZES, everywhere};

type Outcome = Result<Vec<i64>, Box<CollectiveError>>;

fn input(rank: usize, count: usize) -> Result<Tensor, Box<CollectiveError>> {
    let values = (0..count).map(|i| (1000 * (rank + 1) + i) as i64).collect();
    Ok(Tensor::from_vec(values, &[count])?)
}

/// One call of `collective`, with parts of `count` elements; what this rank has afterwards.
async fn call(
    context: &Context,
    collective: Collective,
    algorithm: Option<Algorithm>,
    count: usize,
) -> Outcome {
    let (rank, w) = (context.rank(), context.world_size());
    let world = context.world();
    let group = algorithm.map_or(world.clone(), |algorithm| world.using(algorithm));
    let root = w / 2;
    let empty = |count: usize| Tensor::empty(&[count], DType::Int64);
    let parts = |whole: &Tensor| -> Result<Vec<Tensor>, Box<CollectiveError>> {
        (0..w).map(|i| Ok(whole.narrow(0, i * count, count)?)).collect()
    };
    let result = match collective {
        Collective::Broadcast => {
            let x = if rank == root { input(root, count)? } else { empty(count)? };
            group.broadcast(&x, root).await?;
            x
        }
        Collective::Scatter => {
            let (mine, list) = (empty(count)?, parts(&input(0, w * count)?)?);
            group.scatter(&mine, (rank == root).then_some(&list), root).await?;
            mine
        }
        Collective::Gather => {
            let whole = Tensor::zeros(&[w * count], DType::Int64)?;
            let list = parts(&whole)?;
            group.gather(&input(rank, count)?, (rank == root).then_some(&list), root).await?;
            whole
        }
        Collective::Reduce => {
            let x = input(rank, count)?;
            group.reduce(&x, root, ReduceOp::Sum).await?;
            if rank != root {
                return Ok(Vec::new());
            }
            x
        }
        Collective::AllGather => {
            let whole = empty(w * count)?;
            group.all_gather_into_tensor(&whole, &input(rank, count)?).await?;
            whole
        }
        Collective::ReduceScatter => {
            let part = empty(count)?;
            let whole = input(rank, w * count)?;
            group.reduce_scatter_tensor(&part, &whole, ReduceOp::Sum).await?;
            part
        }
        Collective::AllReduce => {
            let x = input(rank, count)?;
            group.all_reduce(&x, ReduceOp::Sum).await?;
            x
        }
        Collective::AllToAll => {
            let whole = empty(w * count)?;
            group.all_to_all_single(&whole, &input(rank, w * count)?).await?;
            whole
        }
        Collective::Barrier => {
            group.barrier().await?;
            empty(0)?
        }
        Collective::Send
        | Collective::Recv
        | Collective::MonitoredBarrier
        | Collective::NewGroup => empty(0)?,
    };
    context.flush().await?;
    Ok(result.to_vec()?)
}

#[test]
fn all_give_what_the_default_gives() {
    for collective in COLLECTIVES {
        for &algorithm in &Algorithm::of(collective)[1..] {
            for world_size in WORLD_SIZES {
                for count in [0, 1, 7, 40] {
                    let run = async |context: Context| -> (Outcome, Outcome) {
                        let usual = call(&context, collective, None, count).await;
                        (usual, call(&context, collective, Some(algorithm), count).await)
                    };
                    everywhere(world_size, run, |rank, (usual, named)| {
                        assert!(usual.is_ok(), "{usual:?}");
                        let name = algorithm.name();
                        assert_eq!(usual, named, "{name} on {rank} of {world_size}, {count}");
                    });
                }
            }
        }
    }
}

#[test]
fn an_algorithm_of_another_collective_is_refused() {
    let run = async |context: Context| {
        call(&context, Collective::Barrier, Some(Algorithm::Ring), 1).await
    };
    everywhere(2, run, |_, got| {
        let text = got.as_ref().map_err(ToString::to_string);
        let expected = "barrier: there is no ring algorithm for it: choose from [\"dissemination\", \"binomial\"]";
        assert_eq!(text, Err(expected.to_owned()));
    });
}

#[test]
fn ranks_that_choose_different_algorithms_are_told() {
    let run = async |context: Context| {
        let algorithm = [Algorithm::Ring, Algorithm::Direct][context.rank()];
        call(&context, Collective::AllReduce, Some(algorithm), 4).await
    };
    everywhere(2, run, |_, got| match got.as_ref().map_err(Box::as_ref) {
        Err(error @ CollectiveError::Mismatch { .. }) => {
            assert!(error.to_string().contains("algorithm ring"), "{error}");
        }
        other => panic!("{other:?}"),
    });
}
