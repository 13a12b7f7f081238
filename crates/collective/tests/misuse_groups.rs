//! Misused groups: what torch refuses is refused in its words, and what it lets finish has its values. The tests have the
//! names of the programs whose outcome under gloo is known.
#![allow(clippy::panic, reason = "a test says what went wrong by panicking")]

mod misuse;
mod worlds;

use std::time::Duration;

use collective::{Context, DeviceMesh, ReduceOp};
use misuse::End::{Disagrees, Either, Has, Loses, Says, Waits};
use misuse::{Outcome, ends, f, values};

fn numbers(ranks: &[usize]) -> impl Iterator<Item = f64> {
    ranks.iter().map(|&rank| rank as f64)
}

#[test]
fn lists_that_make_no_group() {
    let lists: [(&str, &[usize], &str); 3] = [
        (
            "new_group_dup",
            &[0, 0, 1],
            "ranks list must not contain duplicate entries, got [0, 0, 1]",
        ),
        ("new_group_oob", &[0, 7], "Rank 7 is out of range. Valid ranks are 0 to 2 (world_size=3)"),
        (
            "new_group_big",
            &[0, 1, 2, 3],
            "the new group's world size should be less or equal to the world size set by init_process_group",
        ),
    ];
    for (name, ranks, text) in lists {
        ends(name, &[Says(text); 3], async |c| {
            c.world().new_group(ranks).await?;
            values(&[])
        });
    }
    let divides = Says("The world size (4) must be divisible by 'group_size=3'");
    ends("new_subgroups_bad", &[divides; 4], async |c| {
        c.world().new_subgroups(3).await?;
        values(&[])
    });
    let overlap = Says("Rank 1 has appeared in both subgroup [0, 1] and [1, 2]");
    ends("subgroups_enum_overlap", &[overlap; 4], async |c| {
        c.world().new_subgroups_by_enumeration(&[vec![0, 1], vec![1, 2]]).await?;
        values(&[])
    });
    let mesh = Says("Mesh should not be bigger than default world size 4, but found 6 ranks!");
    ends("mesh_bad", &[mesh; 4], async |c| {
        DeviceMesh::init(&c.world(), &[("x", 3), ("y", 2)]).await?;
        values(&[])
    });
    let uncounted = Says(
        "Mesh should not be bigger than default world size 2, but found more ranks than can be counted! \
         Choose sizes whose product is 2.",
    );
    ends("mesh_overflow", &[uncounted; 2], async |c| {
        DeviceMesh::init(&c.world(), &[("x", usize::MAX), ("y", 2)]).await?;
        values(&[])
    });
    let deep = Says("A mesh of 65 dimensions is not allowed. Give 64 at most.");
    ends("mesh_deep", &[deep; 2], async |c| {
        let names: Vec<String> = (0..65).map(|dimension| dimension.to_string()).collect();
        let size = |at: usize| if at == 0 { 2 } else { 1 };
        let named = names.iter().enumerate().map(|(at, name)| (name.as_str(), size(at)));
        DeviceMesh::init(&c.world(), &named.collect::<Vec<_>>()).await?;
        values(&[])
    });
}

#[test]
fn groups_that_torch_makes() {
    let by_rank = |rank, unsorted| [0.0, 1.0, 2.0, rank, 2.0, 0.0, 1.0, unsorted];
    let [zero, one, two] = [by_rank(0.0, 1.0), by_rank(1.0, 2.0), by_rank(2.0, 0.0)];
    ends("new_group_order", &[Has(&zero), Has(&one), Has(&two)], async |c| {
        let sorted = c.world().new_group(&[2, 0, 1]).await?;
        let unsorted = c.world().new_group_unsorted(&[2, 0, 1]).await?;
        let mut all = Vec::new();
        for group in [sorted, unsorted] {
            all.extend(numbers(group.ranks()));
            all.extend(group.rank().map(|rank| rank as f64));
        }
        Ok(all)
    });
    let member = Has(&[1.0, 2.0]);
    ends("nonmember_use", &[member, member, Has(&[2.0, 2.0])], async |c| {
        let group = c.world().new_group(&[0, 1]).await?;
        assert_eq!(group.rank().is_none(), c.rank() == 2);
        let x = f(&[c.rank() as f32]);
        group.all_reduce(&x, ReduceOp::Sum).await?;
        Ok([values(&[&x])?, vec![group.size() as f64]].concat())
    });
    let (low, high) = (Has(&[1.0]), Has(&[5.0]));
    ends("split_group_gloo", &[low, low, high, high], async |c| {
        let group = c.world().split_group(&[vec![0, 1], vec![2, 3]]).await?;
        let x = f(&[c.rank() as f32]);
        if let Some(group) = group {
            group.all_reduce(&x, ReduceOp::Sum).await?;
        }
        values(&[&x])
    });
    let places = [[0., 1., 0., 2., 0., 0.], [0., 1., 1., 3., 0., 1.], [2., 3., 0., 2., 1., 0.]];
    let [a, b, c] = &places;
    let d = [2., 3., 1., 3., 1., 1.];
    ends("mesh_ok", &[Has(a), Has(b), Has(c), Has(&d)], async |c| {
        let mesh = DeviceMesh::init(&c.world(), &[("dp", 2), ("tp", 2)]).await?;
        let (tp, dp) = (mesh.group("tp")?.ranks(), mesh.group("dp")?.ranks());
        Ok(numbers(&[tp, dp, mesh.coordinate()].concat()).collect())
    });
}

async fn group_and_sum(context: &Context, lists: &[Vec<usize>]) -> Outcome {
    let x = f(&[context.rank() as f32]);
    for ranks in lists {
        let group = context.world().new_group(ranks).await?;
        group.all_reduce(&x, ReduceOp::Sum).await?;
    }
    values(&[&x])
}

#[test]
fn groups_made_differently() {
    ends(
        "new_group_divergent",
        &[Disagrees(&[0, 1, 2, 3], "running collective: new_group, but"); 4],
        async |c| {
            let own = if c.rank() < 2 { vec![0, 1] } else { vec![2, 3] };
            group_and_sum(c, &[own]).await
        },
    );
    ends(
        "new_group_swapped_order",
        &[Disagrees(&[0, 1, 2, 3], "running collective: new_group, but"); 4],
        async |c| {
            let mut lists = vec![vec![0, 1], vec![2, 3]];
            if c.rank() >= 2 {
                lists.reverse();
            }
            group_and_sum(c, &lists).await
        },
    );
}

#[test]
fn monitored_barriers() {
    let barrier = async |c: &Context, missing: &[usize]| -> Outcome {
        if !missing.contains(&c.rank()) {
            c.world().monitored_barrier(Duration::from_millis(200)).await?;
        }
        values(&[])
    };
    // (On a busy machine they may not have begun by then.)
    let done = Either(&[], &[0]);
    let first = Waits("[Rank 0]: Rank 1 failed to pass monitoredBarrier in 200 ms");
    ends("monitored", &[first, done, Loses(0)], async |c| barrier(c, &[1]).await);
    let first = Waits("[Rank 0]: Ranks 1, 3 failed to pass monitoredBarrier in 200 ms");
    ends("monitored_all", &[first, done, Loses(0), done], async |c| barrier(c, &[1, 3]).await);
}
