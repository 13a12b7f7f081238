//! What real gloo gave for every collective, type, operation and split table, on threads and in the simulator.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::expect_used, reason = "a test says what went wrong by panicking")]

use collective::algorithm::Algorithm;
use collective::{CollectiveError, Context, ReduceOp, simulator, threads};
use serde_json::Value;
use tensor::{DType, Tensor};

const FILES: [&str; 4] = [
    include_str!("../golden/collectives_w2.json"),
    include_str!("../golden/collectives_w3.json"),
    include_str!("../golden/collectives_w4.json"),
    include_str!("../golden/collectives_w5.json"),
];

type Outcome<T> = Result<T, Box<CollectiveError>>;

/// A tensor of `dtype` with the numbers of a (nested) list.
fn tensor(list: &Value, dtype: DType) -> Outcome<Tensor> {
    let (mut numbers, mut shape) = (Vec::new(), Vec::new());
    flatten(list, &mut numbers);
    let mut level = list;
    while let Some(items) = level.as_array() {
        shape.push(items.len());
        level = items.first().unwrap_or(&Value::Null);
    }
    if numbers.is_empty() {
        shape = vec![0, 2];
    }
    Ok(Tensor::from_vec(numbers, &shape)?.to(dtype)?)
}

fn flatten(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten(item, into)),
        Value::Bool(truth) => into.push(f64::from(u8::from(*truth))),
        other => into.push(other.as_f64().expect("golden files hold numbers")),
    }
}

fn numbers(tensor: &Tensor) -> Outcome<Vec<f64>> {
    Ok(tensor.to(DType::Float64)?.to_vec()?)
}

/// Runs one case on one rank; what it has afterwards, where the case says that it has something.
async fn run(context: &Context, case: &Value) -> Outcome<Option<Vec<f64>>> {
    let (rank, w, world) = (context.rank(), context.world_size(), context.world());
    let dtype = DType::from_name(case["dtype"].as_str().expect("a type")).expect("a known type");
    let op = || ReduceOp::from_name(case["op"].as_str().expect("an op")).expect("a known op");
    let root = case["root"].as_u64().unwrap_or(0) as usize;
    let input = &case["ranks"][rank]["in"];
    let empties = |n: usize| -> Outcome<Vec<Tensor>> {
        (0..w).map(|_| Ok(Tensor::empty(&[n], dtype)?)).collect()
    };
    let all = |list: &[Tensor]| -> Outcome<Vec<f64>> {
        Ok(list.iter().map(numbers).collect::<Outcome<Vec<_>>>()?.concat())
    };
    let result = match case["kind"].as_str().expect("a kind") {
        "all_reduce" => {
            let x = tensor(input, dtype)?;
            world.all_reduce(&x, op()).await?;
            Some(numbers(&x)?)
        }
        "float_order" => {
            let (x, y) = (tensor(input, dtype)?, tensor(input, dtype)?);
            world.all_reduce(&x, op()).await?;
            world.using(Algorithm::Gloo).all_reduce(&y, op()).await?;
            let (default, gloo) = (numbers(&x)?, numbers(&y)?);
            // Sums of numbers that cancel, added in another order.
            let far = |(d, g): (&f64, &f64)| (d - g).abs() > 2e-6 + 1e-5 * g.abs();
            assert!(!default.iter().zip(&gloo).any(far), "{default:?} is not about {gloo:?}");
            Some(gloo)
        }
        "reduce_scatter" => {
            let x = tensor(input, dtype)?;
            let part = Tensor::empty(&[x.numel() / w], dtype)?;
            world.reduce_scatter_tensor(&part, &x, op()).await?;
            Some(numbers(&part)?)
        }
        "broadcast" => {
            let x = tensor(input, dtype)?;
            world.broadcast(&x, root).await?;
            Some(numbers(&x)?)
        }
        "reduce" => {
            let x = tensor(input, dtype)?;
            world.reduce(&x, root, op()).await?;
            if rank == root { Some(numbers(&x)?) } else { None }
        }
        "gather" => {
            let x = tensor(input, dtype)?;
            let list = empties(x.numel())?;
            world.gather(&x, (rank == root).then_some(&list), root).await?;
            if rank == root { Some(all(&list)?) } else { None }
        }
        "scatter" => {
            let list = match input.as_array() {
                Some(items) => {
                    Some(items.iter().map(|i| tensor(i, dtype)).collect::<Outcome<Vec<_>>>()?)
                }
                None => None,
            };
            let mine = Tensor::empty(&[4], dtype)?;
            world.scatter(&mine, list.as_deref(), root).await?;
            Some(numbers(&mine)?)
        }
        "all_gather" => {
            let x = tensor(input, dtype)?;
            let whole = Tensor::empty(&[w * x.numel()], dtype)?;
            world.all_gather_into_tensor(&whole, &x).await?;
            Some(numbers(&whole)?)
        }
        "all_to_all_single" => {
            let x = tensor(input, dtype)?;
            let y = Tensor::empty(x.shape(), dtype)?;
            world.all_to_all_single(&y, &x).await?;
            Some(numbers(&y)?)
        }
        "all_to_all_single_splits" => {
            let split =
                |i: usize, j: usize| case["splits"][i][j].as_u64().expect("a size") as usize;
            let ins: Vec<usize> = (0..w).map(|j| split(rank, j)).collect();
            let outs: Vec<usize> = (0..w).map(|i| split(i, rank)).collect();
            let x = tensor(input, dtype)?;
            let y = Tensor::empty(&[outs.iter().sum(), 2], dtype)?;
            world.all_to_all_single_with_splits(&y, &x, &outs, &ins).await?;
            Some(numbers(&y)?)
        }
        other => panic!("a case of unknown kind {other}"),
    };
    context.flush().await?;
    Ok(result)
}

fn assert_case(
    how: &str,
    case: &Value,
    results: Vec<Result<Outcome<Option<Vec<f64>>>, collective::PeerFailure>>,
) {
    let float = case["dtype"].as_str().is_some_and(|dtype| dtype.contains("float"));
    let title = format!("{how}: {} {} {}", case["kind"], case["dtype"], case["op"]);
    for (rank, result) in results.into_iter().enumerate() {
        let got =
            result.expect("no rank is lost").unwrap_or_else(|error| panic!("{title}: {error}"));
        let expected = match &case["ranks"][rank]["out"] {
            Value::Null => None,
            list => {
                let mut numbers = Vec::new();
                flatten(list, &mut numbers);
                Some(numbers)
            }
        };
        match (&expected, &got) {
            (Some(expected), Some(got)) if float => {
                assert_eq!(expected.len(), got.len(), "{title}, rank {rank}");
                // Under gloo's order every bit is the same.
                let far = |(e, g): &(&f64, &f64)| match case["kind"] == "float_order" {
                    true => e.to_bits() != g.to_bits(),
                    false => (*e - *g).abs() > 1e-8 + 1e-5 * e.abs(),
                };
                let first = expected.iter().zip(got).find(far);
                assert_eq!(first, None, "{title}, rank {rank}");
            }
            _ => assert_eq!(expected, got, "{title}, rank {rank}"),
        }
    }
}

#[test]
fn every_case_gives_what_gloo_gave() {
    let mut cases = 0;
    for text in FILES {
        let file: Value = serde_json::from_str(text).expect("golden files are JSON");
        let world_size = file["world_size"].as_u64().expect("a world size") as usize;
        for case in file["cases"].as_array().expect("a list of cases") {
            let program = async |context: Context| run(&context, case).await;
            let options = simulator::Options { seed: cases, capacity: 300, ..Default::default() };
            assert_case("simulator", case, simulator::run(world_size, options, program));
            let options = threads::Options::default();
            assert_case("threads", case, threads::run(world_size, options, program));
            cases += 1;
        }
    }
    assert_eq!(cases, 4 * 256);
}
