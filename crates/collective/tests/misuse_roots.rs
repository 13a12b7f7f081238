//! Misused calls that have a root, or a peer: what torch refuses is refused in its words, and the other ranks are told who
//! failed. The tests have the names of the programs whose outcome under gloo is known.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod misuse;
mod worlds;

use collective::{CollectiveError, Context, Member, Misuse, P2POp, ReduceOp};
use misuse::End::{Either, Has, Loses, Says};
use misuse::{Outcome, ends, f, values};
use tensor::{DType, Tensor};

/// A scatter from rank 0 of what `list` gives on each rank.
async fn scatter(context: &Context, out: Tensor, list: Option<Vec<Tensor>>) -> Outcome {
    context.world().scatter(&out, list.as_deref(), 0).await?;
    values(&[&out])
}

#[test]
fn scatter_lists() {
    let on_root = |context: &Context, list: Vec<Tensor>| (context.rank() == 0).then_some(list);
    let short = "ProcessGroupGloo::scatter: Incorrect input list size 1. Input list size should be 2, same as size of \
                 the process group.";
    ends("scatter_list_short", &[Says(short), Loses(0)], async |c| {
        scatter(c, f(&[0.0]), on_root(c, vec![f(&[1.0])])).await
    });
    let misplaced = "Argument ``scatter_list`` must NOT be specified on non-source ranks.";
    ends("scatter_list_on_nonsrc", &[Loses(1), Says(misplaced)], async |c| {
        scatter(c, f(&[0.0]), Some(vec![f(&[1.0]), f(&[2.0])])).await
    });
    let missing = "Argument ``scatter_list`` must be specified on source rank.";
    ends("scatter_list_missing_src", &[Says(missing), Loses(0)], async |c| {
        scatter(c, f(&[0.0]), None).await
    });
    let shape = "ProcessGroupGloo::scatter: invalid tensor size at index 0 (expected (2), got (1))";
    ends("scatter_shape_mismatch", &[Says(shape), Loses(0)], async |c| {
        scatter(c, f(&[0.0, 0.0]), on_root(c, vec![f(&[1.0]), f(&[2.0])])).await
    });
    let inflated =
        "ProcessGroupGloo::scatter: invalid tensor size at index 0 (expected (2, 2), got (4))";
    ends("scatter_list_inflated_numel", &[Says(inflated), Loses(0)], async |c| {
        let ones = || Tensor::full(&[4], 1.0, DType::Float32);
        let out = Tensor::zeros(&[2, 2], DType::Float32)?;
        scatter(c, out, on_root(c, vec![ones()?, ones()?])).await
    });
    let dtype =
        "Invalid usage of tensors with different dtypesFound torch.float64 and  torch.float32";
    ends("scatter_dtype_mismatch", &[Says(dtype), Loses(0)], async |c| {
        let out = Tensor::zeros(&[1], DType::Float64)?;
        scatter(c, out, on_root(c, vec![f(&[1.0]), f(&[2.0])])).await
    });
    ends("scatter_noncontig", &[Has(&[0.0, 1.0]), Has(&[10.0, 11.0])], async |c| {
        let column = |i: usize| -> collective::Result<Tensor> {
            let both = Tensor::from_vec(vec![i as f32, 0.0, i as f32 + 1.0, 0.0], &[2, 2])?;
            Ok(both.select(1, 0)?)
        };
        scatter(c, f(&[0.0, 0.0]), on_root(c, vec![column(0)?, column(10)?])).await
    });
}

#[test]
fn gather_lists() {
    let long = "ProcessGroupGloo::gather: Incorrect output list size 3. Output list size should be 2, same as size of \
                the process group.";
    ends("gather_list_long", &[Says(long), Loses(0)], async |c| {
        let list = [f(&[0.0]), f(&[0.0]), f(&[0.0])];
        c.world().gather(&f(&[1.0]), (c.rank() == 0).then_some(&list), 0).await?;
        values(&[])
    });
    let misplaced = "Argument ``gather_list`` must NOT be specified on non-destination ranks.";
    ends("gather_list_nondst", &[Loses(1), Says(misplaced)], async |c| {
        c.world().gather(&f(&[1.0]), Some(&[f(&[0.0]), f(&[0.0])]), 0).await?;
        values(&[])
    });
}

#[test]
fn roots_that_are_not_there() {
    let no_root = Says("ProcessGroupGloo::broadcast: invalid root rank: 5");
    ends("bcast_src_oob", &[no_root, no_root], async |c| {
        c.world().broadcast(&f(&[1.0]), 5).await?;
        values(&[])
    });
    let no_root = Says("ProcessGroupGloo::reduce: invalid root rank: 9");
    ends("reduce_dst_oob", &[no_root, no_root], async |c| {
        c.world().reduce(&f(&[1.0]), 9, ReduceOp::Sum).await?;
        values(&[])
    });
    // The others may still be making the group.
    let (none, other) = (Either(&[], &[2, 3]), Says("Global rank 0 is not part of group"));
    ends("subgroup_src_group_rank", &[none, none, other, other], async |c| {
        let group = c.world().new_group(&[2, 3]).await?;
        let x = f(&[c.rank() as f32]);
        if c.rank() >= 2 {
            group.broadcast(&x, 0).await?;
        }
        values(&[])
    });
    let (none, two) = (Has(&[]), Has(&[2.0]));
    ends("subgroup_group_src", &[none, none, two, two], async |c| {
        let group = c.world().new_group(&[2, 3]).await?;
        let x = f(&[c.rank() as f32]);
        if c.rank() < 2 {
            return values(&[]);
        }
        group.broadcast(&x, Member::Group(0)).await?;
        values(&[&x])
    });
    // Only a program given as data can say these.
    let texts = [
        (Misuse::MixedGroups, "mixed_groups", "All ops need to use the same group."),
        (
            Misuse::NotPointToPoint,
            "not_point_to_point",
            "Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.",
        ),
    ];
    for (rule, code, text) in texts {
        let error = CollectiveError::Misused { call: "batch_isend_irecv", rule };
        assert!(error.to_string().starts_with(text), "{error}");
        assert_eq!(error.code(), code);
    }
    let both = CollectiveError::Misused { call: "broadcast", rule: Misuse::GlobalAndGroupRank };
    assert!(
        both.to_string().starts_with("Can't specify both group_rank and global_rank"),
        "{both}"
    );
}

#[test]
fn peers_that_cannot_be() {
    let itself = Says(
        "Invalid destination rank: destination rank should not be the same as the rank of the current process.",
    );
    ends("send_self", &[itself, itself], async |c| {
        c.world().send(&f(&[1.0]), c.rank(), 0).await?;
        values(&[])
    });
    ends("isend_self", &[itself, itself], async |c| {
        let (a, b) = (f(&[7.0]), f(&[0.0]));
        let send = c.world().isend(&a, c.rank(), 0);
        let receive = c.world().irecv(&b, c.rank(), 0);
        send.await?;
        receive.await?;
        values(&[&b])
    });
    let none = Says("send: rank 5 is out of range, valid ranks are 0 to 1");
    ends("send_oob", &[none, none], async |c| {
        c.world().send(&f(&[1.0]), 5, 0).await?;
        values(&[])
    });
    let strided = Says("input tensor has to be contiguous");
    ends("send_noncontig", &[strided, Loses(0)], async |c| {
        let x = Tensor::arange(4, DType::Float32)?.reshape(&[2, 2])?.select(1, 0)?;
        let y = f(&[0.0, 0.0]);
        match c.rank() {
            0 => c.world().send(&x, 1, 0).await?,
            _ => c.world().recv(&y, 0, 0).await?,
        }
        values(&[&y])
    });
}

#[test]
fn batches() {
    let empty = Says("list index out of range");
    ends("p2p_empty", &[empty, empty], async |c| {
        c.world().batch_isend_irecv(&[])?;
        values(&[])
    });
    ends("p2p_ring", &[Has(&[1.0]), Has(&[0.0])], async |c| {
        let (x, y, peer) = (f(&[c.rank() as f32]), f(&[9.0]), 1 - c.rank());
        let send = P2POp::Send { tensor: &x, dst: peer.into(), tag: 0 };
        let receive = P2POp::Recv { tensor: &y, src: peer.into(), tag: 0 };
        for work in c.world().batch_isend_irecv(&[send, receive])? {
            work.await?;
        }
        values(&[&y])
    });
}

#[test]
fn strided_tensors_have_their_own_values() {
    let column = |rank: usize| -> collective::Result<Tensor> {
        let all: Vec<f32> = (0..4).map(|i| (i + 10 * rank) as f32).collect();
        Ok(Tensor::from_vec(all, &[2, 2])?.select(1, 0)?)
    };
    ends("bcast_noncontig", &[Has(&[0.0, 2.0]); 2], async |c| {
        let x = column(c.rank())?;
        c.world().broadcast(&x, 0).await?;
        values(&[&x])
    });
    ends("reduce_noncontig", &[Has(&[10.0, 14.0]), Has(&[])], async |c| {
        let x = column(c.rank())?;
        c.world().reduce(&x, 0, ReduceOp::Sum).await?;
        if c.rank() == 0 { values(&[&x]) } else { values(&[]) }
    });
    let transposed = Has(&[1.0, 5.0, 3.0, 7.0]);
    ends("ar_noncontig", &[transposed, transposed], async |c| {
        let all: Vec<f32> = (0..4).map(|i| (i + c.rank()) as f32).collect();
        let x = Tensor::from_vec(all, &[2, 2])?.transpose(0, 1)?;
        c.world().all_reduce(&x, ReduceOp::Sum).await?;
        values(&[&x])
    });
}
