//! Random programs of collectives over random groups, types, counts and split tables, on the simulator, against the plain
//! model of what each collective is by definition.
#![allow(clippy::expect_used, reason = "a test says what went wrong by panicking")]

mod model;

use collective::algorithm::Algorithm;
use collective::{Collective, Context, Member, ProcessGroup, ReduceOp, Work, simulator};
use model::{Kind, Operation};
use proptest::prelude::*;
use proptest::test_runner::Config;
use tensor::{DType, Tensor};

/// Programs that are tried.
const PROGRAMS: u32 = 10_000;

#[derive(Debug, Clone)]
struct Program {
    world_size: usize,
    /// Global ranks by group rank; the first is the world.
    groups: Vec<Vec<usize>>,
    calls: Vec<Call>,
    seed: u64,
    capacity: usize,
}

#[derive(Debug, Clone)]
struct Call {
    group: usize,
    operation: Operation,
    algorithm: Option<Algorithm>,
    /// Whether it is waited for at once, and not only when all have been started.
    waits: bool,
}

/// Numbers that a call is made of, whatever world it will be made in.
type Drawn = ((usize, usize, usize, usize), (usize, usize, usize, usize), (u64, bool));

fn drawn() -> impl Strategy<Value = Drawn> {
    let number = 0..1000usize;
    let any = (number.clone(), number.clone(), number.clone(), number.clone());
    (any, (number.clone(), number.clone(), 0..7usize, number), (any_salt(), proptest::bool::ANY))
}

fn any_salt() -> impl Strategy<Value = u64> {
    proptest::num::u64::ANY
}

/// A group drawn by bits, in an order drawn too: never empty.
fn members(world_size: usize, bits: u64, order: u64) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..world_size).filter(|rank| bits >> rank & 1 == 1).collect();
    if ranks.is_empty() {
        ranks.push(bits as usize % world_size);
    }
    let turn = order as usize % ranks.len();
    ranks.rotate_left(turn);
    if order >> 32 & 1 == 1 {
        ranks.reverse();
    }
    ranks
}

fn call(groups: &[Vec<usize>], drawn: Drawn) -> Call {
    let ((group, kind, dtype, op), (root, peer, count, algorithm), (salt, waits)) = drawn;
    let group = group % groups.len();
    let members = groups[group].clone();
    let kind = Kind::ALL[kind % Kind::ALL.len()];
    // Of all values here these types hold sums, and float64 products too, exactly.
    let types = [
        DType::Int64,
        DType::Int32,
        DType::Uint8,
        DType::Int8,
        DType::Bool,
        DType::Float64,
        DType::Float32,
        DType::Float16,
    ];
    let dtype = types[dtype % types.len()];
    let ops: &[ReduceOp] = match dtype {
        DType::Float32 | DType::Float16 => &[ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max],
        DType::Float64 => &[ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max],
        _ => &[
            ReduceOp::Sum,
            ReduceOp::Product,
            ReduceOp::Min,
            ReduceOp::Max,
            ReduceOp::Band,
            ReduceOp::Bor,
            ReduceOp::Bxor,
        ],
    };
    let algorithms = algorithms(kind);
    let (root, peer) = (root % members.len(), peer % members.len());
    let operation =
        Operation { kind, members, dtype, op: ops[op % ops.len()], root, peer, count, salt };
    // One in so many takes the default.
    let algorithm = algorithms.get(algorithm % (algorithms.len() + 1)).copied();
    Call { group, operation, algorithm, waits }
}

fn algorithms(kind: Kind) -> &'static [Algorithm] {
    let collective = match kind {
        Kind::Broadcast => Collective::Broadcast,
        Kind::Reduce => Collective::Reduce,
        Kind::AllReduce => Collective::AllReduce,
        Kind::ReduceScatter => Collective::ReduceScatter,
        Kind::AllGather => Collective::AllGather,
        Kind::Gather => Collective::Gather,
        Kind::Scatter => Collective::Scatter,
        Kind::AllToAll => Collective::AllToAll,
        Kind::Barrier => Collective::Barrier,
        // These have no choice.
        Kind::AllToAllSplits | Kind::SendRecv => return &[],
    };
    Algorithm::of(collective)
}

fn program() -> impl Strategy<Value = Program> {
    let groups = proptest::collection::vec((any_salt(), any_salt()), 0..4);
    let calls = proptest::collection::vec(drawn(), 1..7);
    let capacities = prop_oneof![Just(200usize), Just(64 * 1024)];
    (1..=16usize, groups, calls, any_salt(), capacities).prop_map(
        |(world_size, groups, calls, seed, capacity)| {
            let own = groups.into_iter().map(|(bits, order)| members(world_size, bits, order));
            let groups: Vec<Vec<usize>> =
                std::iter::once((0..world_size).collect()).chain(own).collect();
            let calls = calls.into_iter().map(|drawn| call(&groups, drawn)).collect();
            Program { world_size, groups, calls, seed, capacity }
        },
    )
}

type Outcome<T> = collective::Result<T>;

/// What each call left on this rank, where that means something.
async fn run(context: &Context, program: &Program) -> Outcome<Vec<Option<Vec<i64>>>> {
    let mut groups = vec![context.world()];
    for ranks in &program.groups[1..] {
        groups.push(context.world().new_group_unsorted(ranks).await?);
    }
    let mut started: Vec<(Option<Work>, Option<Tensor>)> = Vec::new();
    for call in &program.calls {
        let group = &groups[call.group];
        let Some(member) = group.rank() else {
            started.push((None, None));
            continue;
        };
        let group = call.algorithm.map_or_else(|| group.clone(), |choice| group.using(choice));
        let (work, out) = start(&group, &call.operation, member)?;
        match work {
            Some(work) if call.waits => {
                work.await?;
                started.push((None, out));
            }
            work => started.push((work, out)),
        }
    }
    // The last one first: works may be awaited in any order.
    let mut results = Vec::new();
    for (work, out) in started.into_iter().rev() {
        if let Some(work) = work {
            work.await?;
        }
        results.push(out.map(|out| out.to(DType::Int64)?.to_vec::<i64>()).transpose()?);
    }
    results.reverse();
    context.flush().await?;
    Ok(results)
}

/// Starts an operation: its work, and the tensor that it fills where the model has a result.
fn start(
    group: &ProcessGroup,
    operation: &Operation,
    member: usize,
) -> Outcome<(Option<Work>, Option<Tensor>)> {
    let Operation { kind, dtype, op, root, peer, count, .. } = *operation;
    let size = operation.members.len();
    let values = operation.input(member);
    let input = Tensor::from_slice(&values).to(dtype)?;
    let empty = |count: usize| Tensor::empty(&[count], dtype);
    let parts = |whole: &Tensor| -> Outcome<Vec<Tensor>> {
        (0..size).map(|part| Ok(whole.narrow(0, part * count, count)?)).collect()
    };
    let (is_root, at) = (member == root, Member::Group(root));
    let (work, out) = match kind {
        Kind::Broadcast => (group.broadcast(&input, at), Some(input)),
        Kind::Reduce => (group.reduce(&input, at, op), is_root.then_some(input)),
        Kind::AllReduce => (group.all_reduce(&input, op), Some(input)),
        Kind::ReduceScatter => {
            let out = empty(count)?;
            (group.reduce_scatter_tensor(&out, &input, op), Some(out))
        }
        Kind::AllGather => {
            let out = empty(size * count)?;
            (group.all_gather_into_tensor(&out, &input), Some(out))
        }
        Kind::Gather => {
            let out = empty(size * count)?;
            let list = parts(&out)?;
            (group.gather(&input, is_root.then_some(&list), at), is_root.then_some(out))
        }
        Kind::Scatter => {
            let out = empty(count)?;
            let list = if is_root { Some(parts(&input)?) } else { None };
            (group.scatter(&out, list.as_deref(), at), Some(out))
        }
        Kind::AllToAll => {
            let out = empty(size * count)?;
            (group.all_to_all_single(&out, &input), Some(out))
        }
        Kind::AllToAllSplits => {
            let to: Vec<usize> = (0..size).map(|to| operation.split(member, to)).collect();
            let from: Vec<usize> = (0..size).map(|from| operation.split(from, member)).collect();
            let out = empty(from.iter().sum())?;
            (group.all_to_all_single_with_splits(&out, &input, &from, &to), Some(out))
        }
        Kind::Barrier => (group.barrier(), None),
        // A rank that sends to itself is refused, and no part of this.
        Kind::SendRecv if peer == root => return Ok((None, None)),
        Kind::SendRecv if is_root => (group.send(&input, Member::Group(peer), 7), None),
        Kind::SendRecv if member == peer => {
            let out = empty(count)?;
            (group.recv(&out, at, 7), Some(out))
        }
        Kind::SendRecv => return Ok((None, None)),
    };
    Ok((Some(work), out))
}

proptest! {
    #![proptest_config(Config { cases: PROGRAMS, failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_program_does_what_its_calls_mean(program in program()) {
        let options = simulator::Options {
            seed: program.seed,
            capacity: program.capacity,
            ..Default::default()
        };
        let on_rank = async |context: Context| run(&context, &program).await;
        let ranks = simulator::run(program.world_size, options, on_rank);
        for (rank, result) in ranks.into_iter().enumerate() {
            let results = result.expect("no rank is lost").map_err(|error| {
                TestCaseError::fail(format!("rank {rank}: {error}"))
            })?;
            for (number, (call, got)) in program.calls.iter().zip(results).enumerate() {
                let members = &call.operation.members;
                let member = members.iter().position(|&member| member == rank);
                let expected = member.and_then(|member| call.operation.output(member));
                prop_assert_eq!(got, expected, "call {} on rank {}", number, rank);
            }
        }
    }
}
