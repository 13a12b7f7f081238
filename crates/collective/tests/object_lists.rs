//! Lists of values that go from one rank to another.

mod worlds;

use collective::{CollectiveError, Context, Member};
use tensor::Tensor;
use worlds::{Outcome, WORLD_SIZES, everywhere};

/// What a rank sends: values of different sizes, some of none.
fn of(rank: usize) -> Vec<String> {
    (0..3).map(|place| "ho ".repeat(place * rank)).collect()
}

#[test]
fn lists_come_from_the_rank_that_is_asked_for() {
    for world_size in WORLD_SIZES.into_iter().filter(|&world_size| world_size > 1) {
        let run = async |context: Context| -> Outcome<Vec<(Vec<String>, usize)>> {
            let (rank, w, world) = (context.rank(), context.world_size(), context.world());
            let mut got = Vec::new();
            if rank == 0 {
                // The last first, whoever has sent before.
                for peer in (1..w).rev() {
                    got.push(world.recv_object_list(3, Member::Group(peer)).await?);
                }
            } else {
                world.send_object_list(&of(rank), 0).await?;
            }
            context.flush().await?;
            Ok(got)
        };
        everywhere(world_size, run, |rank, got| {
            let all = (1..world_size).rev().map(|peer| (of(peer), peer));
            let expected: Vec<_> = if rank == 0 { all.collect() } else { vec![] };
            assert_eq!(got, &Ok(expected));
        });
    }
}

#[test]
fn lists_from_any_source_are_whole_and_tell_who_sent() {
    for world_size in WORLD_SIZES.into_iter().filter(|&world_size| world_size > 1) {
        let run = async |context: Context| -> Outcome<Vec<(Vec<String>, usize)>> {
            let (rank, w, world) = (context.rank(), context.world_size(), context.world());
            let mut got = Vec::new();
            if rank == w - 1 {
                for _ in 0..2 * (w - 1) {
                    got.push(world.recv_object_list_any_source(3).await?);
                }
            } else {
                world.send_object_list(&of(rank), w - 1).await?;
                world.send_object_list(&of(rank), w - 1).await?;
            }
            context.flush().await?;
            got.sort();
            Ok(got)
        };
        everywhere(world_size, run, |rank, got| {
            let mut expected: Vec<_> =
                (0..world_size - 1).flat_map(|peer| [(of(peer), peer), (of(peer), peer)]).collect();
            expected.sort();
            if rank < world_size - 1 {
                expected.clear();
            }
            assert_eq!(got, &Ok(expected));
        });
    }
}

#[test]
fn in_a_group_the_sender_is_told_as_a_global_rank() {
    let run = async |context: Context| -> Outcome<Option<(Vec<u8>, usize)>> {
        let group = context.world().new_group(&[1, 3]).await?;
        let got = match context.rank() {
            3 => {
                group.send_object_list(&[7u8], Member::Group(0)).await?;
                None
            }
            1 => Some(group.recv_object_list(1, Member::Group(1)).await?),
            _ => {
                // Outside, a call does nothing, but for what it would have to give.
                group.send_object_list(&[7u8], 1).await?;
                assert_eq!(group.gather_object(&7u8, 1).await?, None);
                let x = Tensor::from_slice(&[7u8]);
                let source = group.recv_any_source(&x, 0).await;
                assert_eq!(source.map_err(|error| error.code()), Err("not_in_group"));
                let got = group.recv_object_list_any_source::<u8>(1).await;
                assert_eq!(got.map_err(|error| error.code()), Err("not_in_group"));
                None
            }
        };
        context.flush().await?;
        Ok(got)
    };
    everywhere(4, run, |rank, got| {
        assert_eq!(got, &Ok((rank == 1).then(|| (vec![7], 3))));
    });
}

#[test]
fn a_list_of_another_length_is_an_error_on_both() {
    let run = async |context: Context| -> Outcome<()> {
        let world = context.world();
        if context.rank() == 0 {
            return world.send_object_list(&["a", "b"], 1).await;
        }
        world.recv_object_list::<String>(3, 0).await.map(|_| ())
    };
    everywhere(2, run, |rank, got| match got.as_ref().map_err(Box::as_ref) {
        Err(CollectiveError::Mismatch { mine, theirs, .. }) => {
            let counts = (mine.count, theirs.count);
            assert_eq!(counts, if rank == 0 { (2, 3) } else { (3, 2) });
        }
        other => panic!("rank {rank} got {other:?}"),
    });
}

#[test]
fn what_is_no_encoding_of_the_type_is_an_error_where_it_arrives() {
    let run = async |context: Context| -> Outcome<()> {
        let world = context.world();
        if context.rank() == 0 {
            world.send_object_list(&[2u8, 9], 1).await?;
        } else {
            world.recv_object_list::<bool>(2, 0).await?;
        }
        context.flush().await
    };
    everywhere(2, run, |rank, got| {
        let expected = if rank == 0 { Ok(()) } else { Err("object") };
        assert_eq!(got.as_ref().map_err(|error| error.code()), expected.as_ref().map_err(|e| *e));
    });
}

#[test]
fn nobody_sends_objects_to_itself() {
    let run = async |context: Context| -> Outcome<()> {
        context.world().send_object_list(&[1], context.rank()).await
    };
    everywhere(2, run, |_, got| {
        assert_eq!(got.as_ref().map_err(|error| error.code()), Err("peer_is_self"));
    });
}
