use collective::algorithm::chunk;
use collective::trace::LocalKind;
use collective::{ReduceOp, Result};
use tensor::{DType, Generator, Linear, Tensor};

use super::sharded::{padded, weight_gradient};
use crate::config::Part;
use crate::rank::Rank;
use crate::record::Value;

const INPUTS: usize = 5;
const OUTPUTS: usize = 6;
const PARAMETERS: usize = INPUTS * OUTPUTS;
const ROWS: usize = 2;
const LEARNING_RATE: f64 = 0.1;
const MOMENTUM: f64 = 0.9;
const FLOAT32: usize = 4;

/// What a rank ends a step with.
struct Step {
    param: Tensor,
    /// Elements of parameters, gradient and momentum that the rank holds while it updates, padding among them.
    held: usize,
    /// Bytes the rank sent.
    sent: u64,
}

/// What a rank holds while it updates: each of the three whole or as a shard.
struct Held<'a> {
    param: &'a Tensor,
    grad: &'a Tensor,
    momentum: &'a Tensor,
}

impl Held<'_> {
    fn elements(&self) -> usize {
        [self.param, self.grad, self.momentum].map(Tensor::numel).iter().sum()
    }
}

/// One step of SGD with momentum four times over: all on every rank, then with the momentum in shards (ZeRO-1), the gradient
/// too (ZeRO-2), and the parameters too (ZeRO-3).
pub(crate) async fn zero_stages(rank: &Rank, part: &Part) -> Result<()> {
    let (r, w) = (rank.rank(), rank.world_size());
    let mut init = Generator::manual_seed(part.init_seed())?;
    let weight = Linear::new(INPUTS, OUTPUTS, false, &mut init)?.weight;
    let data = batch(part.data_seed())?;
    rank.keep("weight", &weight)?;
    rank.keep("data", &data)?;

    let ddp = ddp(rank, &weight, &data).await?;
    rank.keep("ddp_param", &ddp.param)?;
    rank.check_close("ddp_equals_alone", &alone(part, &weight, w)?, &ddp.param)?;
    let zero = [
        zero_1(rank, &weight, &data).await?,
        zero_2(rank, &weight, &data).await?,
        zero_3(rank, &weight, &data).await?,
    ];
    check_stages(rank, &ddp, &zero)?;
    let own = chunk(PARAMETERS, w, r).len();
    let ddp_sent = FLOAT32 * (PARAMETERS - own + (w - 1) * own);
    rank.check_number("ddp_held", 3 * PARAMETERS as i64, ddp.held as i64);
    rank.check_number("ddp_sent", ddp_sent as i64, ddp.sent as i64);
    let list = |of: fn(&Step) -> usize| {
        let all: Vec<usize> = [&ddp].into_iter().chain(&zero).map(of).collect();
        Value::list(&all)
    };
    rank.keep_value("held", list(|step| step.held));
    rank.keep_value("sent", list(|step| step.sent as usize));
    rank.log(&[("parameters", PARAMETERS as i64), ("shard", per(rank) as i64)]);
    Ok(())
}

/// That every stage ends with what DDP ends with, and holds and sends what is in shards only as shards.
fn check_stages(rank: &Rank, ddp: &Step, zero: &[Step; 3]) -> Result<()> {
    let w = rank.world_size();
    let per = per(rank);
    // What is whole is whole with its padding: shards are views of it.
    let held = [2 * w * per + per, w * per + 2 * per, 3 * per];
    let shards = FLOAT32 * (w - 1) * per;
    let sent = [2 * shards, 2 * shards, 3 * shards];
    for (n, step) in zero.iter().enumerate() {
        let name = |what: &str| format!("zero{}_{what}", n + 1);
        rank.keep(&name("param"), &step.param)?;
        rank.check_allclose(&name("equals_ddp"), &ddp.param, &step.param)?;
        rank.check_number(&name("held"), held[n] as i64, step.held as i64);
        rank.check_number(&name("sent"), sent[n] as i64, step.sent as i64);
    }
    Ok(())
}

/// The step as one rank alone would take it on everyone's data, by another formula, in float64: `sum((x Wᵀ)²)` is the trace
/// of `W xᵀ x Wᵀ`, so its gradient is `2 W xᵀ x`, and a momentum that begins at zero is the gradient itself.
fn alone(part: &Part, weight: &Tensor, world_size: usize) -> Result<Tensor> {
    let moments = Tensor::zeros(&[INPUTS, INPUTS], DType::Float64)?;
    for peer in 0..world_size {
        let data = batch(part.peer_data_seed(peer))?.to(DType::Float64)?;
        moments.add_tensor_(&data.t()?.matmul(&data)?)?;
    }
    let weight = weight.to(DType::Float64)?;
    let mean_grad = weight.matmul(&moments)?.mul_scalar(2.0 / world_size as f64)?;
    Ok(weight.sub(&mean_grad.mul_scalar(LEARNING_RATE)?)?.to(DType::Float32)?.flatten()?)
}

fn batch(seed: i128) -> Result<Tensor> {
    Ok(Generator::manual_seed(seed)?.randn(&[ROWS, INPUTS], DType::Float32)?)
}

/// This rank's gradient of `sum((x Wᵀ)²)`, flat.
fn backward(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Tensor> {
    let grad = weight_gradient(weight, data)?.flatten()?.contiguous()?;
    rank.computed("backward", LocalKind::Mixed, &[weight, data], &grad);
    Ok(grad)
}

/// Takes the step on `param`, all of it or a shard, with a momentum that begins at zero; hands the momentum over.
fn update(rank: &Rank, param: &Tensor, grad: &Tensor) -> Result<Tensor> {
    let momentum = Tensor::zeros(&[grad.numel()], DType::Float32)?;
    momentum.mul_(MOMENTUM)?;
    momentum.add_tensor_(grad)?;
    param.sub_tensor_(&momentum.mul_scalar(LEARNING_RATE)?)?;
    rank.computed("update", LocalKind::Folded, &[grad], param);
    Ok(momentum)
}

async fn ddp(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let grad = backward(rank, weight, data)?;
    rank.world().all_reduce(&grad, ReduceOp::Avg).await?;
    rank.keep("mean_grad", &grad)?;
    let param = rank.clone_of(weight)?.flatten()?;
    let momentum = update(rank, &param, &grad)?;
    let held = Held { param: &param, grad: &grad, momentum: &momentum }.elements();
    Ok(Step { param, held, sent: rank.sent_bytes() - before })
}

/// The optimizer's state in shards: the whole gradient stays, and the mean of the own shard stands in it.
async fn zero_1(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let all = rank.world_size() * per(rank);
    let grad = padded(rank, "pad", &backward(rank, weight, data)?, all)?;
    let (own_grad, mean) = (own(rank, &grad)?, mean_shard(rank, &grad).await?);
    own_grad.copy_(&mean)?;
    rank.computed("own", LocalKind::Copied, &[&mean], &own_grad);
    drop(mean);
    let param = padded(rank, "pad", weight, all)?;
    let momentum = update(rank, &own(rank, &param)?, &own_grad)?;
    let held = Held { param: &param, grad: &grad, momentum: &momentum }.elements();
    let param = whole(rank, &own(rank, &param)?).await?.flatten()?;
    Ok(Step { param, held, sent: rank.sent_bytes() - before })
}

/// The gradient in shards too: of all of it, only the own shard's mean is left.
async fn zero_2(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let all = rank.world_size() * per(rank);
    let grad = padded(rank, "pad", &backward(rank, weight, data)?, all)?;
    let shard = mean_shard(rank, &grad).await?;
    drop(grad);
    let param = padded(rank, "pad", weight, all)?;
    let momentum = update(rank, &own(rank, &param)?, &shard)?;
    let held = Held { param: &param, grad: &shard, momentum: &momentum }.elements();
    let param = whole(rank, &own(rank, &param)?).await?.flatten()?;
    Ok(Step { param, held, sent: rank.sent_bytes() - before })
}

/// Parameters in shards too: gathered for the way there, let go, and gathered again for the way back.
async fn zero_3(rank: &Rank, weight: &Tensor, data: &Tensor) -> Result<Step> {
    let before = rank.sent_bytes();
    let all = rank.world_size() * per(rank);
    let param = own(rank, &padded(rank, "pad", weight, all)?)?.deep_clone()?;
    rank.keep("param_shard", &param)?;
    let forward = whole(rank, &param).await?;
    let output = data.matmul(&forward.t()?)?;
    rank.computed("forward", LocalKind::Mixed, &[&forward, data], &output);
    drop(forward);
    let again = whole(rank, &param).await?;
    let grad = padded(rank, "pad", &backward(rank, &again, data)?, all)?;
    drop(again);
    let shard = mean_shard(rank, &grad).await?;
    drop(grad);
    let momentum = update(rank, &param, &shard)?;
    let held = Held { param: &param, grad: &shard, momentum: &momentum }.elements();
    let sent = rank.sent_bytes() - before;
    // To compare: no part of the step.
    let param = whole(rank, &param).await?.flatten()?;
    Ok(Step { param, held, sent })
}

/// Elements of a shard.
fn per(rank: &Rank) -> usize {
    PARAMETERS.div_ceil(rank.world_size())
}

/// This rank's shard of something padded, as a view.
fn own(rank: &Rank, padded: &Tensor) -> Result<Tensor> {
    Ok(padded.narrow(0, rank.rank() * per(rank), per(rank))?)
}

/// All parameters, from every rank's shard.
async fn whole(rank: &Rank, own: &Tensor) -> Result<Tensor> {
    let gathered = Tensor::empty(&[rank.world_size() * own.numel()], DType::Float32)?;
    rank.world().all_gather_into_tensor(&gathered, own).await?;
    Ok(gathered.narrow(0, 0, PARAMETERS)?.reshape(&[OUTPUTS as isize, INPUTS as isize])?)
}

/// This rank's shard of the mean gradient.
async fn mean_shard(rank: &Rank, grad: &Tensor) -> Result<Tensor> {
    let shard = Tensor::empty(&[per(rank)], DType::Float32)?;
    rank.world().reduce_scatter_tensor(&shard, grad, ReduceOp::Avg).await?;
    rank.show("grad_shard", &shard);
    Ok(shard)
}
