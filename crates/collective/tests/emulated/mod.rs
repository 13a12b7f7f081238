//! Runs programs as gloo would.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::cell::Cell;

use collective::{Context, Emulation, ReduceOp, Settings};
use tensor::{DType, Tensor};

use crate::worlds::{Outcome, everywhere_with};

/// Runs a program as gloo would; its bytes must be these, rank by rank.
pub fn gives<T: tensor::Element>(
    name: &str,
    expected: &[impl AsRef<[T]>],
    program: impl AsyncFn(&Context) -> Outcome<Tensor> + Sync,
) {
    let bytes = |values: &[T]| Tensor::from_slice(values).to_bytes();
    let run = async |context: Context| -> Outcome<Vec<u8>> {
        let result = program(&context).await?;
        context.flush().await?;
        Ok(result.to_bytes()?)
    };
    everywhere_with(settings(), expected.len(), run, |rank, got| {
        assert_eq!(got, &bytes(expected[rank].as_ref()).map_err(Into::into), "{name}, rank {rank}");
    });
}

pub fn settings() -> Settings {
    Settings { emulate: Some(Emulation::GLOO), ..Settings::default() }
}

pub type Codes = &'static [&'static str];

pub const MISMATCH: Codes = &["mismatch"];
/// A rank that nothing is wrong with has finished before, or waits for those that have ended.
pub const PERHAPS: Codes = &["mismatch", "none", "deadlock"];

/// Runs a program that is refused: the codes that each rank may end with, one of them with a mismatch.
pub fn refuses(
    name: &str,
    codes: &[Codes],
    program: impl AsyncFn(&Context) -> Outcome<Tensor> + Sync,
) {
    let run = async |context: Context| -> Outcome<()> {
        program(&context).await?;
        context.flush().await
    };
    let refused = Cell::new(false);
    everywhere_with(settings(), codes.len(), run, |rank, got| {
        let code = got.as_ref().map_or_else(|error| error.code(), |()| "none");
        assert!(codes[rank].contains(&code), "{name}, rank {rank}: {got:?}");
        if rank == 0 {
            refused.set(false);
        }
        refused.set(refused.get() || code == "mismatch");
        assert!(refused.get() || rank + 1 < codes.len(), "{name}: no rank was refused");
    });
}

pub fn f(values: &[f32]) -> Tensor {
    Tensor::from_slice(values)
}

pub fn arange(end: usize) -> Outcome<Tensor> {
    Ok(Tensor::arange(end, DType::Float32)?)
}

pub async fn all_reduce(context: &Context, x: Tensor, op: ReduceOp) -> Outcome<Tensor> {
    context.world().all_reduce(&x, op).await?;
    Ok(x)
}

pub async fn broadcast(context: &Context, x: Tensor) -> Outcome<Tensor> {
    context.world().broadcast(&x, 0).await?;
    Ok(x)
}

/// The first column of `[[0, 1], [2, 3]] + 10 rank`.
pub fn column(rank: usize) -> Outcome<Tensor> {
    let first = 10.0 * rank as f32;
    let all = Tensor::from_vec(vec![first, first + 1.0, first + 2.0, first + 3.0], &[2, 2])?;
    Ok(all.select(1, 0)?)
}
