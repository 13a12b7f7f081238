//! Subgroups, meshes, objects, batches and the monitored barrier.

mod worlds;

use std::time::Duration;

use collective::{
    CollectiveError, Context, DeviceMesh, FailureReason, Member, P2POp, PeerFailure, ReduceOp,
    threads,
};
use tensor::Tensor;
use worlds::{WORLD_SIZES, everywhere};

type Outcome<T> = Result<T, Box<CollectiveError>>;

#[test]
fn subgroups_are_consecutive_and_splits_are_sorted() {
    let run = async |context: Context| -> Outcome<(Vec<usize>, usize, Option<Vec<usize>>)> {
        let world = context.world();
        let (own, all) = world.new_subgroups(3).await?;
        let split = world.split_group(&[vec![5, 0], vec![1, 2, 3]]).await?;
        context.flush().await?;
        Ok((own.ranks().to_vec(), all.len(), split.map(|group| group.ranks().to_vec())))
    };
    everywhere(6, run, |rank, got| {
        let first = rank / 3 * 3;
        let split = match rank {
            0 | 5 => Some(vec![0, 5]),
            1..=3 => Some(vec![1, 2, 3]),
            _ => None,
        };
        assert_eq!(got, &Ok((vec![first, first + 1, first + 2], 2, split)));
    });
}

#[test]
fn a_rank_stands_in_one_subgroup_only() {
    let run = async |context: Context| -> Outcome<()> {
        let world = context.world();
        let uneven = world.new_subgroups(4).await.err().map(|error| error.code());
        assert_eq!(uneven, Some("wrong_group_size"));
        let lists = [vec![0, 1], vec![1, 2]];
        let twice = world.new_subgroups_by_enumeration(&lists).await.err();
        let (first, second) = (vec![0, 1], vec![1, 2]);
        assert_eq!(twice, Some(CollectiveError::DuplicateRank { rank: 1, first, second }.into()));
        context.flush().await
    };
    everywhere(6, run, |_, got| assert_eq!(got, &Ok(())));
}

#[test]
fn a_mesh_has_a_group_for_every_line() {
    let run = async |context: Context| -> Outcome<[Vec<usize>; 4]> {
        let world = context.world();
        let mesh = DeviceMesh::init(&world, &[("pp", 2), ("dp", 3), ("tp", 2)]).await?;
        let ranks = |name| mesh.group(name).map(|group| group.ranks().to_vec());
        let plane = mesh.slice(&["dp", "tp"])?;
        assert_eq!(plane.local_rank("dp")?, mesh.local_rank("dp")?);
        assert_eq!(plane.sizes(), [3, 2]);
        let refused = |told: Option<Box<CollectiveError>>, begins: &str| {
            assert!(told.as_ref().is_some_and(|e| e.to_string().starts_with(begins)), "{told:?}");
        };
        refused(
            plane.group("pp").err(),
            "Mesh dimension 'pp' does not exist. Available mesh dimensions are: mesh_dim_names=('dp', 'tp')",
        );
        let order = "Invalid mesh_dim_names ('tp', 'dp') specified. Mesh dim indices should be in ascending order.";
        refused(mesh.slice(&["tp", "dp"]).err(), order);
        let twice = "Slicing overlapping dim_names ('tp', 'tp') is not allowed.";
        refused(mesh.slice(&["tp", "tp"]).err(), twice);
        let names = DeviceMesh::init(&world, &[("dp", 6), ("dp", 2)]).await;
        refused(
            names.err(),
            "Each mesh_dim_name must be unique. Found repeated mesh_dim_name in mesh_dim_names ('dp', 'dp')",
        );
        context.flush().await?;
        Ok([mesh.coordinate().to_vec(), ranks("pp")?, ranks("dp")?, ranks("tp")?])
    };
    everywhere(12, run, |rank, got| {
        let (pp, dp, tp) = (rank / 6, rank / 2 % 3, rank % 2);
        let at = |pp, dp, tp| 6 * pp + 2 * dp + tp;
        let expected = [
            vec![pp, dp, tp],
            (0..2).map(|pp| at(pp, dp, tp)).collect(),
            (0..3).map(|dp| at(pp, dp, tp)).collect(),
            (0..2).map(|tp| at(pp, dp, tp)).collect(),
        ];
        assert_eq!(got, &Ok(expected));
    });
}

#[test]
fn a_mesh_of_another_size_is_refused() {
    let run = async |context: Context| -> Outcome<()> {
        let world = context.world();
        DeviceMesh::init(&world, &[("dp", 3), ("tp", 2)]).await.map(|_| ())
    };
    everywhere(4, run, |_, got| {
        assert_eq!(got.as_ref().map_err(|error| error.code()), Err("wrong_mesh"));
    });
}

#[test]
fn objects_of_any_size_travel() {
    for world_size in WORLD_SIZES {
        let run = async |context: Context| -> Outcome<[Vec<String>; 4]> {
            let (rank, w, world) = (context.rank(), context.world_size(), context.world());
            let of = |rank: usize| format!("rank {rank} says {}", "ho ".repeat(3 * rank));
            let mine = of(rank);
            let root = w - 1;
            let all = world.all_gather_object(&mine).await?;
            let told = world.broadcast_object((rank == root).then_some(&mine), root).await?;
            let gathered = world.gather_object(&mine, root).await?.unwrap_or_default();
            let list: Vec<String> = (0..w).map(of).collect();
            let part = world.scatter_object((rank == root).then_some(&list[..]), root).await?;
            context.flush().await?;
            Ok([all, vec![told], gathered, vec![part]])
        };
        everywhere(world_size, run, |rank, got| {
            let of = |rank: usize| format!("rank {rank} says {}", "ho ".repeat(3 * rank));
            let all: Vec<String> = (0..world_size).map(of).collect();
            let root = world_size - 1;
            let gathered = if rank == root { all.clone() } else { vec![] };
            assert_eq!(got, &Ok([all, vec![of(root)], gathered, vec![of(rank)]]));
        });
    }
}

#[test]
fn a_batch_starts_all_before_any_is_awaited() {
    for world_size in [2, 3, 5] {
        let run = async |context: Context| -> Outcome<i64> {
            let (rank, w, world) = (context.rank(), context.world_size(), context.world());
            let (mine, got) = (Tensor::from_slice(&[rank as i64]), Tensor::from_slice(&[-1i64]));
            let ops = [
                P2POp::Send { tensor: &mine, dst: Member::Group((rank + 1) % w), tag: 0 },
                P2POp::Recv { tensor: &got, src: Member::Global((rank + w - 1) % w), tag: 0 },
            ];
            for work in world.batch_isend_irecv(&ops)? {
                work.await?;
            }
            context.flush().await?;
            Ok(got.item()?)
        };
        everywhere(world_size, run, |rank, got| {
            assert_eq!(got, &Ok(((rank + world_size - 1) % world_size) as i64));
        });
    }
}

#[test]
fn a_monitored_barrier_names_who_is_missing() {
    let run = async |context: Context| -> Outcome<()> {
        let world = context.world();
        world.monitored_barrier(Duration::from_secs(20)).await?;
        if context.rank() == 2 {
            // Busy elsewhere, past the others' patience.
            std::thread::sleep(Duration::from_millis(600));
            return Ok(());
        }
        world.monitored_barrier(Duration::from_millis(200)).await
    };
    let results = threads::run(3, threads::Options::default(), run);
    let texts: Vec<String> = results
        .into_iter()
        .map(|result| match result {
            Ok(Ok(())) => "passed".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(failure) => failure.to_string(),
        })
        .collect();
    let missing = "[Rank 0]: Rank 2 failed to pass monitoredBarrier in 200 ms. ";
    assert!(texts[0].starts_with(missing), "{}", texts[0]);
    let reached = "Rank 1 successfully reached monitoredBarrier, but received errors while waiting for \
                   send/recv from rank 0. Please check rank 0 logs for faulty rank.";
    assert_eq!(texts[1], reached);
    assert_eq!(texts[2], "passed");
}

#[test]
fn roots_are_global_ranks() {
    let run = async |context: Context| -> Outcome<i64> {
        let (rank, world) = (context.rank(), context.world());
        let group = world.new_group(&[3, 1]).await?;
        let x = Tensor::from_slice(&[rank as i64]);
        if group.rank().is_some() {
            group.broadcast(&x, 3).await?;
            assert_eq!(
                group.broadcast(&x, 0).await.map_err(|e| e.code()),
                Err("root_not_in_group")
            );
        } else {
            // Nothing is done, and ends well.
            group.all_reduce(&x, ReduceOp::Sum).await?;
            let object = group.all_gather_object(&rank).await;
            assert_eq!(object.map_err(|error| error.code()), Err("not_in_group"));
        }
        context.flush().await?;
        Ok(x.item()?)
    };
    everywhere(4, run, |rank, got| {
        assert_eq!(got, &Ok(if rank == 1 { 3 } else { rank as i64 }));
    });
}

#[test]
fn groups_made_in_another_order_are_told_where_they_are_made() {
    async fn make(context: &Context) -> Outcome<()> {
        let world = context.world();
        let mut lists = [[0, 1], [2, 3]];
        if context.rank() == 2 {
            lists.reverse();
        }
        for ranks in lists {
            world.new_group(&ranks).await?;
        }
        context.flush().await
    }
    let run = async |context: Context| -> Outcome<()> {
        let made = make(&context).await;
        if made.is_err() {
            let (rank, message) = (context.rank(), String::new());
            context.announce(&PeerFailure { rank, reason: FailureReason::Failed, message });
        }
        made
    };
    let told = std::cell::Cell::new(0);
    everywhere(4, run, |_, got| match got.as_ref().map_err(Box::as_ref) {
        Err(CollectiveError::Mismatch { rank, peer, .. }) => {
            assert!([*rank, *peer].contains(&2), "{got:?}");
            told.set(told.get() + 1);
        }
        Err(CollectiveError::PeerFailed(_)) | Ok(()) => {}
        other => panic!("{other:?}"),
    });
    assert!(told.get() > 0);
}
