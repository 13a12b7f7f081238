//! What happens when ranks cannot go on.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod worlds;

use collective::{
    CollectiveError, Context, FailureReason, PeerFailure, ReduceOp, Settings, simulator, threads,
};
use tensor::Tensor;
use worlds::everywhere;

async fn recv_first(context: Context) -> Result<(), Box<CollectiveError>> {
    let x = Tensor::from_slice(&[0.0f32]);
    let peer = 1 - context.rank();
    context.world().recv(&x, peer, 3).await?;
    context.world().send(&x, peer, 3).await
}

#[test]
fn a_deadlock_is_told() {
    everywhere(2, recv_first, |rank, got| match got.as_ref().map_err(Box::as_ref) {
        Err(CollectiveError::Deadlock {
            rank: told, call: "recv", waiting_for, finished, ..
        }) => {
            assert_eq!(*told, rank);
            assert_eq!(waiting_for.to_string(), format!("ranks [{}] to send", 1 - rank));
            assert!(finished.is_empty());
        }
        other => panic!("{other:?}"),
    });
}

#[test]
fn a_deadline_passes_while_the_other_rank_is_busy() {
    let settings = Settings { timeout: Some(200e3), ..Settings::default() };
    let options = threads::Options { settings, ..Default::default() };
    let run = async |context: Context| -> Result<(), Box<CollectiveError>> {
        let x = Tensor::from_slice(&[0.0f32]);
        if context.rank() == 1 {
            std::thread::sleep(std::time::Duration::from_millis(500));
            return Ok(());
        }
        context.world().recv(&x, 1, 3).await
    };
    let results: Vec<_> = threads::run(2, options, run).into_iter().flatten().collect();
    let error = results[0].as_ref().expect_err("nobody sends");
    assert_eq!(error.code(), "timeout");
    assert!(error.to_string().contains("recv (tag 3) for ranks [1] to send"), "{error}");
    assert_eq!(results[1], Ok(()));
}

#[test]
fn sends_are_synchronous_up_to_the_eager_limit() {
    let both_send_first = async |context: Context| -> Result<(), Box<CollectiveError>> {
        let (x, y) = (Tensor::from_slice(&[1.0f32; 4]), Tensor::from_slice(&[0.0f32; 4]));
        let peer = 1 - context.rank();
        context.world().send(&x, peer, 0).await?;
        context.world().recv(&y, peer, 0).await
    };
    for (eager_limit, succeeds) in [(0, false), (15, false), (16, true)] {
        let settings = Settings { eager_limit, ..Settings::default() };
        for seed in 0..20 {
            let options = simulator::Options { settings, seed, ..Default::default() };
            for result in simulator::run(2, options, both_send_first) {
                assert_eq!(result.expect("no rank is lost").is_ok(), succeeds, "{eager_limit}");
            }
        }
    }
}

#[test]
fn a_panic_reaches_every_rank_with_its_name() {
    let run = async |context: Context| -> Result<(), Box<CollectiveError>> {
        if context.rank() == 1 {
            panic!("rank one gives up");
        }
        context.world().barrier().await
    };
    let results = threads::run(3, threads::Options::default(), run);
    let failure = PeerFailure {
        rank: 1,
        reason: FailureReason::Panicked,
        message: "rank one gives up".to_owned(),
    };
    for (rank, result) in results.into_iter().enumerate() {
        match rank {
            1 => assert_eq!(result, Err(failure.clone())),
            _ => assert_eq!(result, Ok(Err(CollectiveError::PeerFailed(failure.clone()).into()))),
        }
    }
}

#[test]
fn a_rank_that_ends_with_an_error_tells_the_others() {
    let run = async |context: Context| -> Result<(), Box<CollectiveError>> {
        let x = Tensor::from_slice(&[1i64]);
        if context.rank() == 2 {
            let failure = PeerFailure {
                rank: 2,
                reason: FailureReason::Failed,
                message: "no more".to_owned(),
            };
            context.announce(&failure);
            return Ok(());
        }
        context.world().all_reduce(&x, ReduceOp::Sum).await
    };
    for seed in 0..20 {
        let options = simulator::Options { seed, ..Default::default() };
        let results = simulator::run(4, options, run);
        for (rank, result) in results.into_iter().enumerate().filter(|(rank, _)| *rank != 2) {
            let error = result.expect("no rank is lost").expect_err("rank 2 is gone");
            assert_eq!(error.named_ranks(), [2], "rank {rank}");
        }
    }
}

#[test]
fn a_work_that_is_given_up_leaves_the_group_usable() {
    let run = async |context: Context| -> Result<Vec<f32>, Box<CollectiveError>> {
        let (rank, world) = (context.rank(), context.world());
        let x = Tensor::from_slice(&[rank as f32]);
        if rank == 0 {
            let never = Tensor::from_slice(&[0.0f32]);
            let work = world.recv(&never, 1, 9).timeout(std::time::Duration::from_millis(50));
            let error = work.await.expect_err("nobody sends");
            assert_eq!(error.code(), "timeout");
            assert!(never.to_vec::<f32>().is_err());
        }
        world.all_reduce(&x, ReduceOp::Sum).await?;
        // What was given up takes no message that comes later.
        let y = Tensor::from_slice(&[7.0f32]);
        match rank {
            0 => world.recv(&y, 1, 9).await?,
            _ => world.send(&x, 0, 9).await?,
        }
        context.flush().await?;
        y.to_vec().map_err(Into::into)
    };
    for (rank, result) in threads::run(2, threads::Options::default(), run).into_iter().enumerate()
    {
        let expected = if rank == 0 { vec![1.0] } else { vec![7.0] };
        assert_eq!(result.expect("no rank is lost"), Ok(expected));
    }
}
